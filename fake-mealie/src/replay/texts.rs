//! What in a text belongs to one run alone: ids, moments, versions of covers.
//! Never knows what a text should have been.

/// Letters of `2026-01-31T10:20:30.123456+00:00`: what is longer holds more than a moment.
pub(super) const LONGEST_MOMENT: usize = 32;

/// A text without the ids and moments in it, such as that of a database error.
pub(super) fn masked(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let id = [36, 32]
            .into_iter()
            .find(|length| rest.get(..*length).is_some_and(|id| uuid::Uuid::try_parse(id).is_ok()));
        let moment = rest.get(..19).filter(|moment| second_of(&moment.replacen(' ', "T", 1)).is_some());
        let skipped = match (id, moment) {
            (Some(length), _) => length,
            (None, Some(moment)) => {
                let micros = rest.get(moment.len()..).unwrap_or_default();
                let digits = micros
                    .strip_prefix('.')
                    .map_or(0, |digits| 1 + digits.bytes().take_while(u8::is_ascii_digit).count());
                moment.len() + digits
            }
            (None, None) => {
                masked.push(letter);
                rest = rest.get(letter.len_utf8()..).unwrap_or_default();
                continue;
            }
        };
        masked.push('\u{0}');
        rest = rest.get(skipped..).unwrap_or_default();
    }
    masked
}

/// How the version of a cover is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// A number from 0 to 255, of a cover that was uploaded (Mealie 3.10.2, `update_image`).
    Number,
    /// Four letters and digits, of one that came in another way (Mealie 3.10.2, `cache_key.new_key`).
    Key,
}

/// What is random in an image of a recipe; other texts, such as "no image", are not.
pub(super) fn version_in(image: &str) -> Option<Version> {
    match image.len() {
        1..=3 if image.bytes().all(|letter| letter.is_ascii_digit()) => Some(Version::Number),
        4 if image.bytes().all(|letter| letter.is_ascii_alphanumeric()) => Some(Version::Key),
        _ => None,
    }
}

/// How a moment names its zone: `Z`, `+00:00` or not at all. Nothing for a day.
pub(super) fn zone_of(moment: &str) -> &str {
    let after_the_second = moment.get(19..).unwrap_or_default();
    after_the_second.trim_start_matches(|letter: char| letter == '.' || letter.is_ascii_digit())
}

/// The day or the second that a text begins with, if it is a day or a moment and nothing else.
pub(super) fn second_of(text: &str) -> Option<&str> {
    let digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let day = text.get(..10)?;
    let mut parts = day.split('-');
    let is_day = [4, 2, 2]
        .into_iter()
        .all(|length| parts.next().is_some_and(|part| part.len() == length && digits(part)));
    if !is_day || text.len() == day.len() {
        return is_day.then_some(day);
    }
    let second = text.get(..19)?;
    let clock = second.get(10..)?;
    let is_clock = clock.starts_with('T') && clock.matches(':').count() == 2;
    (is_clock && matches!(zone_of(text), "" | "Z" | "+00:00")).then_some(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments_are_told_from_other_texts() {
        for (text, second) in [
            ("2024-05-06", Some("2024-05-06")),
            ("2024-05-06T07:08:09Z", Some("2024-05-06T07:08:09")),
            ("2024-05-06T07:08:09.123456Z", Some("2024-05-06T07:08:09")),
            ("2024-05-06T07:08:09.123456+00:00", Some("2024-05-06T07:08:09")),
            ("2024-05-06T07:08:09", Some("2024-05-06T07:08:09")),
            ("2024-05-06 is a day", None),
            ("2024-05", None),
            ("24-05-0006", None),
            ("20 minutes", None),
            ("Crème brûlée", None),
            ("", None),
        ] {
            assert_eq!(second_of(text), second, "{text}");
        }
    }

    #[test]
    fn versions_of_covers_are_told_from_other_texts() {
        for (image, version) in [
            ("0", Some(Version::Number)),
            ("255", Some(Version::Number)),
            ("aB3d", Some(Version::Key)),
            ("1234", Some(Version::Key)),
            ("no image", None),
            ("soup", Some(Version::Key)),
            ("a.b", None),
            ("", None),
        ] {
            assert_eq!(version_in(image), version, "{image}");
        }
    }

    #[test]
    fn ids_and_moments_within_a_text_do_not_count() {
        let error = |id: &str, moment: &str| format!("(\u{fc}, '{id}', 'Dinner', '{moment}')");
        let one = error("eba19179f1ce4c71a7d3e2381e5d68bc", "2024-05-06 07:08:09.123456");
        let other = error("11112222-3333-4444-8555-aaaabbbbcccc", "2031-01-02 03:04:05");
        assert_eq!(masked(&one), masked(&other));
        assert_ne!(masked(&one), masked(&other.replace("Dinner", "Lunch")));
    }
}
