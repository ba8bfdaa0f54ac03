"""Functions of `unicodedata` and `html`."""

from __future__ import annotations

import html
import os.path
import unicodedata

import pytest

from tests.run.support import check

TEXTS = ["a", "é", "e\u0301", "5", "½", "\u0661", "(", "日", "<b a='1'>&amp;</b>", ""]


def of_a_character(text):
    found = unicodedata.category(text) + unicodedata.bidirectional(text) + unicodedata.east_asian_width(text)
    return found + unicodedata.decomposition(text), unicodedata.combining(text), unicodedata.mirrored(text)


def numbers(text):
    return unicodedata.decimal(text, -1), unicodedata.digit(text, -2), unicodedata.numeric(text, -2.5)


def normal(text):
    forms = [unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC", "NFKD")]
    return forms, unicodedata.is_normalized("NFC", text)


def without_accents(text):
    return "".join([c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn"])


FUNCTIONS = [
    of_a_character, numbers, normal, without_accents, lambda s: unicodedata.name(s, "?"), lambda s: unicodedata.name(s),
    lambda s: unicodedata.digit(s), lambda s: unicodedata.numeric(s), lambda s: unicodedata.lookup(s),
    lambda s: (html.escape(s), html.escape(s, quote=False), html.unescape(s)),
    lambda s: os.path.commonprefix([s, s + "x", "a"]),
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions(function):
    for text in TEXTS:
        check(function, text)


def test_names():
    check(lambda s: unicodedata.lookup(s) + unicodedata.name("é"), "LATIN SMALL LETTER A")
