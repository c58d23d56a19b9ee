//! Given: how the server is started and what its client says of itself. These steps touch settings and manners, and
//! never the kitchen's content.

use cucumber::given;

use crate::client::Forms;
use crate::subject::Plumbing;
use crate::unmet::{Met, Unmet};
use crate::world::{Manners, World};

#[given(regex = r#"^the setting (\w+) is "(.*)"$"#)]
fn setting_is(world: &mut World, variable: String, value: String) {
    world.set(&variable, Some(&value));
}

#[given(regex = r"^the setting (\w+) is missing$")]
fn setting_is_missing(world: &mut World, variable: String) {
    world.set(&variable, None);
}

#[given("the setting MEALIE_URL leads to a port where nobody listens")]
async fn nobody_listens(world: &mut World) -> Met {
    // A port that was just free and is let go of: nobody else is handed it for a while.
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await;
    let address = listener.and_then(|listener| listener.local_addr());
    let address = address.map_err(|error| Unmet::new("a free port", error.to_string()))?;
    world.set("MEALIE_URL", Some(&format!("http://{address}")));
    Ok(())
}

#[given("the token comes from a file")]
fn token_from_file(world: &mut World) -> Met {
    let token = world.look().token().to_owned();
    let path = world.write_secret(&format!("{token}\n"));
    let path = path.map_err(|error| Unmet::new("a file for the token", error.to_string()))?;
    world.set("MEALIE_API_TOKEN", None);
    world.set("MEALIE_API_TOKEN_FILE", Some(&path));
    Ok(())
}

#[given(regex = r"^the client (declares .+|cannot show forms)$")]
fn client_declares(world: &mut World, words: String) -> Met {
    let forms = match words.as_str() {
        "declares elicitation bare" => Forms::Bare,
        "declares forms" => Forms::Named,
        "declares forms and addresses" => Forms::AndUrl,
        "declares addresses only" => Forms::UrlOnly,
        "declares nothing" | "cannot show forms" => Forms::Unsaid,
        other => return Err(Unmet::new("a declaration that the steps know", other)),
    };
    world.declare(forms);
    Ok(())
}

#[given("the pipes are sockets")]
fn pipes_are_sockets(world: &mut World) {
    world.plumb(Plumbing::Sockets);
}

#[given(regex = r"^the client does not (?:probe|shake hands by itself)$")]
fn client_is_silent(world: &mut World) {
    world.mind(Manners::SilentUntilTold);
}
