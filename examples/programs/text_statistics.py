"""Statistics of a text: words, letters, sentences, pairs of words, a concordance, and how it reads."""

from coluber import njit

WORDS = (
    "the of and to in a is that for it as was with be by on not he I this are or his from at which but have an had they "
    "you were their one all we can her has there been if more when will would who so no Ærø naïve façade Ünder straße"
)


@njit
def made_up_text(words, count, seed):
    """Return a text of so many words, in sentences."""
    state = seed
    sentences, sentence = [], []
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        sentence.append(words[(state >> 10) % len(words)])
        if (state >> 5) % 9 == 0 and len(sentence) > 2:
            ending = "?" if state % 5 == 0 else "."
            sentences.append(" ".join(sentence).capitalize() + ending)
            sentence.clear()
    if sentence:
        sentences.append(" ".join(sentence) + "!")
    return "  ".join(sentences)


@njit
def words_of(text):
    """Return the words in lower case, without marks."""
    words = []
    for piece in text.split():
        word = piece.strip(".,;:!?\"'()").lower()
        if word:
            words.append(word)
    return words


@njit
def counted(items):
    counts = {}
    for item in items:
        if item in counts:
            counts[item] += 1
        else:
            counts[item] = 1
    return counts


@njit
def most_common(counts, limit):
    """Return the most frequent keys; equally frequent ones in alphabetical order."""
    ranked = sorted([(-count, key) for key, count in counts.items()])
    return [(key, -count) for count, key in ranked[:limit]]


@njit
def sentence_lengths(text):
    lengths = []
    start = 0
    for at, character in enumerate(text):
        if character in ".?!":
            lengths.append(len(text[start:at].split()))
            start = at + 1
    return lengths


@njit
def syllables(word):
    """Return about how many syllables a word has."""
    count, in_vowels = 0, False
    for letter in word:
        is_vowel = letter in "aeiouyæøüï"
        if is_vowel and not in_vowels:
            count += 1
        in_vowels = is_vowel
    if word.endswith("e") and count > 1:
        count -= 1
    return max(count, 1)


@njit
def readability(words, sentences):
    """Return Flesch's reading ease."""
    total = 0
    for word in words:
        total += syllables(word)
    return 206.835 - 1.015 * len(words) / sentences - 84.6 * total / len(words)


@njit
def histogram(lengths):
    counts = counted(lengths)
    top = max(counts.values())
    return [f"{length:3} {'#' * (counts[length] * 40 // top)} {counts[length]}" for length in sorted(counts)]


@njit
def concordance(words, wanted, around):
    """Return each place of a word with its neighbours."""
    lines = []
    for at, word in enumerate(words):
        if word == wanted:
            before = " ".join(words[max(0, at - around) : at])
            after = " ".join(words[at + 1 : at + 1 + around])
            lines.append(f"{before:>20} [{word}] {after}")
    return lines


@njit
def letter_table(text):
    counts = {}
    for character in text.lower():
        if character.isalpha():
            counts[character] = counts.get(character, 0) + 1
    total = sum(counts.values())
    return [f"{letter} {100 * counts[letter] / total:5.2f}%" for letter in sorted(counts)]


@njit
def longest_words(words, limit):
    return sorted(set(words), key=lambda word: (-len(word), word))[:limit]


@njit
def main(n):
    text = made_up_text(WORDS.split(), n, 42)
    words = words_of(text)
    lengths = sentence_lengths(text)
    counts = counted(words)
    lines = [f"{len(text)} characters, {len(words)} words, {len(counts)} different, {len(lengths)} sentences"]
    lines.append(f"mean length {len(text) / len(words):.3f}, reading ease {readability(words, len(lengths)):.2f}")
    for word, count in most_common(counts, 8):
        lines.append(f"{word:<10}{count:6}{count / len(words):8.2%}")
    pairs = counted([first + " " + second for first, second in zip(words, words[1:])])
    lines.append(", ".join([f"{pair} x{count}" for pair, count in most_common(pairs, 5)]))
    lines.extend(histogram(lengths)[:6])
    lines.extend(concordance(words, "façade", 2)[:3])
    lines.extend(letter_table(text)[:8])
    lines.append(" ".join(longest_words(words, 6)))
    lines.append(text.swapcase()[:60].center(70, "*"))
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(3000))
