//! The language of the sentences that a player reads.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, dev};

/// French or English, by `Accept-Language` (RFC 9110, 12.5.4); English when neither is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// `en`
    English,
    /// `fr`
    French,
}

impl Language {
    /// The language tag.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    /// The one of the two that the header prefers. Never an error: it is a wish.
    #[must_use]
    pub fn negotiate(accept: &str) -> Self {
        let best = |language: Self| {
            let ranges = accept.split(',').map(range);
            ranges
                .filter(|(tag, _)| language.is(tag))
                .map(|(_, quality)| quality)
                .max()
        };
        match (best(Self::French), best(Self::English)) {
            (Some(french), english) if french > 0 && Some(french) > english => Self::French,
            (Some(french), Some(english)) if french == english && french > 0 => first(accept),
            (Some(_) | None, _) => Self::English,
        }
    }

    fn is(self, tag: &str) -> bool {
        tag.split('-')
            .next()
            .is_some_and(|primary| primary.eq_ignore_ascii_case(self.tag()))
    }
}

/// With equal wishes the first named wins.
fn first(accept: &str) -> Language {
    let mut tags = accept.split(',').map(range).map(|(tag, _)| tag);
    let named = tags.find(|tag| Language::French.is(tag) || Language::English.is(tag));
    if named.is_some_and(|tag| Language::French.is(tag)) {
        Language::French
    } else {
        Language::English
    }
}

/// A tag with its quality in thousandths.
fn range(text: &str) -> (&str, u32) {
    let (tag, rest) = text.split_once(';').unwrap_or((text, ""));
    let quality = rest.trim().strip_prefix("q=").unwrap_or("1");
    let (whole, part) = quality.split_once('.').unwrap_or((quality, ""));
    let digits: String = part.chars().chain("000".chars()).take(3).collect();
    let thousandths = format!("{whole}{digits}").parse().unwrap_or(0);
    (tag.trim(), thousandths)
}

impl FromRequest for Language {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        let accept = request.headers().get(header::ACCEPT_LANGUAGE);
        let accept = accept
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        ready(Ok(Self::negotiate(accept)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_is_spoken_to_those_who_prefer_it() {
        let french = [
            "fr",
            "fr-CA",
            "FR;q=0.8, en;q=0.5",
            "de, fr;q=0.3",
            "fr, en",
            "fr,en;q=0.9",
        ];
        for accept in french {
            assert_eq!(Language::negotiate(accept), Language::French, "{accept}");
        }
        let english = [
            "",
            "*",
            "en",
            "en, fr",
            "de",
            "en-GB,fr;q=0.9",
            "fr;q=0",
            "fr;q=x",
            "fro",
        ];
        for accept in english {
            assert_eq!(Language::negotiate(accept), Language::English, "{accept}");
        }
    }
}
