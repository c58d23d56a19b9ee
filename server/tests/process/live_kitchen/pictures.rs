//! Pictures of a real Mealie. It never sets one of a recipe that it did not make, and never stores what was no picture.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fake_mealie::SAMPLE_PICTURES;
use serde_json::{Value, json};

use super::{Kitchen, texts};

/// As a caller hands it over.
pub(super) fn encoded(picture: &[u8]) -> String {
    STANDARD.encode(picture)
}

#[test]
fn live_7_a_picture_of_each_format_is_stored_and_the_former_one_is_said_to_be_gone() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (slug, id) = kitchen.live.recipe(&kitchen.own("cake"));
    let stored = format!("media/recipes/{id}/images/original.webp");
    assert_eq!(kitchen.live.bytes(&stored), None);
    for (nth, (format, picture)) in SAMPLE_PICTURES.into_iter().enumerate() {
        // Mealie 3.10.2 answers an upload by id with 500 after the file was written.
        let recipe = if nth == 0 { &id } else { &slug };
        let given = json!({"recipe": recipe, "image_base64": encoded(picture), "format": format});
        let set = kitchen.done("set_recipe_image", &given);
        let former = if nth == 0 { "none" } else { "gone" };
        assert_eq!(set["former_picture"], former, "{format}: {set}");
        let told = texts(&set["notes"]).contains(&"The former picture is gone.");
        assert_eq!(told, nth > 0, "{format}: {set}");
        let bytes = kitchen.live.bytes(&stored).expect("the picture can be read back");
        assert_eq!((&bytes[..4], &bytes[8..12]), (&b"RIFF"[..], &b"WEBP"[..]), "{format}: Mealie keeps webp");
        assert!(kitchen.recipe(&slug)["image"].is_string(), "{format}");
        kitchen.done("get_recipe", &json!({"recipe": slug}));
    }
}

#[test]
fn live_7_what_is_no_picture_is_refused_and_the_picture_stays() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (slug, id) = kitchen.live.recipe(&kitchen.own("tart"));
    let (format, picture) = SAMPLE_PICTURES[0];
    kitchen.done(
        "set_recipe_image",
        &json!({"recipe": slug, "image_base64": encoded(picture), "format": format}),
    );
    let stored = format!("media/recipes/{id}/images/original.webp");
    let (before, bytes) = (kitchen.recipe(&slug), kitchen.live.bytes(&stored));
    for (row, base64) in [
        ("words", encoded(b"not a picture at all")),
        ("a picture cut short", encoded(&picture[..picture.len() / 2])),
        ("a data: address", format!("data:image/png;base64,{}", encoded(picture))),
    ] {
        let given = json!({"recipe": slug, "image_base64": base64, "format": format});
        let answer = kitchen.call("set_recipe_image", &given, json!({}));
        assert_eq!(answer["isError"], true, "{row}: {answer}");
        assert_eq!(kitchen.recipe(&slug), before, "{row}");
        assert_eq!(kitchen.live.bytes(&stored), bytes, "{row}");
    }
}

#[test]
fn live_12_without_a_provider_that_reads_pictures_the_answer_says_so() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    if kitchen.there("app/about")["enableOpenaiImageServices"] == Value::Bool(true) {
        eprintln!("this instance has a provider that reads pictures; what it says without one was not tried");
        return;
    }
    let (format, picture) = SAMPLE_PICTURES[0];
    let given = json!({"image_base64": encoded(picture), "format": format});
    let refused = kitchen.refused("import_recipe_from_image", &given);
    assert!(refused.contains("no AI provider") && refused.contains("Nothing was changed"), "{refused}");
}
