//! The two things that are read from a page: ld+json scripts and meta tags, in one pass.
//! Never builds a tree, and never mends one.

use serde_json::Value;

use super::{loose, text};

/// Elements whose content is no markup.
const RAW: [&str; 3] = ["script", "style", "title"];

/// Elements that may stand before the body without ending the head.
const HEAD: [&str; 9] = ["html", "head", "title", "meta", "link", "script", "style", "base", "noscript"];

/// What was found on a page.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// What the ld+json scripts hold. One script that cannot be read takes the others with it (Mealie 3.10.2,
    /// extruct with `errors="ignore"`; asked a running one).
    pub(super) items: Vec<Value>,
    pub(super) metas: Vec<Meta>,
}

/// A meta tag with something in it.
#[derive(Debug, PartialEq)]
pub(super) struct Meta {
    pub(super) property: Option<String>,
    pub(super) name: Option<String>,
    pub(super) content: String,
    pub(super) in_head: bool,
}

impl Page {
    /// A page that holds this object and nothing else.
    pub(crate) fn of_item(item: &Value) -> Page {
        Page { items: vec![item.clone()], metas: Vec::new() }
    }

    /// Reads a page. Comments are skipped, attribute names and elements are known in any case.
    pub(crate) fn read(html: &str) -> Page {
        let (mut scripts, mut metas) = (Vec::new(), Vec::new());
        let (mut at, mut in_head) = (0, true);
        while let Some(found) = html[at..].find('<') {
            in_head = in_head && html[at..at + found].trim().is_empty();
            let start = at + found + 1;
            let rest = &html[start..];
            if let Some(comment) = rest.strip_prefix("!--") {
                let Some(end) = comment.find("-->") else { break };
                at = start + "!--".len() + end + "-->".len();
                continue;
            }
            if !Tag::begins(rest) {
                at = start;
                continue;
            }
            // A tag that never ends swallows the rest of the page.
            let Some(tag) = Tag::read(rest) else { break };
            at = start + tag.length;
            let closes = tag.name.starts_with('/');
            in_head = in_head && tag.name != "/head" && (closes || tag.is_of_head());
            if tag.name == "meta" {
                metas.extend(tag.meta(in_head));
            }
            if RAW.contains(&tag.name.as_str()) {
                let content = &html[at..];
                let end = closing(content, &tag.name).unwrap_or(content.len());
                if tag.name == "script" && tag.value("type") == Some("application/ld+json") {
                    scripts.push(&content[..end]);
                }
                at += end;
            }
        }
        let items: Option<Vec<_>> = scripts.into_iter().map(loose::json).collect();
        let one_by_one = |item| if let Value::Array(items) = item { items } else { vec![item] };
        Page { items: items.unwrap_or_default().into_iter().flat_map(one_by_one).collect(), metas }
    }
}

/// Where the end tag of an element begins.
fn closing(content: &str, name: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let found = at + content[at..].find("</")?;
        let after = content.get(found + 2..found + 2 + name.len());
        if after.is_some_and(|after| after.eq_ignore_ascii_case(name)) {
            return Some(found);
        }
        at = found + 2;
    }
}

/// A tag and its attributes; names in lower case, values with their character references resolved.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
    /// How many bytes it takes, without its `<`.
    length: usize,
}

impl Tag {
    /// Whether what follows a `<` makes it a tag, and not a `<` in a text.
    fn begins(text: &str) -> bool {
        let name = text.strip_prefix(['/', '!']).unwrap_or(text);
        name.starts_with(|letter: char| letter.is_ascii_alphabetic())
    }

