//! Looking names up (NET-4), and not doing it (NET-9). Time is paused: it passes only where a test waits.

use futures::future::join_all;
use tokio::time::Instant;

use super::resolve::{AT_ONCE, TIME_LIMIT};
use super::*;

#[tokio::test(start_paused = true)]
async fn net_4_every_address_behind_a_name_is_judged() {
    for (row, addresses, want) in [
        ("public", &["93.184.215.14"][..], None),
        ("public, of both versions", &["93.184.215.14", "2606:2800::1"], None),
        ("net_5: private", &["192.168.1.4"], None),
        ("net_5: private, of both versions", &["192.168.1.4", "fd12:3456::1"], None),
        ("none", &[], None),
        ("loopback", &["127.0.0.1"], Some(Objection::Behind("a loopback address"))),
        (
            "the last one",
            &["93.184.215.14", "2606:2800::1", "::1"],
            Some(Objection::Behind("a loopback address")),
        ),
        ("in another form", &["64:ff9b::7f00:1"], Some(Objection::Behind("a loopback address"))),
        ("metadata", &["169.254.169.254"], Some(Objection::Behind("the metadata service of a cloud"))),
        ("private and refused", &["10.0.0.1", "0.0.0.0"], Some(Objection::Behind("an unspecified address"))),
        ("public and private", &["93.184.215.14", "192.168.1.4"], Some(Objection::Mixed)),
        (
            "public and private, of the other version",
            &["93.184.215.14", "fd12:3456::1"],
            Some(Objection::Mixed),
        ),
        ("public and private in another form", &["93.184.215.14", "::ffff:10.0.0.1"], Some(Objection::Mixed)),
    ] {
        let (guard, book) = Book::default().with("soup.example", 20, addresses).guard(None);
        let judged = judged(&guard, "https://soup.example/").await;
        assert_eq!(judged.err(), want.map(ruled), "{row}");
        assert_eq!(book.asked(), ["soup.example"], "{row}: once");
    }
}

#[tokio::test(start_paused = true)]
async fn net_4_a_name_that_does_not_resolve_in_time_is_passed_on() {
    for (row, book, milliseconds) in [
        ("unknown", Book::default(), 0),
        ("an error", Book::default().without("soup.example", 500), 500),
        ("just in time", Book::default().with("soup.example", 2_999, &["93.184.215.14"]), 2_999),
        ("too late", Book::default().with("soup.example", 3_001, &["127.0.0.1"]), 3_000),
        ("never", Book::default().with("soup.example", 3_600_000, &["127.0.0.1"]), 3_000),
    ] {
        let (guard, _) = book.guard(None);
        let start = Instant::now();
        assert_eq!(
            judged(&guard, "http://soup.example").await.as_deref(),
            Ok("http://soup.example/"),
            "{row}"
        );
        assert_eq!(start.elapsed().as_millis(), milliseconds, "{row}");
    }
}

#[tokio::test(start_paused = true)]
async fn net_4_a_name_that_resolves_in_the_last_moment_is_judged() {
    let (guard, _) = Book::default().with("soup.example", 2_999, &["127.0.0.1"]).guard(None);
    assert!(judged(&guard, "http://soup.example").await.is_err());
}

#[tokio::test(start_paused = true)]
async fn net_4_all_lookups_of_one_call_run_side_by_side_and_share_three_seconds() {
    let names: Vec<&'static str> = (0..25).map(|n| &*format!("cdn{n}.example").leak()).collect();
    let document: String = names.iter().map(|name| format!("<img src=\"https://{name}/x.png\">")).collect();
    let all = |milliseconds| {
        names.iter().fold(Book::default(), |book, name| book.with(name, milliseconds, &["93.184.215.14"]))
    };
    for (row, book, milliseconds, refused) in [
        ("each needs two seconds", all(2_000), 2_000, false),
        ("none answers", all(60_000), 3_000, false),
        (
            "one is refused, the others never answer",
            all(60_000).with(names[24], 100, &["127.0.0.1"]),
            100,
            true,
        ),
        ("one is refused too late", all(10).with(names[24], 3_100, &["127.0.0.1"]), 3_000, false),
    ] {
        let (guard, book) = book.guard(None);
        let start = Instant::now();
        let judged = guard.document("html_or_json", document.clone()).await;
        assert_eq!(judged.is_err(), refused, "{row}");
        assert_eq!(start.elapsed().as_millis(), milliseconds, "{row}");
        assert_eq!(book.asked().len(), 25, "{row}");
    }
}

#[tokio::test(start_paused = true)]
async fn net_4_a_flood_of_slow_names_is_refused_and_does_not_switch_the_check_off() {
    let (guard, book) = Book::default()
        .with("slow.example", 2_000, &["93.184.215.14"])
        .with("evil.example", 0, &["127.0.0.1"])
        .guard(None);
    let slow = join_all((0..AT_ONCE).map(|_| judged(&guard, "http://slow.example/")));
    let late = async {
        tokio::time::sleep(Duration::from_millis(1)).await;
        (judged(&guard, "http://evil.example/").await, judged(&guard, "http://93.184.215.14/").await)
    };
    let (slow, (name, address)) = tokio::join!(slow, late);
    assert!(slow.iter().all(Result::is_ok));
    assert_eq!(name, Err(objection::BUSY.to_owned()), "without a place");
    assert!(address.is_ok(), "an address needs none");
    assert_eq!(book.asked().len(), AT_ONCE);
    assert!(
        judged(&guard, "http://evil.example/").await.unwrap_err().contains("loopback"),
        "there is room again"
    );
}

