//! Fits an answer into its budget: whole items of the largest list go first, from its end; what is too large by itself
//! is cut in its texts. What is left is valid JSON of the same shape, and says what was left out (BND-3). It never
//! adds content.

use serde_json::{Map, Value, json};

use crate::text::shorten_shown;

/// How small a text is cut at the most, in characters: below it nothing can be recognised.
const SMALLEST_CUT_CHARS: usize = 80;

/// The field that says what was left out.
pub const LEFT_OUT: &str = "left_out";

/// What the field [`LEFT_OUT`] and its sentences may take, for the few lists that an answer can have.
const RESERVE_BYTES: usize = 600;

/// Makes the body fit, and gives the sentences that say what was left out.
pub fn fit(body: &mut Map<String, Value>, max_bytes: usize) -> Vec<String> {
    let mut size = bytes(body);
    if size <= max_bytes {
        return Vec::new();
    }
    let max_bytes = max_bytes.saturating_sub(RESERVE_BYTES);
    let mut left_out = Vec::new();
    // Each turn empties one list down to a single item at the most, so there are no more turns than lists.
    while size > max_bytes {
        let Some(path) = largest_list(body) else { break };
        let Some(list) = list_at(body, &path) else { break };
        let of = list.len();
        let (shown, freed) = keep(list, size - max_bytes);
        list.truncate(shown);
        size -= freed;
        left_out.push((path, shown, of));
    }
    let mut cut = false;
    let mut limit = max_bytes / 2;
    while bytes(body) > max_bytes && limit >= SMALLEST_CUT_CHARS {
        body.values_mut().for_each(|value| cut_texts(value, limit));
        cut = true;
        limit /= 2;
    }
    let notes = notes(&left_out, cut);
    if !left_out.is_empty() {
        let entries: Vec<Value> = left_out
            .iter()
            .map(|(path, shown, of)| json!({"list": path.join("."), "shown": shown, "of": of}))
            .collect();
        body.insert(LEFT_OUT.to_owned(), Value::Array(entries));
    }
    notes
}

fn notes(left_out: &[(Vec<String>, usize, usize)], cut: bool) -> Vec<String> {
    let mut notes: Vec<String> = left_out
        .iter()
        .map(|(path, shown, of)| {
            format!("Too large to show whole: {shown} of {of} items of `{}` are shown.", path.join("."))
        })
        .collect();
    if cut {
        notes.push("Too large to show whole: long texts are cut where they say so.".to_owned());
    }
    notes
}

/// The bytes of a value as compact JSON, counted without writing it anywhere.
fn bytes(value: &impl serde::Serialize) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
            self.0 += piece.len();
            Ok(piece.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // A writer that cannot fail and values that are JSON already.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

/// Where the list with the most bytes stands that has more than one item: by field names, through objects only, so
/// that the list which holds the others is thinned before what is in its items.
fn largest_list(body: &Map<String, Value>) -> Option<Vec<String>> {
    fn visit(map: &Map<String, Value>, path: &mut Vec<String>, best: &mut (usize, Option<Vec<String>>)) {
        for (name, value) in map {
            path.push(name.clone());
            match value {
                Value::Array(list) if list.len() > 1 => {
                    let size = bytes(list);
                    if size > best.0 {
                        *best = (size, Some(path.clone()));
                    }
                }
                Value::Object(inner) => visit(inner, path, best),
                _ => {}
            }
            path.pop();
        }
    }
    let mut best = (0, None);
    visit(body, &mut Vec::new(), &mut best);
    best.1
}

fn list_at<'a>(body: &'a mut Map<String, Value>, path: &[String]) -> Option<&'a mut Vec<Value>> {
    let (first, rest) = path.split_first()?;
    let value = rest.iter().try_fold(body.get_mut(first)?, |value, name| value.get_mut(name))?;
    match value {
        Value::Array(list) => Some(list),
        _ => None,
    }
}

/// How many items stay so that `too_many` bytes go, at least one, and how many bytes that frees.
fn keep(list: &[Value], too_many: usize) -> (usize, usize) {
    let mut freed = 0;
    let mut shown = list.len();
    while shown > 1 && freed < too_many {
        shown -= 1;
        freed += bytes(&list[shown]) + 1;
    }
    (shown, freed)
}

fn cut_texts(value: &mut Value, limit: usize) {
    match value {
        Value::String(text) => {
            if let Some(cut) = shorten_shown(text, limit) {
                *text = cut;
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| cut_texts(value, limit)),
        Value::Object(map) => map.values_mut().for_each(|value| cut_texts(value, limit)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn bnd_3_what_fits_is_left_alone() {
        let mut body = object(json!({"recipes": [1, 2, 3]}));
        assert_eq!(fit(&mut body, 1_000), Vec::<String>::new());
        assert_eq!(Value::Object(body), json!({"recipes": [1, 2, 3]}));
    }

    #[test]
    fn bnd_3_whole_items_of_the_largest_list_go_and_are_counted() {
        let item = json!({"name": "x".repeat(90)});
        let mut body = object(json!({"total": 50, "tags": ["a", "b"], "recipes": vec![item.clone(); 50]}));
        let notes = fit(&mut body, 2_600);
        let shown = body["recipes"].as_array().unwrap().len();
        assert!(bytes(&body) <= 2_600);
        assert!(
            shown > 10 && body["recipes"].as_array().unwrap().iter().all(|left| *left == item),
            "{shown}"
        );
        assert_eq!(body["tags"], json!(["a", "b"]));
        assert_eq!(body[LEFT_OUT], json!([{"list": "recipes", "shown": shown, "of": 50}]));
        assert_eq!(notes, [format!("Too large to show whole: {shown} of 50 items of `recipes` are shown.")]);
    }

    #[test]
    fn bnd_3_one_item_too_large_by_itself_is_cut_in_its_fields() {
        let mut body = object(json!({"recipe": {"steps": [{"text": "word ".repeat(50_000)}], "id": 1}}));
        let notes = fit(&mut body, 5_000);
        assert!(bytes(&body) <= 5_000, "{}", bytes(&body));
        assert_eq!(body["recipe"]["id"], 1);
        assert!(body["recipe"]["steps"][0]["text"].as_str().unwrap().starts_with("word word"));
        assert_eq!(notes.len(), 1);
    }
}
