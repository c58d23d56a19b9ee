//! What a model wants, in the words of the features, and the call that it makes of them. It knows the tools' names and
//! arguments; it never makes a call.

use serde_json::{Value, json};

use crate::kitchen::Kitchen;
use crate::picture::{Handed, handed};
use crate::turn::Call;
use crate::unmet::Unmet;
use crate::written;

/// How ids are spelled: one UUID is one UUID in any case (ASK-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    Plain,
    Capitals,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Aim {
    About,
    Search(String),
    Read(String),
    Delete(String),
    DeleteById(String),
    Merge {
        from: String,
        into: String,
    },
    MergeUnits {
        from: String,
        into: String,
    },
    Strike(Vec<String>),
    Preview(String),
    Import(String),
    ImportWritten(String),
    Picture {
        recipe: String,
        picture: String,
    },
    ImportPicture(String),
    List(&'static str),
    Add {
        kind: &'static str,
        name: String,
    },
    Rename {
        kind: &'static str,
        name: String,
        to: String,
    },
    Discard {
        kind: &'static str,
        name: String,
    },
    /// The tool itself, with arguments as a feature writes them.
    Call {
        tool: String,
        arguments: String,
    },
}

/// The kinds of organizer: one and several of it in words, and as an argument.
const ORGANIZERS: [(&str, &str, &str); 3] = [
    ("tag", "tags", "tag"),
    ("category", "categories", "category"),
    ("kitchen tool", "kitchen tools", "tool"),
];

/// One wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wish {
    aim: Aim,
    spelling: Spelling,
}

impl Wish {
    /// What the words mean; the error names what can be said.
    pub(crate) fn from_words(words: &str) -> Result<Self, Unmet> {
        let (rest, spelling) = match words.strip_suffix(" in capitals") {
            Some(rest) => (rest, Spelling::Capitals),
            None => (words, Spelling::Plain),
        };
        let aim = aim(rest).ok_or_else(|| {
            Unmet::new(
                "a wish: hear about the kitchen, search for, read the recipe, delete the recipe (by its id), merge the \
                 food (unit) into, strike off the list (in capitals), preview the page, import the page, import the recipe as \
                 a website writes it, give the recipe the picture, import the picture, list the tags, add the tag, rename the tag to, delete the tag (likewise category \
                 and kitchen tool), or a tool's name with '{arguments}'",
                words,
            )
        })?;
        Ok(Self { aim, spelling })
    }

    /// The call, with the ids that the names stand for in this kitchen.
    pub(crate) fn call(&self, kitchen: &Kitchen) -> Result<Call, Unmet> {
        let id = |name: &str| {
            let id = kitchen.id_of(name)?.to_string();
            Ok(match self.spelling {
                Spelling::Plain => id,
                Spelling::Capitals => id.to_uppercase(),
            })
        };
        let (tool, arguments) = match &self.aim {
            Aim::About => ("get_about", json!({})),
            Aim::Search(text) => ("search_recipes", json!({"search": text})),
            Aim::Read(name) => ("get_recipe", json!({"recipe": kitchen.address_of(name)?})),
            Aim::Delete(name) => ("delete_recipe", json!({"recipe": kitchen.address_of(name)?})),
            Aim::DeleteById(name) => ("delete_recipe", json!({"recipe": id(name)?})),
            Aim::Merge { from, into } => ("merge_foods", json!({"from_id": id(from)?, "to_id": id(into)?})),
            Aim::MergeUnits { from, into } => {
                ("merge_units", json!({"from_id": id(from)?, "to_id": id(into)?}))
            }
            Aim::Strike(items) => {
                let ids: Vec<String> = items.iter().map(|item| id(item)).collect::<Result<_, Unmet>>()?;
                ("delete_shopping_list_items", json!({"item_ids": ids}))
            }
            Aim::Preview(address) => ("preview_recipe_url", json!({"url": address})),
            Aim::Import(address) => ("import_recipe_from_url", json!({"url": address})),
            Aim::Picture { recipe, picture } => {
                let Handed { text, format } = a_picture(picture)?;
                let recipe = kitchen.address_of(recipe)?;
                ("set_recipe_image", json!({"recipe": recipe, "image_base64": text, "format": format}))
            }
            Aim::ImportPicture(picture) => {
                let Handed { text, format } = a_picture(picture)?;
                ("import_recipe_from_image", json!({"image_base64": text, "format": format}))
            }
            Aim::ImportWritten(name) => {
                ("import_recipe_from_html_or_json", json!({"data": written::recipe(name).to_string()}))
            }
            Aim::List(kind) => ("list_organizers", json!({"kind": argument(kind)})),
            Aim::Add { kind, name } => ("create_organizer", json!({"kind": argument(kind), "name": name})),
            Aim::Rename { kind, name, to } => {
                let id = id(&format!("{kind} {name}"))?;
                ("update_organizer", json!({"kind": argument(kind), "id": id, "name": to}))
            }
            Aim::Call { tool, arguments: text } => {
                return Ok(Call { tool: tool.clone(), arguments: Some(arguments(kitchen, text)?) });
            }
            Aim::Discard { kind, name } => {
                ("delete_organizer", json!({"kind": argument(kind), "id": id(&format!("{kind} {name}"))?}))
            }
        };
        Ok(Call { tool: tool.to_owned(), arguments: Some(arguments) })
    }
}

