//! `text.encode` and `bytes.decode`. The common encodings are done here; others, and what does not fit, are the host's.

use super::bytes::content;
use super::fault::Fault;
use super::host::{Given, ask_text};
use super::make::Made;
use super::{Points, Text};

/// An encoding that is known here.
#[derive(Clone, Copy, PartialEq)]
enum Codec {
    Utf8,
    Latin1,
    Ascii,
}

impl Codec {
    fn named(name: Points<'_>) -> Option<Codec> {
        if name.len() > 12 {
            return None;
        }
        let name: String = name.iter().map(|point| char::from_u32(point).unwrap_or(' ')).collect();
        match name.to_ascii_lowercase().replace(['-', '_', ' '], "").as_str() {
            "utf8" => Some(Codec::Utf8),
            "latin1" | "iso88591" | "l1" => Some(Codec::Latin1),
            "ascii" | "usascii" => Some(Codec::Ascii),
            _ => None,
        }
    }
}

/// `text.encode(encoding, errors)`, as the bytes' own string.
pub fn encode(text: Text<'_>, encoding: Text<'_>, errors: Text<'_>) -> Result<Made, Fault> {
    let given = [Given::Text(text.points), Given::Text(encoding.points), Given::Text(errors.points)];
    let by_host = || ask_text("str.encode", &given);
    match Codec::named(encoding.points) {
        Some(codec)
            if let Points::One(bytes) = text.points
                && (codec == Codec::Latin1 || bytes.is_ascii()) =>
        {
            Made::of_latin(bytes)
        }
        Some(Codec::Utf8) if !text.points.is_ascii() => {
            let chars: Option<String> = text.points.iter().map(char::from_u32).collect();
            chars.map_or_else(by_host, |encoded| Made::of_latin(encoded.as_bytes()))
        }
        Some(codec) => {
            let most = if codec == Codec::Latin1 { 0xff } else { 0x7f };
            let bytes: Option<Vec<u8>> =
                text.points.iter().map(|p| u8::try_from(p).ok().filter(|&byte| byte <= most)).collect();
            bytes.map_or_else(by_host, |bytes| Made::of_latin(&bytes))
        }
        None => by_host(),
    }
}

/// `bytes.decode(encoding, errors)`
pub fn decode(bytes: Text<'_>, encoding: Text<'_>, errors: Text<'_>) -> Result<Made, Fault> {
    let content = content(bytes);
    let given = [Given::Bytes(content), Given::Text(encoding.points), Given::Text(errors.points)];
    match Codec::named(encoding.points) {
        Some(Codec::Latin1) => Made::of_latin(content),
        Some(_) if content.is_ascii() => Made::of_latin(content),
        Some(Codec::Utf8) => match std::str::from_utf8(content) {
            Ok(text) => Made::of_str(text),
            Err(_) => ask_text("bytes.decode", &given),
        },
        _ => ask_text("bytes.decode", &given),
    }
}
