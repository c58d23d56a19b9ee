//! The saboteurs of what lives with the real Mealie: most of them change what is sent to it on the way. Each knows the
//! request that its scenario leads to, so that it breaks nothing else.

use serde_json::{Value, json};

use crate::broken::{HONEST, Saboteur};
use crate::hatch::Request;
use crate::tricks::{argument, asked_with, calls, refuses, replace, says_its_data, text};

/// All of them.
pub(crate) const LIVING: &[Saboteur] = &[
    Saboteur {
        name: "clears-away",
        breaks: "ASK-17",
        how: "takes a recipe off a list once more than it was asked to, and with it items that were to stay",
        request: Some(|_, request| {
            if request.is("POST", "/api/households/shopping/lists/")
                && let Some(times) = request.body.get_mut("recipeDecrementQuantity")
            {
                *times = times.as_f64().map_or(1.0, |times| times + 1.0).into();
            }
        }),
        ..HONEST
    },
    Saboteur {
        name: "finds-everything",
        breaks: "LIVE-1",
        how: "leaves the tag out of a search",
        request: Some(|_, request| {
            if let Some((path, query)) = request.path.split_once('?')
                && path == "/api/recipes"
            {
                let kept: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("tags=")).collect();
                request.path = format!("{path}?{}", kept.join("&"));
            }
        }),
        ..HONEST
    },
    Saboteur {
        name: "takes-the-wok",
        breaks: "LIVE-2",
        how: "renames a kitchen tool and leaves out whose it is",
        request: Some(|_, request| {
            if request.is("PUT", "/api/organizers/tools/") {
                leave_out(&mut request.body, "householdsWithTool");
            }
        }),
        ..HONEST
    },
    Saboteur {
        name: "keeps-the-flour",
        breaks: "LIVE-3",
        how: "puts the placeholder line back into a new recipe",
        request: Some(|_, request| {
            if request.is("PATCH", "/api/recipes/bare-soup") {
                request.body["recipeIngredient"] =
                    json!([{"note": "1 Cup Flour", "quantity": 0, "referenceId": STRANGER}]);
            }
        }),
        ..HONEST
    },
    Saboteur {
        name: "relabels",
        breaks: "LIVE-4",
        how: "gives lines that stay another reference id",
        request: Some(|_, request| {
            if request.is("PATCH", "/api/recipes/pea-soup") {
                let lines = request.body.get_mut("recipeIngredient").and_then(Value::as_array_mut);
                for (place, line) in lines.into_iter().flatten().enumerate() {
                    line["referenceId"] = format!("0c0ffee0-0000-4000-9000-{place:012}").into();
                }
            }
        }),
        ..HONEST
    },
    Saboteur {
        name: "forgets-the-address",
        breaks: "LIVE-5",
        how: "renames a recipe without its slug",
        request: Some(|_, request| {
            if request.is("PATCH", "/api/recipes/pea-soup") && request.body["name"] == "Spring soup" {
                leave_out(&mut request.body, "slug");
            }
        }),
        ..HONEST
    },
    Saboteur {
        name: "respells",
        breaks: "LIVE-6",
        how: "sends a tag that a recipe has under another name, beside a new one",
        request: Some(|_, request| {
            if request.is("PATCH", "/api/recipes/pea-soup")
                && let Some(tags) = request.body.get_mut("tags")
                && tags.as_array().is_some_and(|tags| tags.len() == 2)
            {
                replace(tags, "Winter", "WINTER");
            }
        }),
        ..HONEST
    },
    Saboteur {
        name: "uploads",
        breaks: "LIVE-7",
        how: "hands Mealie a picture that is none",
        incoming: |memory, message| {
            if calls(message, "set_recipe_image")
                && text(argument(message, "image_base64")) == PEA_SOUP_IN_BASE64
            {
                memory.visit("PUT", "/api/recipes/pea-soup/image");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "tells-no-end",
        breaks: "LIVE-8",
        how: "does not say that Mealie chose how long a share link works",
        outgoing: |_, message| replace(message, "so Mealie chose it: ", ""),
        ..HONEST
    },
    Saboteur {
        name: "counts-words",
        breaks: "LIVE-9",
        how: "puts a line of text on a list once, so that it begins with a 1",
        request: Some(|_, request| {
            if request.is("POST", "/api/households/shopping/items/create-bulk") {
                for item in request.body.as_array_mut().into_iter().flatten() {
                    if item["note"] == "2 tbsp oil" {
                        item["quantity"] = 1.into();
                    }
                }
            }
        }),
        ..HONEST
    },
    Saboteur {
        name: "tries-again",
        breaks: "LIVE-10",
        how: "adds a tag a second time",
        request: Some(|memory, request| {
            if request.is("POST", "/api/organizers/tags") && request.body["name"] == "Summer" {
                memory.visit("POST", "/api/organizers/tags");
            }
        }),
        ..HONEST
    },
    Saboteur {
        name: "sees-no-page",
        breaks: "LIVE-11",
        how: "does not say that a web page came in place of data",
        outgoing: |_, message| {
            if message["result"]["isError"] == true {
                replace(message, "web page", "thing");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "shrugs",
        breaks: "LIVE-12",
        how: "does not say which right is missing",
        outgoing: |_, message| {
            if refuses(message, "canOrganize") {
                replace(message, "canOrganize", "something");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "stays-behind",
        breaks: "LIVE-13",
        how: "asks a newer Mealie where an older one reads pictures",
        request: Some(|_, request| {
            if request.is("POST", "/api/recipes/create/ai") {
                request.path = request.path.replace("/create/ai", "/create/image");
            }
        }),
        ..HONEST
    },
    Saboteur {
        name: "forgets-what-was",
        breaks: "LIVE-14",
        how: "does not say what stood in a field before",
        outgoing: |memory, message| {
            let plain = asked_with(memory, message, "servings").is_number();
            if plain && let Some(data) = message.pointer_mut("/result/structuredContent") {
                leave_out(data, "before");
                says_its_data(message);
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "hands-on",
        breaks: "SHUT-4",
        how: "hands a filter on to Mealie as it came",
        request: Some(|_, request| {
            if let Some(filter) = request.body.get_mut("queryFilterString")
                && *filter == "last_made IS NULL"
            {
                *filter = "lastMade is null".into();
            }
        }),
        ..HONEST
    },
    Saboteur {
        name: "signs",
        breaks: "SHUT-5",
        how: "says whose a new unit is to be",
        request: Some(|_, request| {
            if request.is("POST", "/api/units") && request.body["name"] == "pinch" {
                request.body["userId"] = STRANGER.into();
            }
        }),
        ..HONEST
    },
];

/// An id of nothing.
const STRANGER: &str = "0c0ffee0-0000-4000-8000-00000000000f";

/// A text in place of a picture.
const PEA_SOUP_IN_BASE64: &str = "cGVhIHNvdXA=";

impl Request {
    /// Whether this goes there, or below it where `place` ends in a slash.
    fn is(&self, method: &str, place: &str) -> bool {
        let there = self.path == place || (place.ends_with('/') && self.path.starts_with(place));
        self.method == method
            && (there || self.path.strip_prefix(place).is_some_and(|rest| rest.starts_with('?')))
    }
}

fn leave_out(value: &mut Value, field: &str) {
    if let Some(fields) = value.as_object_mut() {
        fields.remove(field);
    }
}
