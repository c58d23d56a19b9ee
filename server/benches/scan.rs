//! Work whose time has to grow with its input and no faster (NET-7), on inputs made to prevent that: each row at 250 kB and
//! at 2 MB. Owns those inputs and the ratio of the two times; it never checks what comes of the work.
//!
//! `cargo bench -p mealie-mcp --bench scan` prints criterion's report, then one line per row: both times, the best of
//! several runs each, and their ratio. Linear is 8; aimed at is at most 9. With `-- --ratios` the lines come alone.
//! Without noise: `valgrind --tool=callgrind BINARY --once SCALE ROW`, which does that row once, at 1 or 8 times 250 kB.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use mealie_mcp::netguard::scan;
use mealie_mcp::text::{Foreign, Limit};

/// The smaller size, in bytes.
const SMALL: usize = 250_000;

/// How many times as much the larger one is.
const SCALE: usize = 8;

/// One kind of input, and what is done with it.
struct Row {
    name: &'static str,
    input: fn(usize) -> String,
    work: fn(&str),
}

const ROWS: [Row; 16] = [
    Row { name: "scan: nothing but <", input: |bytes| fill(bytes, "<"), work: find },
    Row { name: "scan: tags in tags", input: |bytes| fill(bytes, "<a b=\""), work: find },
    Row { name: "scan: tags in values without quotes", input: |bytes| fill(bytes, "<img/src=x"), work: find },
    Row {
        name: "scan: one tag of attributes",
        input: |bytes| format!("<a {}>", fill(bytes, "src=x itemprop ")),
        work: find,
    },
    Row { name: "scan: comments in comments", input: |bytes| fill(bytes, "<!--"), work: find },
    Row {
        name: "scan: elements that speak in each other",
        input: |bytes| fill(bytes, "<b itemprop=image>"),
        work: find,
    },
    Row { name: "scan: texts in each other", input: |bytes| fill(bytes, "<b itemprop=image>h"), work: find },
    Row { name: "scan: pictures in pictures", input: |bytes| fill(bytes, "{\"image\":["), work: find },
    Row { name: "scan: pictures by other quotes", input: |bytes| fill(bytes, "\"image\":[\" "), work: find },
    Row {
        name: "scan: escapes",
        input: |bytes| format!("\"image\":\"{}", fill(bytes, "\\u005c\\\"")),
        work: find,
    },
    Row {
        name: "scan: references",
        input: |bytes| format!("<img src='{}'>", fill(bytes, "&amp&#1")),
        work: find,
    },
    Row { name: "scan: comments in JSON", input: |bytes| fill(bytes, "\"image\":/*\"'//"), work: find },
    Row { name: "cleaning: what nobody sees", input: |bytes| fill(bytes, "\u{200B}a\u{202E}"), work: wash },
    Row { name: "cleaning: one letter, all its marks", input: |bytes| fill(bytes, "\u{301}"), work: wash },
    Row { name: "cleaning: pictographs joined", input: |bytes| fill(bytes, "\u{1F469}\u{200D}"), work: wash },
    Row {
        name: "cleaning: addresses in addresses",
        input: |bytes| fill(bytes, "https://a:b@c/?token="),
        work: wash,
    },
];

/// So many bytes of a piece, again and again.
fn fill(bytes: usize, piece: &str) -> String {
    piece.repeat(bytes / piece.len())
}

fn find(text: &str) {
    let _ = black_box(scan::references(black_box(text)));
}

fn wash(text: &str) {
    let _ = black_box(Foreign::from(black_box(text).to_owned()).clean(Limit::VALUE));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let at = |flag: &str| arguments.iter().position(|argument| argument == flag);
    if let Some(once) = at("--once") {
        let scale = arguments.get(once + 1).and_then(|scale| scale.parse().ok()).unwrap_or(1);
        let row = arguments.get(once + 2).and_then(|row| row.parse().ok()).unwrap_or(0);
        if let Some(row) = ROWS.get::<usize>(row) {
            (row.work)(&(row.input)(SMALL * scale));
        }
        return;
    }
    if at("--ratios").is_none() {
        report(&mut Criterion::default().configure_from_args());
    }
    ratios();
}

fn report(criterion: &mut Criterion) {
    for row in &ROWS {
        let mut group = criterion.benchmark_group(row.name);
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(200))
            .measurement_time(Duration::from_secs(2));
        for bytes in [SMALL, SMALL * SCALE] {
            let input = (row.input)(bytes);
            group.throughput(Throughput::Bytes(input.len() as u64));
            group.bench_with_input(BenchmarkId::from_parameter(bytes), &input, |bencher, input| {
                bencher.iter(|| (row.work)(input));
            });
        }
        group.finish();
    }
}

fn ratios() {
    let mut lines = String::new();
    for row in &ROWS {
        let [small, large] = [SMALL, SMALL * SCALE].map(|bytes| best(row, &(row.input)(bytes)));
        let ratio = large.as_secs_f64() / small.as_secs_f64();
        lines.push_str(&format!("{:<45}{small:>12.2?}{large:>12.2?}{ratio:>8.2}\n", row.name));
    }
    // Nobody reads it: a closed pipe.
    let _ = std::io::stdout().write_all(lines.as_bytes());
}

/// The best of several runs: what disturbs one only ever makes it longer.
#[expect(clippy::disallowed_methods, reason = "a bench measures time")]
fn best(row: &Row, input: &str) -> Duration {
    const RUNS: usize = 7;
    let run = |_| {
        let start = Instant::now();
        (row.work)(input);
        start.elapsed()
    };
    (0..RUNS).map(run).min().unwrap_or_default()
}
