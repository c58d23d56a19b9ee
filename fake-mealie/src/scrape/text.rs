//! How texts of a page are cleaned: character references resolved, tags taken out, blanks joined.
//! Never knows which field a text is for, and knows few of the named references.

/// Named references that recipe pages use.
const NAMED: [(&str, &str); 28] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", "\u{a0}"),
    ("deg", "°"),
    ("frac12", "½"),
    ("frac14", "¼"),
    ("frac34", "¾"),
    ("ndash", "–"),
    ("mdash", "—"),
    ("hellip", "…"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("auml", "ä"),
    ("ouml", "ö"),
    ("uuml", "ü"),
    ("Auml", "Ä"),
    ("Ouml", "Ö"),
    ("Uuml", "Ü"),
    ("szlig", "ß"),
    ("eacute", "é"),
    ("egrave", "è"),
    ("ccedil", "ç"),
    ("ntilde", "ñ"),
];

/// Longest reference that is looked for, in bytes: `#x10FFFF` and the names above.
const MOST_OF_A_REFERENCE: usize = 8;

/// With its character references resolved, once.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(MOST_OF_A_REFERENCE + 1).position(|byte| byte == b';');
        match end.and_then(|end| Some((referenced(&rest[..end])?, end))) {
            Some((letters, end)) => {
                plain.push_str(&letters);
                rest = &rest[end + 1..];
            }
            None => plain.push('&'),
        }
    }
    plain.push_str(rest);
    plain
}

fn referenced(name: &str) -> Option<String> {
    let number = match name.strip_prefix('#') {
        None => return NAMED.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).into()),
        Some(digits) => match digits.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => digits.parse(),
        },
    };
    number.ok().and_then(char::from_u32).map(String::from)
}

/// How often references are resolved that resolve to references. Mealie goes on to the end, however long that takes;
/// pages need two.
const MOST_UNESCAPING: usize = 8;

fn unescaped_to_the_end(text: &str) -> String {
    let mut plain = unescaped(text);
    for _ in 1..MOST_UNESCAPING {
        let again = unescaped(&plain);
        if again == plain {
            break;
        }
        plain = again;
    }
    plain
}

/// Without what stands between `<` and `>`.
fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        plain.push_str(before);
        let Some((_, after)) = tag.split_once('>') else {
            plain.push('<');
            rest = tag;
            break;
        };
        rest = after;
    }
    plain.push_str(rest);
    plain
}

/// One line of plain text (recipe-scrapers, `normalize_string`).
pub(super) fn one_line(text: &str) -> String {
    let plain = without_tags(&unescaped_to_the_end(text)).replace('\u{200b}', "");
    let plain = if plain.contains("((") && plain.contains("))") {
        plain.replace("((", "(").replace("))", ")")
    } else {
        plain
    };
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Plain text that keeps its lines (Mealie 3.10.2, `clean_string`).
pub(super) fn lines_kept(text: &str) -> String {
    let plain = without_tags(&unescaped_to_the_end(text));
    let lines = plain.split('\n').map(|line| {
        line.split([' ', '\t', '\u{a0}']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The lines of a text that have something in them, as Python's `splitlines` finds them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let breaks = |letter: char| {
        matches!(
            letter,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    text.split(breaks).filter(|line| !line.trim().is_empty())
}

/// Every word with a capital, as Python's `title` finds words: `mom's pie` is `Mom'S Pie`.
pub(super) fn title_case(text: &str) -> String {
    let mut titled = String::with_capacity(text.len());
    let mut in_word = false;
    for letter in text.chars() {
        match (letter.is_alphabetic(), in_word) {
            (true, false) => titled.extend(letter.to_uppercase()),
            (true, true) => titled.extend(letter.to_lowercase()),
            (false, _) => titled.push(letter),
        }
        in_word = letter.is_alphabetic();
    }
    titled
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row was asked of a running Mealie 3.10.2.
    #[test]
    fn a_text_comes_out_as_mealie_stores_it() {
        for (row, text, want) in [
            ("markup", "  <b>A</b>\n &amp;amp; B ((x))", "A & B (x)"),
            ("references", "Fish &amp; Chips &frac12; &#x41;&#66;", "Fish & Chips ½ AB"),
            ("what is no reference", "a & b &nosuch; &#xFFFFFFFF;", "a & b &nosuch; &#xFFFFFFFF;"),
            ("an open tag", "a < b", "a < b"),
            ("paragraphs", "<p>a</p><p>b</p>", "ab"),
        ] {
            assert_eq!(one_line(text), want, "{row}");
        }
        assert_eq!(lines_kept("a\t b\nc&nbsp;d <i>"), "a b\nc d");
    }

    #[test]
    fn titles_are_cased_as_python_does() {
        for (text, want) in [
            ("mom's pie", "Mom'S Pie"),
            ("o'brien", "O'Brien"),
            ("3d printing", "3D Printing"),
            ("ÉTÉ", "Été"),
            ("easy Bake", "Easy Bake"),
        ] {
            assert_eq!(title_case(text), want);
        }
    }
}