    /// Reads what follows a `<`. `None` if it never ends.
    fn read(text: &str) -> Option<Tag> {
        let ends_name = |letter: char| letter.is_ascii_whitespace() || letter == '>';
        let name_end = text.find(ends_name)?;
        let name = text[..name_end].trim_end_matches('/').to_ascii_lowercase();
        let (mut attributes, mut at) = (Vec::new(), name_end);
        loop {
            at += text[at..].find(|letter: char| !letter.is_ascii_whitespace() && letter != '/')?;
            if text[at..].starts_with('>') {
                return Some(Tag { name, attributes, length: at + 1 });
            }
            let ends_key = |letter: char| letter.is_ascii_whitespace() || matches!(letter, '=' | '>' | '/');
            // An attribute has at least one character, whatever it is.
            let skipped = text[at..].chars().next()?.len_utf8();
            let key_end = at + skipped + text[at + skipped..].find(ends_key)?;
            let key = text[at..key_end].to_ascii_lowercase();
            at = key_end + text[key_end..].find(|letter: char| !letter.is_ascii_whitespace())?;
            let Some(value) = text[at..].strip_prefix('=') else {
                attributes.push((key, String::new()));
                continue;
            };
            let value = value.trim_start_matches(|letter: char| letter.is_ascii_whitespace());
            at = text.len() - value.len();
            let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''));
            let (value, taken) = match quote {
                Some(quote) => {
                    let end = value[1..].find(quote)?;
                    (&value[1..=end], end + 2)
                }
                None => {
                    let end = value.find(ends_name)?;
                    (&value[..end], end)
                }
            };
            attributes.push((key, text::unescaped(value)));
            at += taken;
        }
    }

    /// The first attribute of this name counts.
    fn value(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn is_of_head(&self) -> bool {
        self.name.starts_with('!') || HEAD.contains(&self.name.as_str())
    }

    fn meta(&self, in_head: bool) -> Option<Meta> {
        let owned = |name: &str| self.value(name).map(str::to_owned);
        Some(Meta { property: owned("property"), name: owned("name"), content: owned("content")?, in_head })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row was asked of a running Mealie 3.10.2: whether it found a recipe in the script.
    #[test]
    fn a_script_is_found_where_mealie_finds_it() {
        const SCRIPT: &str = "<script type=\"application/ld+json\">{\"a\":1}</script>";
        for (row, html, found) in [
            ("alone", SCRIPT.to_owned(), 1),
            ("in the body", format!("<p>x</p>{SCRIPT}"), 1),
            ("single quotes", SCRIPT.replace('"', "'").replace("{'a'", "{\"a\""), 1),
            ("upper case", SCRIPT.replace("script", "SCRIPT"), 1),
            ("two", SCRIPT.repeat(2), 2),
            ("a list of two", SCRIPT.replace("{\"a\":1}", "[{},{\"a\":1}]"), 2),
            ("another case of the type", SCRIPT.replace("ld+json", "LD+JSON"), 0),
            ("more than the type", SCRIPT.replace("ld+json", "ld+json; charset=utf-8"), 0),
            ("in a comment", format!("<!-- {SCRIPT} -->"), 0),
            (
                "beside a broken one",
                format!("{SCRIPT}<script type=\"application/ld+json\">{{bad</script>"),
                0,
            ),
            ("another kind of script", "<script>{\"a\":1}</script>".to_owned(), 0),
            ("never closed", SCRIPT.replace("</script>", ""), 1),
            ("cut by its own text", SCRIPT.replace('1', "\"</script>\""), 0),
        ] {
            assert_eq!(Page::read(&html).items.len(), found, "{row}");
        }
    }

    #[test]
    fn a_meta_tag_is_of_the_head_until_the_body_begins() {
        const META: &str = "<meta property=\"og:title\" content=\"T\">";
        for (row, html, in_head) in [
            ("in the head", format!("<!doctype html>\n<html lang=en><head>{META}</head></html>"), Some(true)),
            ("alone", META.to_owned(), Some(true)),
            ("after a title", format!("<title>a <b> c</title>{META}"), Some(true)),
            ("after a script", format!("<script>if (a < b) {{}}</script>{META}"), Some(true)),
            ("after the head", format!("<head></head>{META}"), Some(false)),
            ("in the body", format!("<body>{META}"), Some(false)),
            ("after a text", format!("hello {META}"), Some(false)),
            ("after an element", format!("<p></p>{META}"), Some(false)),
            ("in a comment", format!("<!-- {META} -->"), None),
            ("in a script", format!("<script>{META}</script>"), None),
            ("without content", "<meta property=\"og:title\">".to_owned(), None),
        ] {
            let found = Page::read(&html).metas.first().map(|meta| meta.in_head);
            assert_eq!(found, in_head, "{row}");
        }
    }

    #[test]
    fn attributes_are_read_in_every_spelling() {
        for (row, html) in [
            ("double quotes", "<meta property=\"p\" content=\"a &amp; b\">"),
            ("single quotes", "<meta property='p' content='a &amp; b'>"),
            ("blanks", "<META\n PROPERTY = p\tCONTENT = 'a & b' />"),
            ("twice", "<meta content='a &#38; b' content='c' property=p>"),
            ("without a value", "<meta hidden property=p content='a &#x26; b'>"),
        ] {
            let metas = Page::read(html).metas;
            assert_eq!((metas.len(), metas[0].property.as_deref()), (1, Some("p")), "{row}");
            assert_eq!(metas[0].content, "a & b", "{row}");
        }
    }

    #[test]
    fn what_ends_in_the_middle_is_no_tag_and_no_panic() {
        for html in [
            "<",
            "<!",
            "<!--",
            "<é",
            "</",
            "<meta",
            "<meta content",
            "<meta content=",
            "<meta content='x",
            "<a é",
        ] {
            assert_eq!(Page::read(html).metas, [], "{html}");
        }
    }
}
