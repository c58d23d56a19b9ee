//! Where a page says that its picture is.
//! Never goes there.

use std::collections::HashSet;

use serde_json::Value;

use super::html::Page;

/// Every address that Mealie may take for the picture of a recipe: those of its `image`, then those of og: tags.
/// recipe-scrapers, `BestImagePlugin`: of several it takes the largest, as far as sizes are told; the first here.
pub(super) fn pictures(image: Option<&Value>, page: &Page) -> Vec<String> {
    let mut found = Vec::new();
    image.iter().for_each(|image| collect(&mut found, image));
    for meta in &page.metas {
        let name = meta.property.as_deref().or(meta.name.as_deref()).unwrap_or_default().to_lowercase();
        if ["og:image", "og:image:url", "og:image:secure_url"].contains(&name.as_str()) {
            found.push(meta.content.as_str());
        }
    }
    let mut seen = HashSet::new();
    let told = found.into_iter().map(str::trim).filter(|address| !address.is_empty());
    told.filter(|address| seen.insert(address.to_owned())).map(str::to_owned).collect()
}

fn collect<'i>(found: &mut Vec<&'i str>, image: &'i Value) {
    match image {
        Value::String(address) => found.push(address),
        Value::Array(images) => images.iter().for_each(|image| collect(found, image)),
        Value::Object(fields) => {
            let set = |key: &&str| fields.get(*key).filter(|field| !super::schema::is_empty(field));
            match ["url", "@id", "contentUrl"].iter().find_map(set) {
                Some(Value::Array(addresses)) => {
                    addresses.iter().take(1).for_each(|image| collect(found, image))
                }
                Some(Value::String(address)) => found.push(address),
                _ => {}
            }
        }
        _ => {}
    }
}

/// Whether Mealie's client goes anywhere with it: a path alone leads nowhere. What has `//` in it is told, though it
/// refuses some of that.
pub(super) fn leads_somewhere(address: &str) -> bool {
    address.starts_with("//") || address.contains("://")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn pictures_are_found_where_mealie_finds_them() {
        for (row, image, want) in [
            ("a text", json!(" https://a.example/p "), vec!["https://a.example/p"]),
            (
                "a list",
                json!(["https://a.example/p", "https://b.example/p"]),
                vec!["https://a.example/p", "https://b.example/p"],
            ),
            (
                "an object",
                json!({ "@type": "ImageObject", "url": "https://a.example/p" }),
                vec!["https://a.example/p"],
            ),
            ("an id", json!([{ "@id": "https://a.example/p" }]), vec!["https://a.example/p"]),
            ("contentUrl", json!({ "contentUrl": "https://a.example/p" }), vec!["https://a.example/p"]),
            ("deeper", json!([[{ "url": ["https://a.example/p"] }]]), vec!["https://a.example/p"]),
            ("nothing", json!(5), vec![]),
        ] {
            assert_eq!(pictures(Some(&image), &Page::default()), want, "{row}");
        }
        let page = Page::read(
            "<body><meta name='OG:Image' content='//a.example/p'><meta property=og:image content=/b>",
        );
        let found = pictures(None, &page);
        assert_eq!(found, ["//a.example/p", "/b"]);
        assert_eq!(found.iter().map(|address| leads_somewhere(address)).collect::<Vec<_>>(), [true, false]);
    }
}