fn aim(words: &str) -> Option<Aim> {
    let called = words.split_once(" with '").and_then(|(tool, rest)| Some((tool, rest.strip_suffix('\'')?)));
    if let Some((tool, arguments)) = called {
        return Some(Aim::Call { tool: tool.to_owned(), arguments: arguments.to_owned() });
    }
    let quoted: Vec<String> = words.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    let frame: String = words.split('"').step_by(2).collect::<Vec<_>>().join("…");
    Some(match (frame.as_str(), quoted.as_slice()) {
        ("hear about the kitchen", []) => Aim::About,
        ("search for …", [text]) => Aim::Search(text.clone()),
        ("read the recipe …", [name]) => Aim::Read(name.clone()),
        ("delete the recipe …", [name]) => Aim::Delete(name.clone()),
        ("delete the recipe … by its id", [name]) => Aim::DeleteById(name.clone()),
        ("merge the food … into …", [from, into]) => {
            Aim::Merge { from: from.clone(), into: into.clone() }
        }
        ("merge the unit … into …", [from, into]) => {
            Aim::MergeUnits { from: from.clone(), into: into.clone() }
        }
        ("strike … off the list", [items]) => Aim::Strike(listed(items)),
        ("preview the page …", [address]) => Aim::Preview(address.clone()),
        ("import the page …", [address]) => Aim::Import(address.clone()),
        ("give the recipe … the picture …", [recipe, picture]) => {
            Aim::Picture { recipe: recipe.clone(), picture: picture.clone() }
        }
        ("import the picture …", [picture]) => Aim::ImportPicture(picture.clone()),
        ("import the recipe … as a website writes it", [name]) => Aim::ImportWritten(name.clone()),
        (frame, quoted) => return organizing(frame, quoted),
    })
}

/// A wish about a tag, a category or a kitchen tool.
fn organizing(frame: &str, quoted: &[String]) -> Option<Aim> {
    ORGANIZERS.into_iter().find_map(|(kind, several, _)| {
        let is = |verb: &str, rest: &str| frame == format!("{verb} the {kind} …{rest}");
        Some(match quoted {
            [] if frame == format!("list the {several}") => Aim::List(kind),
            [name] if is("add", "") => Aim::Add { kind, name: name.clone() },
            [name] if is("delete", "") => Aim::Discard { kind, name: name.clone() },
            [name, to] if is("rename", " to …") => Aim::Rename { kind, name: name.clone(), to: to.clone() },
            _ => return None,
        })
    })
}

fn argument(kind: &str) -> &'static str {
    ORGANIZERS.into_iter().find(|(one, ..)| *one == kind).map_or("", |(.., argument)| argument)
}

fn a_picture(words: &str) -> Result<Handed, Unmet> {
    handed(words).ok_or_else(|| Unmet::new("a picture that the steps know", words))
}

/// `milk, bread` as two.
pub(crate) fn listed(text: &str) -> Vec<String> {
    text.split(',').map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}

/// Arguments as a feature writes them: every string that reads `id of NAME` is replaced by that id,
/// `ID of NAME` by the same in capitals.
pub(crate) fn arguments(kitchen: &Kitchen, text: &str) -> Result<Value, Unmet> {
    let mut arguments: Value =
        serde_json::from_str(text).map_err(|error| Unmet::new("arguments in JSON", error.to_string()))?;
    resolve(kitchen, &mut arguments)?;
    Ok(arguments)
}

fn resolve(kitchen: &Kitchen, value: &mut Value) -> Result<(), Unmet> {
    match value {
        Value::String(text) => {
            if let Some(name) = text.strip_prefix("id of ") {
                *text = kitchen.id_of(name)?.to_string();
            } else if let Some(name) = text.strip_prefix("ID of ") {
                *text = kitchen.id_of(name)?.to_string().to_uppercase();
            }
            Ok(())
        }
        Value::Array(list) => list.iter_mut().try_for_each(|value| resolve(kitchen, value)),
        Value::Object(map) => map.values_mut().try_for_each(|value| resolve(kitchen, value)),
        _ => Ok(()),
    }
}

/// Text as a feature writes it: `{NAME}` stands for that id, `{U+200B}` for that character.
pub(crate) fn filled(kitchen: &Kitchen, text: &str) -> Result<String, Unmet> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}').ok_or_else(|| Unmet::new("a closing brace", text))?;
        out.push_str(before);
        match character(name) {
            Some(character) => out.push(character),
            None => out.push_str(&kitchen.id_of(name)?.to_string()),
        }
        rest = behind;
    }
    out.push_str(rest);
    Ok(out)
}

