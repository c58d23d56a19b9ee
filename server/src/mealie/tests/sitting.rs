//! One large answer is held at a time, and nobody waits for another for ever (BND-7).

use std::cell::Cell;

use futures::future::join_all;
use futures::join;

use super::super::sitting::LARGE_BYTES;
use super::scripted::{Move, Scripted, json};
use super::{client, foods};
use crate::text::Foreign;

/// A server that answers with texts of so many bytes, in turn, over and over.
async fn server(lengths: &[usize]) -> Scripted {
    let text = |bytes: &usize| json(&format!("\"{}\"", "a".repeat(bytes - 2)));
    let turns = lengths.iter().flat_map(|bytes| [Move::Hear, text(bytes)]);
    Scripted::start(vec![turns.cycle().take(128).collect()]).await
}

#[tokio::test]
async fn bnd_7_what_is_large_is_read_by_one_plan_at_a_time() {
    let server = server(&[LARGE_BYTES + 1]).await;
    let (reads, _key) = client(&server.url());
    let (first, second) = (reads.for_one_plan(), reads.for_one_plan());
    assert!(first.get::<Foreign>(foods()).await.is_ok());
    let over = Cell::new(false);
    let holder = async {
        // Who sits at the table reads on, longer than the other would take if it did not wait.
        for _ in 0..20 {
            assert!(first.get::<Foreign>(foods()).await.is_ok());
        }
        over.set(true);
        drop(first);
    };
    let waiter = async {
        assert!(second.get::<Foreign>(foods()).await.is_ok());
        assert!(over.get(), "the first plan still holds what it read");
    };
    join!(holder, waiter);
}

#[tokio::test]
async fn bnd_7_what_is_not_large_is_read_beside_it() {
    let server = server(&[LARGE_BYTES + 1, LARGE_BYTES, LARGE_BYTES]).await;
    let (reads, _key) = client(&server.url());
    let plans = [reads.for_one_plan(), reads.for_one_plan(), reads.for_one_plan()];
    for plan in &plans {
        assert!(plan.get::<Foreign>(foods()).await.is_ok());
    }
}

/// Each plan reads two large answers, one after the other, and there are more plans than turns: who waits for the table
/// holds no turn that the one at the table needs.
#[tokio::test]
async fn bnd_7_many_plans_with_large_answers_come_to_an_end() {
    let server = server(&[LARGE_BYTES * 2]).await;
    let (reads, _key) = client(&server.url());
    let plans = (0..12).map(|_| {
        let plan = reads.for_one_plan();
        async move {
            let one = plan.get::<Foreign>(foods()).await.is_ok();
            one && plan.get::<Foreign>(foods()).await.is_ok()
        }
    });
    assert_eq!(join_all(plans).await, [true; 12]);
}

/// A plan that asks for two large answers side by side gets both, one after the other.
#[tokio::test]
async fn bnd_7_one_plan_reads_its_large_answers_one_by_one() {
    let server = server(&[LARGE_BYTES * 2]).await;
    let (reads, _key) = client(&server.url());
    let (one, other) = join!(reads.get::<Foreign>(foods()), reads.get::<Foreign>(foods()));
    assert!(one.is_ok() && other.is_ok());
}
