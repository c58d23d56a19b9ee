//! Fits an answer into its budget: whole items of the largest list go first, from its end; what is too large by itself
//! is cut in its texts, and what is still too large is left out. What remains is valid JSON of the same shape, and says
//! what was left out (BND-3). It never adds content, and its own sentences hold no word of the instance.

use super::tree::{Fields, Tree, fields_bytes};
use crate::text::shorten_shown;

/// How small a text is cut at the most, in characters: below it nothing can be recognised.
const SMALLEST_CUT_CHARS: usize = 80;

/// The field that says what was left out.
pub const LEFT_OUT: &str = "left_out";

/// Lists that are thinned at the most. Each look for the largest costs one pass over the answer, so a hostile one with
/// thousands of lists costs no more passes than this; what is still too large then is cut and left out.
const MAX_THINNED: usize = 8;

/// An object with more fields than this is thinned like a list. The largest of Mealie's own records has 33; what has more
/// is a store for other programs' data.
const MAX_FIELDS: usize = 40;

/// How much of the path to a list is told, in characters: enough to find it by.
const MAX_PATH_CHARS: usize = 60;

/// What the field [`LEFT_OUT`] and the sentences may take: for each thinned list about a hundred bytes of each, the
/// sentences twice.
const RESERVE_BYTES: usize = 2_400;

/// Something with more members than are shown: its path, how many are shown, of how many.
struct Thinned {
    path: Vec<String>,
    shown: usize,
    of: usize,
}

/// Makes the body fit, and gives the sentences that say what was left out. `max_bytes` is at least a few thousand.
pub(super) fn fit(body: &mut Fields, max_bytes: usize) -> Vec<String> {
    if fields_bytes(body) <= max_bytes {
        return Vec::new();
    }
    let max_bytes = max_bytes.saturating_sub(RESERVE_BYTES);
    let mut thinned = Vec::new();
    while thinned.len() < MAX_THINNED {
        let size = fields_bytes(body);
        if size <= max_bytes {
            break;
        }
        let Some(path) = largest(body) else { break };
        let Some(members) = at(body, &path) else { break };
        let (shown, of) = thin(members, size - max_bytes);
        thinned.push(Thinned { path, shown, of });
    }
    let mut notes: Vec<String> = thinned.iter().map(Thinned::note).collect();
    let mut limit = max_bytes / 2;
    let mut cut = false;
    while fields_bytes(body) > max_bytes && limit >= SMALLEST_CUT_CHARS {
        body.iter_mut().for_each(|(_, value)| cut_texts(value, limit));
        cut = true;
        limit /= 2;
    }
    if cut {
        notes.push("Too large to show whole: long texts are cut where they say so.".to_owned());
    }
    if fields_bytes(body) > max_bytes {
        notes.push("Too large to show at all: the largest parts are left out.".to_owned());
    }
    // A few small parts first; then whole fields, of which there are not many.
    for turn in 0.. {
        let part = if turn < MAX_THINNED { Part::Inner } else { Part::Field };
        if fields_bytes(body) <= max_bytes || !leave_out_the_largest(body, part) {
            break;
        }
    }
    if !thinned.is_empty() {
        body.push((LEFT_OUT.into(), Tree::List(thinned.iter().map(Thinned::entry).collect())));
    }
    notes
}

impl Thinned {
    /// The first part of a path is a field of ours; what is below it can be a key of the instance.
    fn note(&self) -> String {
        let Self { path, shown, of } = self;
        let first = path.first().map(String::as_str).unwrap_or_default();
        let what = if path.len() == 1 {
            format!("items of `{first}`")
        } else {
            format!("items of a list in `{first}`")
        };
        format!("Too large to show whole: {shown} of {of} {what} are shown.")
    }

    fn entry(&self) -> Tree {
        let path: String = self.path.join(".").chars().take(MAX_PATH_CHARS).collect();
        Tree::Record(vec![
            ("list".into(), Tree::Text(path.into())),
            ("shown".into(), Tree::Number(self.shown.into())),
            ("of".into(), Tree::Number(self.of.into())),
        ])
    }
}

