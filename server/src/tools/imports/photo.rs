//! Recipes in pictures: Mealie has an AI provider read them. The picture is checked before it leaves, and it leaves only
//! where Mealie can have it read; it never becomes anything here.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Imported;
use super::source::Collection;
use crate::args::{Base64, PictureFormat};
use crate::failure::{Failure, Happened, Why};
use crate::mealie::records::About;
use crate::mealie::route::Route;
use crate::mealie::{Language, PictureReader, Writes};
use crate::picture::Picture;
use crate::text::{Limit, Slug};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `import_recipe_from_image`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ImportRecipeFromImage {
    /// At most 6 MiB and 50 megapixels; no `data:` before it.
    image_base64: Base64,
    format: PictureFormat,
    /// Into which the recipe is translated: de, pt-BR.
    translate_language: Option<Language>,
}

impl Tool for ImportRecipeFromImage {
    const NAME: &'static str = "import_recipe_from_image";
    const TITLE: &'static str = "Import a recipe from a picture";
    const DESCRIPTION: &'static str =
        "Has Mealie's AI provider read a photographed recipe and stores it as a new one.";
    const EFFECT: Effect = Effect::ReachesOut;
    type Answer = Imported;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Imported>, Failure> {
        let picture = Picture::check(self.image_base64.bytes(), self.format.kind())?;
        let about = kitchen.reads.get::<About>(Route::to(&["app", "about"])).await?;
        let reader = reader(&about)?;
        let language = self.translate_language.clone();
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let slug = read(&writes, reader, &picture, language.as_ref()).await.map_err(of_picture)?;
                Ok(Imported::read(writes.reads(), slug, Collection::Unasked).await)
            }
            .boxed()
        })))
    }
}

/// Which of Mealie's routes reads pictures, unless Mealie says that nobody does.
fn reader(about: &About) -> Result<PictureReader, Failure> {
    let version = about.version.as_ref().and_then(|version| version_of(version.clean(Limit::SHORT).as_str()));
    // From Mealie 3.19 on each group has its own providers, of which this page says nothing.
    let told_here = version.is_none_or(|version| version < (3, 19));
    if told_here && about.enable_openai_image_services == Some(false) {
        return Err(Failure::refused(
            Why::Senseless,
            "This Mealie has no AI provider that reads pictures. Its operator has to set one up: OPENAI_API_KEY, with \
             OPENAI_ENABLE_IMAGE_SERVICES left on. Nothing was changed. If you can read the picture yourself, write \
             the recipe with create_recipe.",
        ));
    }
    Ok(if version.is_some_and(|version| version >= (3, 23)) {
        PictureReader::Ai
    } else {
        PictureReader::Image
    })
}

