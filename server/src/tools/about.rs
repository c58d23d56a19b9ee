//! What this is connected to: the instance, the user, and what this server may do. It shows no address and no token.

use futures::join;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Source, View};
use crate::failure::Failure;
use crate::mealie::records;
use crate::mealie::route::Route;
use crate::text::{Clean, Foreign, Id, Limit};
use crate::tool::{Effect, Kitchen, Plan, Tool};

/// `get_about`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct GetAbout {}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct About {
    /// Version of the Mealie instance.
    #[serde(skip_serializing_if = "Option::is_none")]
    mealie_version: Option<Clean>,
    /// A public demo, whose data others change too.
    #[serde(skip_serializing_if = "is_false")]
    demo: bool,
    /// An AI provider is set up in Mealie.
    ai: bool,
    /// Mealie can read recipes from pictures.
    ai_images: bool,
    user: User,
    server: Server,
}

/// The user that the token belongs to; every call acts as this user.
#[derive(Serialize, JsonSchema)]
struct User {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    username: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_name: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    household: Option<Clean>,
    admin: bool,
    can_invite: bool,
    can_manage: bool,
    can_manage_household: bool,
    can_organize: bool,
}

/// This server.
#[derive(Serialize, JsonSchema)]
struct Server {
    version: &'static str,
    /// Tools that change something are registered.
    writes: bool,
    /// A person is asked by dialog where the client can show one; otherwise by the two-call token.
    dialog: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl View for About {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        if self.user.admin {
            vec![
                "This token belongs to an administrator. A user of its own without that right is safer."
                    .to_owned(),
            ]
        } else {
            Vec::new()
        }
    }
}

impl Tool for GetAbout {
    const NAME: &'static str = "get_about";
    const TITLE: &'static str = "About this Mealie";
    const DESCRIPTION: &'static str = "Tells the Mealie version, the user this acts as with its permissions, and what \
         this server may do.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = About;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<About>, Failure> {
        let (about, myself) = join!(
            kitchen.reads.get::<records::About>(Route::to(&["app", "about"])),
            kitchen.reads.get::<records::Myself>(Route::to(&["users", "self"])),
        );
        // The second one needs a token that works, so its failure says more.
        let myself = myself?;
        let about = about?;
        let name = |foreign: &Option<Foreign>| foreign.as_ref().map(|text| text.clean(Limit::NAME));
        Ok(Plan::Answer(About {
            mealie_version: name(&about.version),
            demo: about.demo_status.unwrap_or_default(),
            ai: about.enable_openai.unwrap_or_default(),
            ai_images: about.enable_openai_image_services.unwrap_or_default(),
            user: User {
                id: myself.id.as_ref().and_then(Foreign::read_as),
                username: name(&myself.username),
                full_name: name(&myself.full_name),
                group: name(&myself.group),
                household: name(&myself.household),
                admin: myself.admin.unwrap_or_default(),
                can_invite: myself.can_invite.unwrap_or_default(),
                can_manage: myself.can_manage.unwrap_or_default(),
                can_manage_household: myself.can_manage_household.unwrap_or_default(),
                can_organize: myself.can_organize.unwrap_or_default(),
            },
            server: Server {
                version: env!("CARGO_PKG_VERSION"),
                writes: kitchen.house.writes,
                dialog: kitchen.house.dialog,
            },
        }))
    }
}
