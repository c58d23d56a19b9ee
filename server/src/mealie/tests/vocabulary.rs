//! Tags, categories, foods and units found by what people call them, and the bounds of looking.

use std::collections::HashMap;

use fake_mealie::{FakeMealie, Options, Seed};

use super::super::vocabulary::{Found, Kind, LookupTime, Room, Wanted, all, as_read, glance};
use super::*;
use crate::failure::Why;
use crate::text::{Document, Id};

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

/// A food by its name, its aliases behind it.
fn food(mealie: &FakeMealie, names: &[&str]) -> Id {
    let mut kitchen = mealie.kitchen();
    let id = kitchen.add_food(names[0]);
    names[1..].iter().for_each(|alias| kitchen.alias_food(id, alias));
    id.into()
}

fn sorted(found: Found) -> Found {
    match found {
        Found::Several(mut ids) => {
            ids.sort_unstable();
            Found::Several(ids)
        }
        found => found,
    }
}

/// What is found, in whatever way it is looked for; a glance may leave it open.
async fn found(reads: &Reads, kind: Kind, name: &str) -> Found {
    let names = [wanted(name)];
    let all = sorted(all(reads, kind, &names).await.unwrap().remove(0));
    let glanced = sorted(glance(reads, kind, &names).await.unwrap().remove(0));
    assert!(
        glanced == all || glanced == Found::Missing,
        "{name}: a glance says nothing else: {glanced:?}, {all:?}"
    );
    all
}

/// Coconut is `dừa` and pineapple `dứa`: without accents a name can be both, with others it is another.
#[tokio::test]
async fn live_6_accents_can_be_left_out_and_not_mistaken() {
    for (row, foods, name, want) in [
        ("left out by the caller", &["Crème Brûlée"][..], "creme brulee", &[0][..]),
        ("left out in the kitchen", &["creme brulee"], "Crème Brûlée", &[0]),
        ("others", &["bò"], "bơ", &[]),
        ("none", &["bò"], "bo", &[0]),
        ("some of them", &["pâté"], "pâte", &[]),
        ("the ones of one of two", &["dừa", "dứa"], "DỨA", &[1]),
        ("none where two have some", &["dừa", "dứa"], "dua", &[0, 1]),
        ("as characters of their own", &["pa\u{302}te\u{301}", "pâte", "pate"], "Pâté", &[0]),
        ("and the other way round", &["pâté", "pâte", "pate"], "Pa\u{302}te\u{301}", &[0]),
        ("in the plural", &["pâtés"], "pâté", &[0]),
        ("others in the plural", &["pâtés"], "pâte", &[]),
    ] {
        let (mealie, reads) = empty().await;
        let ids: Vec<Id> = foods.iter().map(|name| food(&mealie, &[name])).collect();
        let want = match want {
            [] => Found::Missing,
            [one] => Found::One(ids[*one]),
            several => sorted(Found::Several(several.iter().map(|at| ids[*at]).collect())),
        };
        assert_eq!(found(&reads, Kind::Food, name).await, want, "{row}");
    }
    let (mealie, reads) = empty().await;
    food(&mealie, &["Butter", "bơ"]);
    assert_eq!(found(&reads, Kind::Food, "bò").await, Found::Missing, "others in an alias");
    let tag = Id::from(mealie.kitchen().add_tag("bò"));
    for address in [None, Some("bo".to_owned())] {
        let names = [Wanted { name: "bơ", address }];
        let found = glance(&reads, Kind::Tag, &names).await.unwrap();
        assert_eq!(found, [Found::One(tag)], "of one address Mealie has one tag");
    }
}

#[tokio::test]
async fn live_6_of_one_letter_alone_the_case_counts() {
    for (row, name, short, wanted, there) in [
        ("a name", "T", "", "t", false),
        ("and the other way round", "t", "", "T", false),
        ("with a blank", "T", "", " T ", true),
        ("the same", "t", "", "t", true),
        ("a short form", "tablespoon", "T", "t", false),
        ("of a teaspoon", "teaspoon", "t", "T", false),
        ("the same short form", "tablespoon", "T", "T", true),
        ("another letter", "L", "", "l", true),
        ("of a short form", "litre", "l", "L", true),
        ("a longer one", "Tb", "", "tb", true),
    ] {
        let (mealie, reads) = empty().await;
        let unit = mealie.kitchen().add_unit(name);
        mealie.kitchen().units.get_mut(unit).unwrap().abbreviation = short.into();
        let want = if there { Found::One(unit.into()) } else { Found::Missing };
        assert_eq!(found(&reads, Kind::Unit, wanted).await, want, "{row}");
    }
}