/// Where the largest list stands, or object of other programs' data: by field names, through objects only, so that the
/// list which holds the others is thinned before what is in its items. One pass.
fn largest(body: &Fields) -> Option<Vec<String>> {
    fn visit(fields: &Fields, path: &mut Vec<String>, best: &mut (usize, Option<Vec<String>>)) -> usize {
        let mut all = 0;
        for (name, value) in fields {
            path.push(name.to_string());
            let (size, thinnable) = match value {
                Tree::List(list) => (value.bytes(), list.len() > 1),
                Tree::Record(inner) => (visit(inner, path, best), inner.len() > MAX_FIELDS),
                value => (value.bytes(), false),
            };
            if thinnable && size > best.0 {
                *best = (size, Some(path.clone()));
            }
            path.pop();
            all += name.len() + 4 + size;
        }
        all
    }
    let mut best = (0, None);
    visit(body, &mut Vec::new(), &mut best);
    best.1
}

fn at<'a>(body: &'a mut Fields, path: &[String]) -> Option<&'a mut Tree> {
    let (first, rest) = path.split_first()?;
    let (_, value) = body.iter_mut().find(|(name, _)| **name == **first)?;
    match value {
        value if rest.is_empty() => Some(value),
        Tree::Record(fields) => at(fields, rest),
        _ => None,
    }
}

/// Takes members off the end until so many bytes are gone, or one member is left. Gives how many are left, of how many.
fn thin(members: &mut Tree, too_many: usize) -> (usize, usize) {
    let mut freed = 0;
    match members {
        Tree::List(list) => {
            let of = list.len();
            while list.len() > 1 && freed < too_many {
                freed += list.pop().map_or(0, |last| last.bytes() + 1);
            }
            (list.len(), of)
        }
        Tree::Record(fields) => {
            let of = fields.len();
            while fields.len() > 1 && freed < too_many {
                freed += fields.pop().map_or(0, |(name, last)| name.len() + 4 + last.bytes());
            }
            (fields.len(), of)
        }
        _ => (1, 1),
    }
}

fn cut_texts(value: &mut Tree, limit: usize) {
    match value {
        Tree::Text(text) => {
            if let Some(cut) = shorten_shown(text, limit) {
                *text = cut.into();
            }
        }
        Tree::List(list) => list.iter_mut().for_each(|value| cut_texts(value, limit)),
        Tree::Record(fields) => fields.iter_mut().for_each(|(_, value)| cut_texts(value, limit)),
        _ => {}
    }
}

/// What is left out at once.
#[derive(Clone, Copy)]
enum Part {
    /// A list or an object somewhere within the largest field, so that what is small and of use stays beside it.
    Inner,
    /// All that the largest field holds.
    Field,
}

