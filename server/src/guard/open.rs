//! How many questions are waiting, per principal (ASK-20). It only counts; a question takes itself off when it ends.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How many pushed questions of one principal may wait at once.
const MAX_OPEN: usize = 20;

/// The questions that wait now.
#[derive(Debug, Default)]
pub(super) struct OpenQuestions(Mutex<HashMap<String, usize>>);

/// One open question, counted as long as it lives.
#[derive(Debug)]
pub(super) struct Open<'a> {
    questions: &'a OpenQuestions,
    principal: String,
}

impl OpenQuestions {
    /// Counts one more, unless there are too many.
    pub(super) fn one_more(&self, principal: &str) -> Option<Open<'_>> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(principal.to_owned()).or_default();
        if *count == MAX_OPEN {
            return None;
        }
        *count += 1;
        Some(Open { questions: self, principal: principal.to_owned() })
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        let mut counts = self.questions.0.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.get_mut(&self.principal) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                counts.remove(&self.principal);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ask_20_twenty_questions_of_one_principal_may_wait_and_no_more() {
        let questions = OpenQuestions::default();
        let mut open: Vec<Open<'_>> = (0..20).map(|_| questions.one_more("a").unwrap()).collect();
        assert!(questions.one_more("a").is_none(), "the twenty-first");
        assert!(questions.one_more("b").is_some(), "another principal's first");
        open.pop();
        assert!(questions.one_more("a").is_some(), "one was answered");
        drop(open);
        assert!(questions.0.lock().unwrap().is_empty(), "nothing is kept of those who ask nothing");
    }
}
