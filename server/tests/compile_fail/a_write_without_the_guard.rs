//! ASK-3: a planned write cannot be run by whoever planned it; it needs what only the guard lends.

use mealie_mcp::answer::Answer;
use mealie_mcp::tool::Write;

fn hurry(write: Write<Answer>) {
    let _ = write.run();
}

fn main() {}