/// A search of Mealie looks at no alias and does not go from a plural to its singular, so that it cannot tell of a twin.
#[tokio::test]
async fn live_6_a_glance_leaves_open_what_a_search_cannot_know() {
    let (mealie, reads) = empty().await;
    let twins = [food(&mealie, &["Zorb leaf", "zorb"]), food(&mealie, &["Negi", "zorb"])];
    let yolk = [food(&mealie, &["Yolks"]), food(&mealie, &["Dotter", "yolk"])][1];
    for (name, want) in [("zorb", sorted(Found::Several(twins.to_vec()))), ("yolk", Found::One(yolk))] {
        assert_eq!(found(&reads, Kind::Food, name).await, want, "{name}");
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

/// Foods, to be sent once each.
async fn named_once(reads: &Reads, ids: &[Id]) -> Result<HashMap<Id, Document>, Failure> {
    let uses = ids.iter().map(|id| (*id, 1)).collect();
    as_read(reads, Kind::Food, &uses, &Room::of(40_000)).await
}

#[tokio::test]
async fn live_6_words_are_read_as_they_stand_and_one_that_is_gone_is_told() {
    let (mealie, reads) = empty().await;
    let ids: Vec<Id> =
        (0..120).map(|at| Id::from(mealie.kitchen().add_food(&format!("food {at}")))).collect();
    let words = named_once(&reads, &ids).await.unwrap();
    assert_eq!(words.len(), 120);
    assert!(
        mealie.journal().iter().all(|arrival| { arrival.query.iter().all(|(_, value)| value.len() < 3_000) }),
        "no address that a proxy refuses"
    );
    mealie.kitchen().delete_food(ids[60].into());
    let failure = named_once(&reads, &ids).await.unwrap_err();
    assert!(
        matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Changed
        && refusal.words.contains(&ids[60].to_string())),
        "{failure:?}"
    );
}

/// What a page of a search leaves out could be closer, or a twin: only the exact name of it is a find.
#[tokio::test]
async fn live_6_of_a_page_that_is_cut_only_an_exact_name_is_found() {
    let (mealie, reads) = empty().await;
    let first = Id::from(mealie.kitchen().add_food("Pie"));
    for at in 0..100 {
        mealie.kitchen().add_food(&format!("pie {at}"));
    }
    let last = Id::from(mealie.kitchen().add_food("pIe"));
    let found = glance(&reads, Kind::Food, &[wanted("PIE"), wanted("Pie"), wanted("pIe")]).await.unwrap();
    assert_eq!(found[0], Found::Missing, "one of two was on the page");
    let exact = [Found::One(first), Found::One(last)];
    assert!(found[1..].iter().zip(&exact).any(|(found, want)| found == want), "{found:?}");
    let Found::Several(twins) = &all(&reads, Kind::Food, &[wanted("PIE")]).await.unwrap()[0] else {
        panic!("two of a name")
    };
    assert_eq!(twins.len(), 2);
}

/// What is sent with every line that uses it cannot be large.
#[tokio::test]
async fn bnd_7_a_word_that_is_no_word_is_not_sent() {
    let (mealie, reads) = empty().await;
    let food = mealie.kitchen().add_food("Salt");
    mealie.kitchen().foods.get_mut(food).unwrap().description = "é".repeat(2_000);
    assert_eq!(named_once(&reads, &[food.into()]).await.unwrap().len(), 1, "as long as may be written");
    mealie.kitchen().foods.get_mut(food).unwrap().description = "x".repeat(33 * 1024);
    let failure = named_once(&reads, &[food.into()]).await.unwrap_err();
    assert!(matches!(failure, Failure::Answer(..)), "{failure:?}");
}

/// A word is sent as often as it is named, and held once more as it was read.
#[tokio::test]
async fn bnd_7_words_have_room_for_their_values_and_their_text() {
    let (mealie, reads) = empty().await;
    let [short, long] = ["short", "long"].map(|name| mealie.kitchen().add_food(name));
    mealie.kitchen().foods.get_mut(long).unwrap().description = "\u{1}".repeat(32_000);
    let values = named_once(&reads, &[short.into()]).await.unwrap()[&short.into()].values();
    for (row, food, uses, room, fits) in [
        ("values for all", short, 9, 10 * values, true),
        ("values for all but one", short, 9, 10 * values - 1, false),
        ("text for all", long, 120, 40_000, true),
        ("too much text", long, 140, 40_000, false),
    ] {
        let uses = HashMap::from([(food.into(), uses)]);
        let outcome = as_read(&reads, Kind::Food, &uses, &Room::of(room)).await;
        assert_eq!(outcome.is_ok(), fits, "{row}: {outcome:?}");
        assert!(fits || matches!(outcome, Err(Failure::Answer(..))), "{row}: {outcome:?}");
    }
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
