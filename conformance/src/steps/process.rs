//! Then: the server as a process: its exit code, its stderr, its environment. These steps look; a sign of life is all
//! that they ever ask for.

use std::time::Duration;

use cucumber::then;

use crate::subject::{EXIT_DEADLINE, Ending};
use crate::unmet::{Met, expect};
use crate::world::World;

#[then(regex = r"^the server ends with exit code (\d+)$")]
async fn server_ends(world: &mut World, code: i32) -> Met {
    let ending = world.ending(EXIT_DEADLINE).await?;
    let stderr = world.stderr()?;
    expect(ending == Ending::Code(code), format!("exit code {code}"), || {
        format!("{ending}; stderr: {stderr}")
    })
}

/// Clients end a server that does not go by itself, the most patient of them after 3 s (MCP clients of rmcp; those in
/// TypeScript and Python after 2 s). A second more, for a busy machine.
const KILLED_AFTER: Duration = Duration::from_secs(4);

#[then(regex = r"^the server ends with exit code (\d+) before a client would kill it$")]
async fn server_ends_soon(world: &mut World, code: i32) -> Met {
    let ending = world.ending(KILLED_AFTER).await?;
    expect(ending == Ending::Code(code), format!("exit code {code}"), || ending.to_string())
}

#[then("the server still answers")]
async fn server_answers(world: &mut World) -> Met {
    world.sign_of_life().await
}

#[then("stdout is empty")]
async fn stdout_is_empty(world: &mut World) -> Met {
    let lines = world.lines_on_stdout().await?;
    expect(lines == 0, "nothing on stdout", || format!("{lines} lines"))
}

#[then(regex = r#"^(?:stderr|a line of stderr) names "(.+)"$"#)]
async fn stderr_names(world: &mut World, text: String) -> Met {
    let line = world.stderr_line(|line| line.contains(&text)).await?;
    let stderr = world.stderr()?;
    expect(line.is_some(), format!("a line of stderr with {text:?}"), || stderr)
}

#[then(regex = r#"^stderr does not name "(.+)"$"#)]
async fn stderr_silent_on(world: &mut World, text: String) -> Met {
    world.settled().await?;
    let stderr = world.stderr()?;
    expect(!stderr.contains(&text), format!("stderr without {text:?}"), || stderr.clone())
}

#[then(regex = r#"^exactly one line of stderr (names|is) "(.+)"$"#)]
async fn one_line(world: &mut World, how: String, text: String) -> Met {
    let wanted = |line: &str| if how == "is" { line == text } else { line.contains(&text) };
    world.stderr_line(wanted).await?;
    world.settled().await?;
    let stderr = world.stderr()?;
    let count = stderr.lines().filter(|line| wanted(line)).count();
    expect(count == 1, format!("one line of stderr that {how} {text:?}"), || {
        format!("{count} of them in: {stderr}")
    })
}

#[then(regex = r#"^every line of stderr begins "(.+)"$"#)]
async fn every_line_begins(world: &mut World, beginning: String) -> Met {
    world.settled().await?;
    let stderr = world.stderr()?;
    let odd = stderr.lines().find(|line| !line.starts_with(&beginning)).map(str::to_owned);
    expect(odd.is_none(), format!("every line of stderr to begin {beginning:?}"), || {
        odd.unwrap_or_default()
    })?;
    expect(!stderr.is_empty(), "something on stderr", || "nothing".to_owned())
}

#[then("the token appears nowhere in what the server said")]
fn token_nowhere(world: &mut World) -> Met {
    let token = world.look().token().to_owned();
    expect(!world.subject_said(&token), "no token in stdout or stderr", || "it is there".to_owned())
}

#[then("the environment of the server does not hold the token")]
fn environment_is_clean(world: &mut World) -> Met {
    let environment = world.visible_environment()?;
    let token = world.look().token().as_bytes();
    let held = environment.windows(token.len()).any(|window| window == token);
    expect(!held, "an environment without the token", || "the token in /proc/PID/environ".to_owned())
}

#[then(regex = r"^the server never held more than (\d+) MiB$")]
fn memory_is_bounded(world: &mut World, most: u64) -> Met {
    let peak = world.peak_memory()?;
    expect(peak <= most * 1024 * 1024, format!("at most {most} MiB"), || {
        format!("{} kB; last: {}", peak / 1024, world.last_words())
    })
}