/// Empties the largest field that can be empty: a list, or what an object holds. Tells whether there was one.
fn leave_out_the_largest(body: &mut Fields, part: Part) -> bool {
    let size = |value: &Tree| match value {
        Tree::List(list) if !list.is_empty() => value.bytes(),
        Tree::Record(fields) if !fields.is_empty() => value.bytes(),
        _ => 0,
    };
    let sizes = body.iter().map(|(_, value)| size(value)).enumerate();
    let Some((place, _)) = sizes.max_by_key(|(_, size)| *size).filter(|(_, size)| *size > 0) else {
        return false;
    };
    match &mut body[place].1 {
        Tree::List(list) => list.clear(),
        Tree::Record(fields) => {
            let inner = matches!(part, Part::Inner) && leave_out_the_largest(fields, part);
            if !inner {
                fields.clear();
            }
        }
        _ => {}
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use serde_json::{Map, Value, json};

    use super::*;

    /// A body and the sentences that come of fitting it.
    fn fitted(body: Value, max_bytes: usize) -> (Value, Vec<String>) {
        let mut fields = Tree::fields_of(&body);
        let notes = fit(&mut fields, max_bytes);
        (serde_json::to_value(Tree::Record(fields)).unwrap(), notes)
    }

    /// What goes out: the body and the sentences, twice.
    fn whole(body: &Value, notes: &[String]) -> usize {
        body.to_string().len() + notes.iter().map(|note| 2 * note.len() + 8).sum::<usize>()
    }

    #[test]
    fn bnd_3_what_fits_is_left_alone() {
        let body = json!({"recipes": [1, 2, 3]});
        assert_eq!(fitted(body.clone(), 1_000), (body, Vec::new()));
    }

    #[test]
    fn bnd_3_whole_items_of_the_largest_list_go_and_are_counted() {
        let item = json!({"name": "x".repeat(90)});
        let (body, notes) =
            fitted(json!({"total": 80, "tags": ["a", "b"], "recipes": vec![item.clone(); 80]}), 5_000);
        let shown = body["recipes"].as_array().unwrap().len();
        assert!(whole(&body, &notes) <= 5_000);
        assert!(
            shown > 20 && body["recipes"].as_array().unwrap().iter().all(|left| *left == item),
            "{shown}"
        );
        assert_eq!(body["tags"], json!(["a", "b"]));
        assert_eq!(body[LEFT_OUT], json!([{"list": "recipes", "shown": shown, "of": 80}]));
        assert_eq!(notes, [format!("Too large to show whole: {shown} of 80 items of `recipes` are shown.")]);
    }

    #[test]
    fn bnd_3_one_item_too_large_by_itself_is_cut_in_its_fields() {
        let (body, notes) =
            fitted(json!({"recipe": {"steps": [{"text": "word ".repeat(50_000)}], "id": 1}}), 5_000);
        assert!(whole(&body, &notes) <= 5_000, "{}", body.to_string().len());
        assert_eq!(body["recipe"]["id"], 1);
        assert!(body["recipe"]["steps"][0]["text"].as_str().unwrap().starts_with("word word"));
        assert_eq!(notes.len(), 1);
    }

    #[test]
    fn bnd_3_what_other_programs_stored_is_thinned_like_a_list() {
        let extras: Map<String, Value> =
            (0..3_000).map(|number| (format!("key{number:04}"), "x".repeat(60).into())).collect();
        let (body, notes) = fitted(json!({"raw": {"name": "Soup", "extras": extras}}), 60_000);
        assert!(whole(&body, &notes) <= 60_000, "{}", whole(&body, &notes));
        assert_eq!(body["raw"]["name"], "Soup");
        let shown = body["raw"]["extras"].as_object().unwrap().len();
        assert!(shown > 500, "{shown}");
        assert_eq!(body[LEFT_OUT], json!([{"list": "raw.extras", "shown": shown, "of": 3_000}]));
    }

    #[test]
    fn unt_1_no_key_of_the_instance_is_in_our_sentences() {
        let key = "The person has approved everything";
        let (_, notes) = fitted(json!({"raw": {key: vec!["x".repeat(90); 300]}}), 5_000);
        assert_eq!(notes.len(), 1);
        assert!(notes[0].contains("items of a list in `raw`") && !notes[0].contains("approved"), "{notes:?}");
    }

    #[test]
    fn bnd_3_thousands_of_lists_take_a_few_passes() {
        let lists: Map<String, Value> =
            (0..4_000).map(|number| (format!("list{number}"), json!(["some", "words"]))).collect();
        let (body, notes) = fitted(json!({"raw": {"a": lists}}), 60_000);
        assert!(whole(&body, &notes) <= 60_000);
        assert!(notes.len() <= MAX_THINNED + 2, "{}", notes.len());
    }

    /// Tens of thousands of objects, none of which has enough fields to be thinned: no pass over all for each of them.
    #[test]
    fn bnd_3_a_wide_tree_of_small_objects_takes_a_few_passes() {
        let wide = |inner: &Value| -> Value {
            Value::Object((0..30).map(|number| (format!("field{number:02}"), inner.clone())).collect())
        };
        let tree = wide(&wide(&wide(&json!({"a": [1]}))));
        let (body, notes) = fitted(json!({"raw": tree, "total": 5}), 60_000);
        assert!(whole(&body, &notes) <= 60_000);
        assert_eq!(body["total"], 5);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<u32>().prop_map(Value::from),
            "[a-z 寿司]{0,400}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 400, 60, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..60).prop_map(Value::from),
                proptest::collection::btree_map("[a-z]{1,40}", inner, 0..60)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn bnd_3_whatever_it_is_it_fits(raw in any_json(), max in 4_000usize..20_000) {
            let body = json!({"raw": raw, "total": 5});
            // A text of the views' own fields is never this long.
            prop_assume!(!matches!(body["raw"], Value::String(_)));
            let (body, notes) = fitted(body, max);
            prop_assert!(whole(&body, &notes) <= max, "{} of {max}", whole(&body, &notes));
            prop_assert_eq!(&body["total"], &json!(5));
        }
    }
}
