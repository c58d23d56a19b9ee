//! A stand-in for Mealie 3.10.2 that behaves like the real one, down to its hazards.
//! It is for tests and demonstrations; it never keeps anything and never talks to anybody.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> std::io::Result<()> {
//! use fake_mealie::{Fault, FakeMealie, Options};
//!
//! let mealie = FakeMealie::start(Options::default()).await?;
//! println!("{} takes {}", mealie.url(), mealie.token());
//!
//! // Somebody else is in the kitchen:
//! let soup = mealie.kitchen().add_recipe("Pea soup");
//! mealie.kitchen().add_comment(soup, "Better on the second day.");
//!
//! // Trouble on order, counted:
//! mealie.order_fault(Fault::on("DELETE", "/api/recipes/pea-soup").next(1).answers(503, "busy"));
//!
//! assert!(mealie.writes().is_empty(), "nothing came over HTTP");
//! # Ok(())
//! # }
//! ```

mod dish;
mod door;
mod faults;
mod form;
mod journal;
mod moments;
mod parser;
mod pictures;
mod pydantic;
mod query;
mod quirks;
mod replay;
mod reply;
mod routes;
mod scrape;
mod seed;
mod shapes;
mod slug;
mod store;
mod trouble;
mod wire;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, MutexGuard};

use tokio::net::TcpListener;
use tokio::sync::watch;

pub use dish::{Coding, Dish};
pub use faults::{Fault, FaultOrder};
pub use form::Part;
pub use journal::Arrival;
pub use pictures::SAMPLE_PICTURES;
pub use query::recipes_matching;
pub use replay::{Expectation, Report, replay};
pub use seed::{
    PlainCookbook, PlainFood, PlainIngredient, PlainLabel, PlainList, PlainPage, PlainPlan, PlainRecipe,
    PlainSeed, PlainUnit, Seed,
};
pub use store::*;

use door::House;
use wire::{Cord, CordedListener};

/// How a fake is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where it listens. Port 0 takes a free one.
    pub listen: SocketAddr,
    /// What is in the kitchen.
    pub seed: Seed,
    /// The cook's bearer token; random if not given. A known token is for tests only.
    pub token: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options { listen: (Ipv4Addr::LOCALHOST, 0).into(), seed: Seed::Demo, token: None }
    }
}

/// A fake that is running. It stops when this is dropped.
pub struct FakeMealie {
    house: Arc<House>,
    url: String,
    token: String,
    closing: watch::Sender<bool>,
}

impl FakeMealie {
    /// Starts a fake on a task of the current tokio runtime.
    ///
    /// # Errors
    /// The address cannot be had, or (`InvalidData`) the seed names something that it does not hold.
    pub async fn start(options: Options) -> io::Result<FakeMealie> {
        let token = options.token.unwrap_or_else(|| uuid::Uuid::new_v4().simple().to_string());
        let kitchen = options
            .seed
            .kitchen(&token)
            .map_err(|problem| io::Error::new(io::ErrorKind::InvalidData, problem))?;
        let listener = TcpListener::bind(options.listen).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let (closing, closed) = watch::channel(false);
        let house = Arc::new(House::new(kitchen, closed.clone()));
        let service = door::app(house.clone()).into_make_service_with_connect_info::<Cord>();
        let mut stopped = closed;
        let serving = axum::serve(CordedListener(listener), service).with_graceful_shutdown(async move {
            // An error means that the fake is gone, which is what we wait for.
            let _ = stopped.wait_for(|closing| *closing).await;
        });
        tokio::spawn(serving.into_future());
        Ok(FakeMealie { house, url, token, closing })
    }

    /// The address, without a slash at the end: `http://127.0.0.1:41234`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The cook's bearer token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// What arrived since the start or the last reset, in order.
    pub fn journal(&self) -> Vec<Arrival> {
        self.house.journal().arrivals().to_vec()
    }

    /// The part of the journal that could have changed something: everything but GET, the parser's POST and the
    /// preview scrape's POST.
    pub fn writes(&self) -> Vec<Arrival> {
        self.house.journal().arrivals().iter().filter(|arrival| arrival.is_write()).cloned().collect()
    }

    /// Every address that a real Mealie would have been sent to since the start or the last reset, in order. Empty: it
    /// was sent nowhere.
    pub fn would_fetch(&self) -> Vec<String> {
        self.house.journal().arrivals().iter().flat_map(|arrival| arrival.would_fetch.clone()).collect()
    }

    /// The state, to be read and changed while requests wait. Let go of it before the next `await`.
    pub fn kitchen(&self) -> MutexGuard<'_, Kitchen> {
        self.house.kitchen()
    }

    /// Orders trouble.
    pub fn order_fault(&self, fault: Fault) {
        self.house.faults().order(fault);
    }

    /// Calls off every fault that is still on order.
    pub fn clear_faults(&self) {
        self.house.faults().clear();
    }

    /// Back to the seed, ids and all; the journal is empty and no fault is on order.
    pub fn reset(&self) {
        self.house.reset();
    }
}

impl Drop for FakeMealie {
    fn drop(&mut self) {
        // Nobody listening any more is as good.
        let _ = self.closing.send(true);
    }
}
