//! One call for each row of a table, all to one server: what would take a scenario each otherwise. It keeps what came of
//! each row and never holds it against anything.

use super::World;
use crate::reply::Reply;
use crate::turn::{Call, Turn};
use crate::unmet::{Met, Unmet};

/// A row before its call is made.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    /// What the row is called.
    pub(crate) name: String,
    /// What is to be found again in the traffic or the answer: the address that was handed over.
    pub(crate) told: String,
    /// What is wanted of it, where the table says so.
    pub(crate) wanted: Option<String>,
    /// The call that it makes.
    pub(crate) call: Call,
}

/// A row with what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) ask: Ask,
    pub(crate) turn: Turn,
}

impl Row {
    /// The reply, which it is to be.
    pub(crate) fn reply(&self) -> Result<Reply, Unmet> {
        match &self.turn {
            Turn::Replied(reply) => Ok(Reply(reply.clone())),
            Turn::Asked(question) => Err(Unmet::new(
                format!("{}: an answer", self.ask.name),
                format!("the question: {}", question.message()),
            )),
        }
    }
}

impl World {
    /// Makes the call of each row, one after the other.
    pub(crate) async fn call_each(&mut self, asks: Vec<Ask>) -> Met {
        self.rows.clear();
        for ask in asks {
            self.call(ask.call.clone()).await?;
            let turn = self.turn()?.clone();
            self.rows.push(Row { ask, turn });
        }
        Ok(())
    }

    /// Every row of the last table, and there is one.
    pub(crate) fn rows(&self) -> Result<&[Row], Unmet> {
        if self.rows.is_empty() {
            return Err(Unmet::new("a table of calls that were made", "none"));
        }
        Ok(&self.rows)
    }
}
