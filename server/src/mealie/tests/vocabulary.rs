//! Tags, categories, foods and units found by what people call them, and the bounds of looking.

use fake_mealie::{FakeMealie, Options, Seed};

use super::super::vocabulary::{Found, Kind, LookupTime, Wanted, all, as_read, glance};
use super::*;
use crate::failure::Why;
use crate::text::Id;

async fn empty() -> (FakeMealie, Reads) {
    let mealie = FakeMealie::start(Options { seed: Seed::Empty, ..Options::default() }).await.unwrap();
    let (reads, _) = crate::mealie::open(Connection::of_test(mealie.url(), mealie.token()));
    (mealie, reads)
}

fn wanted(name: &str) -> Wanted<'_> {
    Wanted { name, address: None }
}

fn asked_for(mealie: &FakeMealie, path: &str) -> usize {
    mealie.journal().iter().filter(|arrival| arrival.path == path).count()
}

#[tokio::test]
async fn live_6_a_word_is_found_by_what_people_call_it() {
    let (mealie, reads) = empty().await;
    let (onion, creme, tablespoon, teaspoon, gram, vegan) = {
        let mut kitchen = mealie.kitchen();
        let (onion, creme) = (kitchen.add_food("onion"), kitchen.add_food("Crème fraîche"));
        let food = kitchen.foods.get_mut(onion).unwrap();
        (food.plural_name, food.aliases) =
            (Some("onions".into()), vec!["Zwiebel".into(), "all-purpose bulb".into()]);
        kitchen.add_food("tomato");
        kitchen.add_food("chickpeas");
        let units = ["tablespoon", "teaspoon", "gram"].map(|name| kitchen.add_unit(name));
        for (unit, short) in units.iter().zip(["T", "t", "g"]) {
            kitchen.units.get_mut(*unit).unwrap().abbreviation = short.into();
        }
        (onion, creme, units[0], units[1], units[2], kitchen.add_tag("Very Vegan!"))
    };
    let named = |name: &str| mealie.kitchen().foods.iter().find(|food| food.name == name).map(|food| food.id);
    for (row, kind, name, want) in [
        ("a plural that Mealie does not know", Kind::Food, "Tomatoes".to_owned(), named("tomato")),
        ("one of what Mealie knows as many", Kind::Food, "Chickpea".to_owned(), named("chickpeas")),
        ("a unit in the plural", Kind::Unit, "grams".to_owned(), Some(gram)),
        ("a short word is no plural", Kind::Unit, "gs".to_owned(), None),
        ("its name", Kind::Food, "onion".to_owned(), Some(onion)),
        ("another case", Kind::Food, "ONION".to_owned(), Some(onion)),
        ("its plural", Kind::Food, "Onions".to_owned(), Some(onion)),
        ("an alias", Kind::Food, "zwiebel".to_owned(), Some(onion)),
        ("an alias with a hyphen", Kind::Food, "All-purpose bulb".to_owned(), Some(onion)),
        ("no accents", Kind::Food, "creme fraiche".to_owned(), Some(creme)),
        ("its id", Kind::Food, onion.to_string().to_uppercase(), Some(onion)),
        ("a part of a name", Kind::Food, "oni".to_owned(), None),
        ("a quote within", Kind::Food, "o\"nion".to_owned(), None),
        ("everything to a careless search", Kind::Food, "%".to_owned(), None),
        ("a blank", Kind::Food, " ".to_owned(), None),
        ("an id that nobody has", Kind::Food, "3f2a0000-0000-4000-8000-00000000dead".to_owned(), None),
        ("a capital that tells two apart", Kind::Unit, "T".to_owned(), Some(tablespoon)),
        ("and the small one", Kind::Unit, "t".to_owned(), Some(teaspoon)),
        ("an abbreviation in another case", Kind::Unit, "G".to_owned(), Some(gram)),
        ("a tag by its slug", Kind::Tag, "very-vegan".to_owned(), Some(vegan)),
        ("a tag by its name", Kind::Tag, "very vegan!".to_owned(), Some(vegan)),
        ("a tag by a part", Kind::Tag, "vegan".to_owned(), None),
    ] {
        let want = want.map_or(Found::Missing, |id| Found::One(id.into()));
        let one = [wanted(&name)];
        let glanced = glance(&reads, kind, &one).await.unwrap();
        let found = match kind {
            Kind::Tag | Kind::Category => glanced.clone(),
            Kind::Food | Kind::Unit => all(&reads, kind, &one).await.unwrap(),
        };
        assert_eq!(found.as_slice(), std::slice::from_ref(&want), "{row}");
        assert!(
            glanced[0] == want || glanced[0] == Found::Missing,
            "{row}: a glance says nothing else: {glanced:?}"
        );
    }
    let by_address = [Wanted { name: "VERY vegan?", address: Some("very-vegan".to_owned()) }];
    assert_eq!(glance(&reads, Kind::Tag, &by_address).await.unwrap(), [Found::One(vegan.into())]);
}

