//! Giving a recipe another picture. The one that it had is gone, so that the tool says it is destructive; what is handed over
//! is checked to be a picture before anything leaves (LIVE-7). It never uploads by an id, and never fetches one.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{PublicAddress, Source, View};
use crate::args::{Base64, PictureFormat};
use crate::failure::Failure;
use crate::mealie::lookup::{self, Reading, RecipeRef};
use crate::picture::Picture;
use crate::text::Id;
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `set_recipe_image`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct SetRecipeImage {
    recipe: RecipeRef,
    /// At most 6 MiB and 50 megapixels; no `data:` before it.
    image_base64: Base64,
    format: PictureFormat,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PictureSet {
    status: Set,
    recipe_id: Id,
    /// What became of the one before.
    former_picture: Former,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<PublicAddress>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Set {
    ImageSet,
}

// What each is, its name says.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Former {
    Gone,
    None,
}

impl View for PictureSet {
    const SOURCE: Source = Source::Ours;

    fn notes(&self) -> Vec<String> {
        match self.former_picture {
            Former::Gone => vec!["The former picture is gone.".to_owned()],
            Former::None => Vec::new(),
        }
    }
}

impl Tool for SetRecipeImage {
    const NAME: &'static str = "set_recipe_image";
    const TITLE: &'static str = "Set a recipe's picture";
    const DESCRIPTION: &'static str = "Gives a recipe another cover picture; the former one is lost.";
    const EFFECT: Effect = Effect::Replaces;
    type Answer = PictureSet;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<PictureSet>, Failure> {
        let picture = Picture::check(self.image_base64.bytes(), self.format.kind())?;
        let reading = Reading::at(kitchen.reads, &self.recipe).await?;
        reading.agrees(kitchen.reads).await?;
        let (id, slug) = (reading.id, reading.slug);
        let image = kitchen.picture(&id);
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let now = lookup::prove(writes.reads(), &id, &slug).await?;
                writes.upload_picture(&slug, &picture).await?;
                let former_picture = if now.has_picture { Former::Gone } else { Former::None };
                Ok(PictureSet { status: Set::ImageSet, recipe_id: id, former_picture, image })
            }
            .boxed()
        })))
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use fake_mealie::SAMPLE_PICTURES;
    use serde_json::{Value, json};

    use super::*;
    use crate::tool::Plan;
    use crate::tools::bench::Bench;

    fn arguments(recipe: &str, (format, bytes): (&str, &[u8])) -> Value {
        json!({"recipe": recipe, "image_base64": STANDARD.encode(bytes), "format": format})
    }

    #[tokio::test]
    async fn live_7_a_picture_is_uploaded_by_slug_and_the_former_one_is_told() {
        let bench = Bench::start().await;
        let bread = bench.mealie.kitchen().add_recipe("Bread").to_string();
        let mut former = "none";
        for (number, sample) in SAMPLE_PICTURES.into_iter().enumerate() {
            let answer = bench.goes::<SetRecipeImage>(arguments(&bread, sample)).await.unwrap();
            assert_eq!(answer.structured["status"], "image_set");
            assert_eq!(answer.structured["recipe_id"], bread);
            assert_eq!(answer.structured["former_picture"], former);
            assert_eq!(answer.text.contains("The former picture is gone."), former == "gone");
            former = "gone";
            let writes = bench.mealie.writes();
            let write = &writes[number];
            assert_eq!((write.method.as_str(), write.path.as_str()), ("PUT", "/api/recipes/bread/image"));
            assert_eq!((writes.len(), write.status), (number + 1, Some(200)));
            let ending = write.part("extension").map(|part| part.text());
            assert!(
                ending.as_deref().is_some_and(|ending| ending != "webp"),
                "{ending:?} is the name of the one that is there"
            );
        }
    }

    #[tokio::test]
    async fn live_7_what_is_no_picture_never_leaves() {
        let bench = Bench::start().await;
        let (_, png) = SAMPLE_PICTURES[0];
        for (row, image, format, want) in [
            (
                "no base64",
                "data:image/png;base64,AAAA".to_owned(),
                "png",
                "`image_base64`: begins with `data:`",
            ),
            ("no picture", STANDARD.encode("pea soup"), "png", "`image_base64`: is no picture"),
            ("another format", STANDARD.encode(png), "jpg", "`format`: says JPEG"),
        ] {
            let arguments = json!({"recipe": "pea-soup", "image_base64": image, "format": format});
            let said = bench.plans::<SetRecipeImage>(arguments).await.err().unwrap().words().ours;
            assert!(said.starts_with(&format!("Argument {want}")), "{row}: {said}");
        }
        assert_eq!(bench.mealie.journal(), [], "Mealie is asked nothing");
    }

    /// The header is all that is looked at here; what is behind it only Mealie reads.
    #[tokio::test]
    async fn live_7_a_picture_that_mealie_cannot_read_leaves_the_former_one() {
        let bench = Bench::start().await;
        let bread = bench.mealie.kitchen().add_recipe("Bread");
        bench.goes::<SetRecipeImage>(arguments("bread", SAMPLE_PICTURES[0])).await.unwrap();
        let before = bench.mealie.kitchen().picture_of(bread).unwrap();
        for (format, bytes) in SAMPLE_PICTURES.into_iter().filter(|(format, _)| *format != "webp") {
            let broken = &bytes[..bytes.len() / 2];
            let failure =
                bench.goes::<SetRecipeImage>(arguments("bread", (format, broken))).await.unwrap_err();
            assert!(matches!(failure, Failure::Status { code: 500, .. }), "{format}: {failure:?}");
            assert_eq!(bench.mealie.kitchen().picture_of(bread).as_ref(), Some(&before), "{format}");
        }
    }

    #[tokio::test]
    async fn live_5_an_address_that_leads_elsewhere_since_the_plan_keeps_its_picture() {
        let bench = Bench::start().await;
        let soup = bench.mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
        let Plan::Go(write) =
            bench.plans::<SetRecipeImage>(arguments("pea-soup", SAMPLE_PICTURES[0])).await.unwrap()
        else {
            panic!("it never asks")
        };
        bench.mealie.kitchen().rename_leaving_the_slug(soup, "Red Lentil Soup");
        assert!(bench.is_broken_address(&bench.runs(write).await));
        assert_eq!(bench.mealie.writes(), []);
    }
}