/// Text in which `{U+200B}` stands for that character, and every other brace for itself: documents are full of them.
pub(crate) fn characters(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{U+") {
        out.push_str(before);
        match after.split_once('}').and_then(|(digits, behind)| Some((named(digits)?, behind))) {
            Some((character, behind)) => {
                out.push(character);
                rest = behind;
            }
            None => {
                out.push_str("{U+");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The character that `U+200B` names.
pub(crate) fn character(name: &str) -> Option<char> {
    named(name.strip_prefix("U+")?)
}

fn named(digits: &str) -> Option<char> {
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Transcript;

    #[tokio::test]
    async fn words_become_calls() {
        let mut kitchen = Kitchen::empty(&Transcript::default()).await.unwrap();
        let soup = kitchen.add_recipe("Pea soup", 4, 3);
        kitchen.add_food("flour");
        kitchen.add_food("wheat flour");
        kitchen.add_list(&["milk".to_owned(), "bread".to_owned()]);
        kitchen.add_unit("cup");
        kitchen.add_unit("mug");
        kitchen.add_organizer("tag", "Winter").unwrap();
        kitchen.add_organizer("kitchen tool", "Wok").unwrap();
        let id = |name: &str| kitchen.id_of(name).unwrap().to_string();

        for (words, tool, arguments) in [
            ("hear about the kitchen", "get_about", json!({})),
            ("search for \"soup\"", "search_recipes", json!({"search": "soup"})),
            ("read the recipe \"Pea soup\"", "get_recipe", json!({"recipe": "pea-soup"})),
            ("delete the recipe \"Pea soup\"", "delete_recipe", json!({"recipe": "pea-soup"})),
            (
                "delete the recipe \"Pea soup\" by its id",
                "delete_recipe",
                json!({"recipe": soup.to_string()}),
            ),
            (
                "delete the recipe \"Pea soup\" by its id in capitals",
                "delete_recipe",
                json!({"recipe": soup.to_string().to_uppercase()}),
            ),
            (
                "merge the food \"flour\" into \"wheat flour\"",
                "merge_foods",
                json!({"from_id": id("flour"), "to_id": id("wheat flour")}),
            ),
            (
                "merge the unit \"cup\" into \"mug\"",
                "merge_units",
                json!({"from_id": id("cup"), "to_id": id("mug")}),
            ),
            (
                "strike \"milk, bread\" off the list",
                "delete_shopping_list_items",
                json!({"item_ids": [id("milk"), id("bread")]}),
            ),
            (
                "preview the page \"http://203.0.113.7/soup\"",
                "preview_recipe_url",
                json!({"url": "http://203.0.113.7/soup"}),
            ),
            (
                "import the page \"http://203.0.113.7/soup\"",
                "import_recipe_from_url",
                json!({"url": "http://203.0.113.7/soup"}),
            ),
            (
                "import the recipe \"Pie\" as a website writes it",
                "import_recipe_from_html_or_json",
                json!({"data": written::recipe("Pie").to_string()}),
            ),
            ("list the categories", "list_organizers", json!({"kind": "category"})),
            ("add the tag \"Summer\"", "create_organizer", json!({"kind": "tag", "name": "Summer"})),
            (
                "rename the tag \"Winter\" to \"Cold days\" in capitals",
                "update_organizer",
                json!({"kind": "tag", "id": id("tag Winter").to_uppercase(), "name": "Cold days"}),
            ),
            (
                "delete the kitchen tool \"Wok\"",
                "delete_organizer",
                json!({"kind": "tool", "id": id("kitchen tool Wok")}),
            ),
            (
                "give the recipe \"Pea soup\" the picture \"a text called jpg\"",
                "set_recipe_image",
                json!({"recipe": "pea-soup", "image_base64": "cGVhIHNvdXA=", "format": "jpg"}),
            ),
            (
                "import the picture \"a text\"",
                "import_recipe_from_image",
                json!({"image_base64": "cGVhIHNvdXA=", "format": "png"}),
            ),
        ] {
            let call = Wish::from_words(words).unwrap().call(&kitchen).unwrap();
            assert_eq!((call.tool.as_str(), call.arguments), (tool, Some(arguments)), "{words}");
        }
        assert!(Wish::from_words("burn the kitchen").is_err());
        assert!(Wish::from_words("read the recipe \"Pie\"").unwrap().call(&kitchen).is_err());
    }

    #[tokio::test]
    async fn names_and_characters_are_filled_in() {
        let mut kitchen = Kitchen::empty(&Transcript::default()).await.unwrap();
        let soup = kitchen.add_recipe("Pea soup", 4, 3);
        assert_eq!(filled(&kitchen, "a {Pea soup}{U+200B}b").unwrap(), format!("a {soup}\u{200b}b"));
        assert!(filled(&kitchen, "a {Pie} b").is_err());
        let filled = arguments(&kitchen, "{\"a\": [\"id of Pea soup\", \"pea\"]}").unwrap();
        assert_eq!(filled, json!({"a": [soup.to_string(), "pea"]}));
        assert!(arguments(&kitchen, "{").is_err());
        assert_eq!(characters("{\"a\": \"{U+5C}{U+}{U+200B\"}"), "{\"a\": \"\\{U+}{U+200B\"}");
    }
}