/// Mealie tells foods apart by case, so a name can be two; an exact one is never in doubt.
#[tokio::test]
async fn live_6_a_name_that_could_be_two_is_neither() {
    let (mealie, reads) = empty().await;
    let [small, large] = ["stock", "Stock"].map(|name| Id::from(mealie.kitchen().add_food(name)));
    for look in [true, false] {
        let names = [wanted("stock"), wanted("STOCK")];
        let found = match look {
            true => glance(&reads, Kind::Food, &names).await.unwrap(),
            false => all(&reads, Kind::Food, &names).await.unwrap(),
        };
        assert_eq!(found[0], Found::One(small));
        let Found::Several(ids) = &found[1] else { panic!("{found:?}") };
        assert!(ids.len() == 2 && ids.contains(&small) && ids.contains(&large));
    }
}

#[tokio::test]
async fn bnd_5_a_few_are_asked_for_one_by_one_and_many_at_once() {
    let (mealie, reads) = empty().await;
    let names: Vec<String> = (0..400).map(|at| format!("food {at}")).collect();
    names.iter().for_each(|name| {
        mealie.kitchen().add_food(name);
    });
    let wishes: Vec<Wanted<'_>> = names.iter().map(|name| wanted(name)).collect();
    for (count, glances) in [(0, 0), (1, 1), (3, 3), (4, 0)] {
        let before = asked_for(&mealie, "/api/foods");
        let found = glance(&reads, Kind::Food, &wishes[..count]).await.unwrap();
        assert_eq!(asked_for(&mealie, "/api/foods") - before, glances, "{count}");
        assert_eq!(found.iter().filter(|found| matches!(found, Found::One(_))).count(), glances, "{count}");
    }
    let before = asked_for(&mealie, "/api/foods");
    let found = all(&reads, Kind::Food, &wishes).await.unwrap();
    assert_eq!(asked_for(&mealie, "/api/foods") - before, 1);
    assert!(found.iter().all(|found| matches!(found, Found::One(_))));
}

#[tokio::test]
async fn bnd_5_a_vocabulary_of_more_than_five_thousand_is_searched_name_by_name() {
    let (mealie, reads) = empty().await;
    let oldest = mealie.kitchen().add_food("saffron");
    (0..5_000).for_each(|at| {
        mealie.kitchen().add_food(&format!("filler {at}"));
    });
    let names = [wanted("saffron"), wanted("SAFFRON"), wanted("filler 7"), wanted("unheard of")];
    let found = all(&reads, Kind::Food, &names).await.unwrap();
    assert_eq!(found[..2], [Found::One(oldest.into()), Found::One(oldest.into())]);
    assert!(matches!(found[2], Found::One(_)) && found[3] == Found::Missing);
}

#[tokio::test]
async fn live_6_words_are_read_as_they_stand_and_one_that_is_gone_is_told() {
    let (mealie, reads) = empty().await;
    let ids: Vec<Id> =
        (0..120).map(|at| Id::from(mealie.kitchen().add_food(&format!("food {at}")))).collect();
    let words = as_read(&reads, Kind::Food, &ids).await.unwrap();
    assert_eq!(words.len(), 120);
    assert!(
        mealie.journal().iter().all(|arrival| { arrival.query.iter().all(|(_, value)| value.len() < 3_000) }),
        "no address that a proxy refuses"
    );
    mealie.kitchen().delete_food(ids[60].into());
    let failure = as_read(&reads, Kind::Food, &ids).await.unwrap_err();
    assert!(
        matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Changed
        && refusal.words.contains(&ids[60].to_string())),
        "{failure:?}"
    );
}

/// What is sent with every line that uses it cannot be large.
#[tokio::test]
async fn bnd_7_a_word_that_is_no_word_is_not_sent() {
    let (mealie, reads) = empty().await;
    let food = mealie.kitchen().add_food("Salt");
    mealie.kitchen().foods.get_mut(food).unwrap().description = "é".repeat(2_000);
    assert_eq!(
        as_read(&reads, Kind::Food, &[food.into()]).await.unwrap().len(),
        1,
        "as long as may be written"
    );
    mealie.kitchen().foods.get_mut(food).unwrap().description = "x".repeat(33 * 1024);
    let failure = as_read(&reads, Kind::Food, &[food.into()]).await.unwrap_err();
    assert!(matches!(failure, Failure::Answer(..)), "{failure:?}");
}

#[tokio::test(start_paused = true)]
async fn bnd_4_all_lookups_of_a_call_share_thirty_seconds() {
    let time = LookupTime::start();
    let lookup = |seconds| {
        time.hold(async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            Ok(())
        })
    };
    assert!(lookup(20).await.is_ok());
    assert!(lookup(9).await.is_ok(), "29 seconds together");
    let failure = lookup(2).await.unwrap_err();
    assert!(matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Slow), "{failure:?}");
    let words = failure.words().ours;
    assert!(words.contains("30 seconds") && words.contains("Nothing was changed"), "{words}");
}