/// `v3.10.2` as 3 and 10; nothing of `develop`.
fn version_of(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.strip_prefix('v').unwrap_or(text).split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Has the picture read by the one route, and by the other where the first one is not there. Nothing was stored then, so
/// this repeats no write (LIVE-10).
async fn read(
    writes: &Writes<'_>,
    reader: PictureReader,
    picture: &Picture,
    language: Option<&Language>,
) -> Result<Slug, Failure> {
    match writes.import_picture(reader, picture, language).await {
        // 405 where Mealie serves its web page: a GET leads to that one.
        Err(Failure::Status { code: 404 | 405, .. }) if reader == PictureReader::Image => {
            writes.import_picture(PictureReader::Ai, picture, language).await
        }
        made => made,
    }
}

/// What a refusal of Mealie means where it was to have a picture read.
fn of_picture(failure: Failure) -> Failure {
    let Failure::Status { code, happened, .. } = failure else { return failure };
    let words = match code {
        // Mealie 3.10.2 says it where no provider reads pictures; later ones may say it of a picture without a recipe.
        400 => {
            "Mealie made no recipe of it: it has no AI provider that reads pictures (its operator sets one up), or that \
             one found no recipe in the picture."
        }
        404 | 405 => "This Mealie cannot import recipes from pictures.",
        // Mealie 3.10.2: a bare 500 for whatever goes wrong with the provider.
        500..=599 => {
            "Mealie failed while its AI provider was to read the picture: the provider may be down, refuse the picture, or \
             have found no recipe."
        }
        _ => return failure,
    };
    let happened = if (400..500).contains(&code) { Happened::No } else { happened };
    Failure::NoRecipe { code, words, happened }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use fake_mealie::SAMPLE_PICTURES;
    use serde_json::{Value, json};
    use wiremock::matchers::{method, path};
    use wiremock::{Mock, MockServer, ResponseTemplate};

    use super::*;
    use crate::mealie::Departure;
    use crate::settings::Connection;
    use crate::tools::bench::Bench;

    fn status(code: u16) -> Failure {
        let happened = if code >= 500 { Happened::Perhaps } else { Happened::No };
        Failure::Status { code, said: None, happened }
    }

    fn arguments() -> Value {
        let (format, bytes) = SAMPLE_PICTURES[0];
        json!({"image_base64": STANDARD.encode(bytes), "format": format})
    }

    #[test]
    fn live_12_every_word_about_a_picture_that_gave_no_recipe() {
        let mut all: Vec<String> =
            [400, 404, 500].map(|code| format!("{code}: {}", of_picture(status(code)).words().ours)).into();
        let about = serde_json::from_value(json!({"enableOpenaiImageServices": false})).unwrap();
        all.push(format!("no provider: {}", reader(&about).unwrap_err().words().ours));
        insta::assert_snapshot!(all.join("\n\n"));
    }

    #[test]
    fn live_12_what_is_not_about_the_picture_is_said_as_always() {
        for code in [401, 403, 413, 422, 429] {
            assert!(matches!(of_picture(status(code)), Failure::Status { code: same, .. } if same == code));
        }
    }

    #[test]
    fn live_13_each_version_is_asked_as_it_wants_to_be() {
        for (row, about, want) in [
            (
                "3.10 with one",
                json!({"version": "v3.10.2", "enableOpenaiImageServices": true}),
                Some(PictureReader::Image),
            ),
            ("3.10 without", json!({"version": "v3.10.2", "enableOpenaiImageServices": false}), None),
            ("3.18 without", json!({"version": "v3.18.0", "enableOpenaiImageServices": false}), None),
            (
                "3.19, whose groups have their own",
                json!({"version": "v3.19.0", "enableOpenaiImageServices": false}),
                Some(PictureReader::Image),
            ),
            ("3.22", json!({"version": "v3.22.1"}), Some(PictureReader::Image)),
            ("3.23", json!({"version": "v3.23.0"}), Some(PictureReader::Ai)),
            ("4.0", json!({"version": "4.0.0"}), Some(PictureReader::Ai)),
            (
                "a checkout with one",
                json!({"version": "develop", "enableOpenaiImageServices": true}),
                Some(PictureReader::Image),
            ),
            ("a checkout without", json!({"version": "develop", "enableOpenaiImageServices": false}), None),
            ("one that says nothing", json!({}), Some(PictureReader::Image)),
            (
                "one that says null",
                json!({"version": null, "enableOpenaiImageServices": null}),
                Some(PictureReader::Image),
            ),
            (
                "a number beyond all numbers",
                json!({"version": "v3.99999999999999999999"}),
                Some(PictureReader::Image),
            ),
        ] {
            assert_eq!(reader(&serde_json::from_value(about).unwrap()).ok(), want, "{row}");
        }
    }

    /// A Mealie of which one route says something, and the other something else.
    async fn asked(image: ResponseTemplate, ai: ResponseTemplate) -> (MockServer, Result<Slug, Failure>) {
        let mealie = MockServer::start().await;
        for (route, answer) in [("image", image), ("ai", ai)] {
            let given = Mock::given(method("POST")).and(path(format!("/api/recipes/create/{route}")));
            given.respond_with(answer).mount(&mealie).await;
        }
        let (_, key) = crate::mealie::open(Connection::of_test(&mealie.uri(), "token"));
        let departure = Departure::default();
        let (_, bytes) = SAMPLE_PICTURES[0];
        let picture = Picture::check(bytes.into(), crate::picture::Kind::Png).unwrap();
        let language = "pt-BR".parse().unwrap();
        let made = read(&key.lend(&departure), PictureReader::Image, &picture, Some(&language)).await;
        (mealie, made)
    }

    fn answer(code: u16, body: Value) -> ResponseTemplate {
        ResponseTemplate::new(code).set_body_json(body)
    }

    #[tokio::test]
    async fn live_13_where_the_older_route_is_gone_the_newer_one_is_asked() {
        for gone in [404, 405] {
            let not_there = answer(gone, json!({"detail": "Not Found"}));
            let (mealie, made) = asked(not_there, answer(201, json!("pie"))).await;
            assert_eq!(made.unwrap().as_str(), "pie");
            let requests = mealie.received_requests().await.unwrap();
            let [image, ai] = requests.as_slice() else { panic!("{requests:?}") };
            assert_eq!(image.url.query(), Some("translateLanguage=pt-BR"));
            assert_eq!(ai.url.query(), None);
            let text = String::from_utf8_lossy(&ai.body);
            for field in
                ["name=\"translateLanguage\"\r\n\r\npt-BR", "name=\"createNewOrganizers\"\r\n\r\nfalse"]
            {
                assert!(text.contains(field), "{text}");
            }
            for request in [image, ai] {
                let length = request.headers.get("content-length").and_then(|length| length.to_str().ok());
                assert_eq!(length, Some(request.body.len().to_string().as_str()), "told ahead");
                let (_, bytes) = SAMPLE_PICTURES[0];
                assert!(request.body.windows(bytes.len()).any(|part| part == bytes), "as it was given");
            }
        }
    }

    #[tokio::test]
    async fn live_10_whatever_else_it_says_it_is_asked_once() {
        for code in [400, 401, 403, 413, 422, 500, 503] {
            let (mealie, made) = asked(answer(code, json!({})), answer(201, json!("pie"))).await;
            assert!(matches!(made, Err(Failure::Status { code: same, .. }) if same == code));
            assert_eq!(mealie.received_requests().await.map(|requests| requests.len()), Some(1), "{code}");
        }
    }

    #[tokio::test]
    async fn live_3_a_picture_becomes_a_recipe_where_a_provider_reads_it() {
        let bench = Bench::start().await;
        let refused = bench.plans::<ImportRecipeFromImage>(arguments()).await.err().unwrap();
        assert!(
            matches!(&refused, Failure::Refused(refusal) if refusal.why == Why::Senseless),
            "{refused:?}"
        );
        assert_eq!(bench.mealie.writes(), []);
        bench.mealie.kitchen().set_ai(true);
        for (slug, same_name) in [("pictured-pie", Value::Null), ("pictured-pie-1", json!("pictured-pie"))] {
            let answer = bench.goes::<ImportRecipeFromImage>(arguments()).await.unwrap().structured;
            assert_eq!((&answer["status"], &answer["slug"]), (&json!("imported"), &json!(slug)));
            assert_eq!(answer.get("same_name").cloned().unwrap_or_default(), same_name);
            assert_eq!(answer["recipe"]["ingredients"].as_array().map(Vec::len), Some(2));
        }
    }
}