/// A lookup that is given up goes on in the system: its place is not free before it is over.
#[tokio::test(start_paused = true)]
async fn net_4_a_lookup_that_nobody_waits_for_keeps_its_place() {
    /// Keeps every place that it gets.
    #[derive(Default)]
    struct Stuck(Mutex<Vec<Place>>);

    impl Resolve for Stuck {
        fn resolve(&self, _: &str, place: Place) -> Lookup {
            self.0.lock().unwrap().push(place);
            Box::pin(std::future::pending())
        }
    }

    let stuck = Arc::new(Stuck::default());
    let guard = Netguard::with_resolver(None, Arc::clone(&stuck) as Arc<dyn Resolve>);
    let start = Instant::now();
    let first = join_all((0..AT_ONCE).map(|_| judged(&guard, "http://slow.example/"))).await;
    assert!(first.iter().all(Result::is_ok), "passed on");
    assert_eq!(start.elapsed(), TIME_LIMIT);
    assert_eq!(judged(&guard, "http://slow.example/").await, Err(objection::BUSY.to_owned()));
    stuck.0.lock().unwrap().pop();
    assert!(judged(&guard, "http://slow.example/").await.is_ok());
}

#[tokio::test]
async fn net_9_listed_hosts_limit_everything_and_others_are_not_looked_up() {
    let listed = "soup.example, *.cdn.example, Süppchen.example, 93.184.215.14, 2001:db8::1, [fd12::1], localhost, \
                  127.0.0.1, dot.example., *.KÜCHE.example";
    for (row, address, allowed) in [
        ("a name", "http://soup.example/", Ok(true)),
        ("in capitals, with a dot", "http://SOUP.example./", Ok(true)),
        ("below it", "http://a.soup.example/", Ok(false)),
        ("ends like it", "http://pea-soup.example/", Ok(false)),
        ("goes on behind it", "http://soup.example.evil.example/", Ok(false)),
        ("below a suffix", "http://a.cdn.example/", Ok(true)),
        ("far below a suffix", "http://a.b.cdn.example./", Ok(true)),
        ("the suffix itself", "http://cdn.example/", Ok(false)),
        ("ends like the suffix", "http://evilcdn.example/", Ok(false)),
        ("an international name", "http://süppchen.example/", Ok(true)),
        ("its encoding", "http://xn--sppchen-n2a.example/", Ok(true)),
        ("below an international suffix", "http://a.küche.example/", Ok(true)),
        ("listed with a dot", "http://dot.example/", Ok(true)),
        ("an address", "http://93.184.215.14/", Ok(true)),
        ("the same address", "http://[::ffff:93.184.215.14]/", Ok(true)),
        ("another address", "http://93.184.215.15/", Ok(false)),
        ("version 6", "http://[2001:db8:0::1]/", Ok(true)),
        ("version 6, listed in brackets", "http://[fd12::1]/", Ok(true)),
        ("another of version 6", "http://[2001:db8::2]/", Ok(false)),
        ("listed and refused all the same", "http://localhost/", Err("leads to the local machine")),
        ("an address, listed and refused", "http://127.0.0.1/", Err("leads to a loopback address")),
        ("another host", "http://evil.example/", Ok(false)),
    ] {
        let (guard, book) = Book::default().guard(Some(listed));
        let said = judged(&guard, address).await;
        match (allowed, &said) {
            (Ok(true), Ok(_)) => {}
            (Ok(false), Err(rule)) => {
                assert_eq!(*rule, ruled(Objection::NotListed), "{row}");
                assert_eq!(book.asked(), [""; 0], "{row}: no lookup");
            }
            (Err(start), Err(rule)) => assert!(rule.starts_with(start), "{row}: {rule}"),
            other => panic!("{row}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn net_9_a_document_with_one_host_too_many_is_refused_before_any_lookup() {
    let (guard, book) = Book::default().guard(Some("cdn.example"));
    let page = |host| format!("<img src=\"https://cdn.example/x.png\"><img src=\"http://{host}/x.png\">");
    let said = guard.document("html_or_json", page("evil.example")).await;
    assert!(rule(said.unwrap_err()).contains(&Objection::NotListed.to_string()));
    assert_eq!(book.asked(), [""; 0]);
    guard.document("html_or_json", page("CDN.example")).await.unwrap();
    assert_eq!(book.asked(), ["cdn.example"], "each host once");
}

#[tokio::test(start_paused = true)]
async fn net_4_a_listed_name_is_looked_up_all_the_same() {
    let (guard, _) = Book::default().with("soup.example", 0, &["127.0.0.1"]).guard(Some("soup.example"));
    assert!(judged(&guard, "http://soup.example/").await.unwrap_err().contains("loopback"));
}

#[test]
fn net_9_a_list_with_an_entry_that_is_no_host_is_refused_whole() {
    for list in [
        "",
        "example.com,",
        ",example.com",
        "example.com,,example.org",
        "*",
        "*.",
        "*.*",
        "**.example.com",
        "a*.example.com",
        "*example.com",
        "www.*.com",
        ".example.com",
        "*..example.com",
        "*.1.2.3.4",
        "*.[::1]",
        "https://example.com",
        "example.com:443",
        "example.com/soup",
        "anna@example.com",
        "exam ple.com",
        "example.com example.org",
        "example.com;example.org",
        "example%2ecom",
        "192.168.0.0/16",
        "1.2.3.4.5",
        "[::1",
        "a..b",
        "-\u{0}",
    ] {
        let alone = FetchHosts::parse(list).map(drop);
        let among = FetchHosts::parse(&format!("example.com, {list}")).map(drop);
        assert_eq!((alone, among), (Err(NoHost), Err(NoHost)), "{list:?}");
    }
}
