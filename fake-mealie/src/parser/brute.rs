//! Mealie's `brute` parser: takes a line apart by blanks, number first, without knowing any language.
//! Never mends what it does wrong: a client gets from it what it would get from Mealie 3.10.2 (`brute/process.py`).

use crate::quirks;
use crate::slug::is_blank;

/// A line in its parts. What is not there is empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Line {
    pub(crate) quantity: f64,
    pub(crate) unit: String,
    pub(crate) food: String,
    pub(crate) note: String,
}

impl Line {
    /// All of it is the food.
    pub(super) fn of_food(food: &str) -> Line {
        Line { food: food.to_owned(), ..Line::default() }
    }
}

/// The line is too much for the parser, and nobody catches that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Trips;

/// What goes wrong on the way.
enum Wrong {
    /// This is no way to read it; there may be another.
    Unreadable,
    /// There is no other.
    Trips,
}

/// Reads a line. `is_unit` knows the stored units, which are looked for where there is no number.
pub(crate) fn read(text: &str, is_unit: impl Fn(&str) -> bool) -> Result<Line, Trips> {
    let text = brackets_last(text);
    let tokens: Vec<&str> = text.split(is_blank).filter(|token| !token.is_empty()).collect();
    let first = match tokens.as_slice() {
        [] => return Err(Trips),
        [food] => return Ok(Line::of_food(food)),
        [first, ..] => first,
    };
    let mut line = Line::default();
    let mut aside = String::new();
    let read = match amount(first) {
        Ok(amount) => {
            (line.quantity, line.unit, aside) = amount;
            after_the_amount(&tokens, &mut line)
        }
        Err(wrong) => Err(wrong),
    };
    match read {
        Ok(()) => {}
        Err(Wrong::Unreadable) => without_amount(&tokens, &mut line, is_unit)?,
        Err(Wrong::Trips) => return Err(Trips),
    }
    if !line.note.contains(&aside) {
        line.note.push(' ');
        line.note.push_str(&aside);
    }
    for part in [&mut line.unit, &mut line.food, &mut line.note] {
        *part = part.trim_matches(is_blank).to_owned();
    }
    // A number that the line is written with, but no fraction can be made of.
    if !line.quantity.is_finite() {
        return Err(Trips);
    }
    line.quantity = quirks::three_digits(line.quantity);
    Ok(line)
}

/// The rest of a line that begins with an amount.
fn after_the_amount(tokens: &[&str], line: &mut Line) -> Result<(), Wrong> {
    if let [_, food] = tokens {
        line.food = (*food).to_owned();
        return Ok(());
    }
    match second_half_of_the_amount(tokens, line) {
        Err(Wrong::Unreadable) => {}
        read_or_trips => return read_or_trips,
    }
    // Units do not end with a comma.
    if tokens[1].ends_with(',') {
        return food_and_note(&tokens[1..], line);
    }
    match food_and_note(&tokens[2..], line) {
        Ok(()) if line.unit.is_empty() => line.unit = tokens[1].to_owned(),
        // There is a unit, so that this word has no other place to go, and takes that of the note.
        Ok(()) => line.note = tokens[1].to_owned(),
        Err(Wrong::Unreadable) => food_and_note(&tokens[1..], line)?,
        Err(wrong) => return Err(wrong),
    }
    Ok(())
}

/// `2 1/2 cups flour`, `2 ½ cups flour`. The amount stays increased if the rest then cannot be read.
fn second_half_of_the_amount(tokens: &[&str], line: &mut Line) -> Result<(), Wrong> {
    if !line.unit.is_empty() {
        return Err(Wrong::Unreadable);
    }
    line.quantity += part(tokens[1])?;
    if tokens.len() > 3 && !tokens[2].ends_with(',') {
        match food_and_note(&tokens[3..], line) {
            Ok(()) => {
                line.unit = tokens[2].to_owned();
                return Ok(());
            }
            Err(Wrong::Unreadable) => {}
            Err(wrong) => return Err(wrong),
        }
    }
    food_and_note(&tokens[2..], line)
}

/// A line without a number, or one that could not be read with it. A unit among the first three words is believed,
/// and what stands before it is lost: "about 2 cups water" is cups of water, and nobody knows how many.
fn without_amount(tokens: &[&str], line: &mut Line, is_unit: impl Fn(&str) -> bool) -> Result<(), Trips> {
    if let Some(at) = tokens.iter().take(3).position(|token| is_unit(token)) {
        line.unit = tokens[at].to_owned();
        // Nothing behind the unit, or nothing but brackets, is one case too many.
        return food_and_note(&tokens[at + 1..], line).map_err(|_| Trips);
    }
    if line.unit.is_empty() && food_and_note(tokens, line).is_err() {
        line.food = tokens[1..].join(" ");
    }
    Ok(())
}

/// The amount at the start of a word, what is glued to it, and the whole word if that is no unit but another amount:
/// `2-3`, `1(500ml)`.
fn amount(word: &str) -> Result<(f64, String, String), Wrong> {
    let letters: Vec<char> = word.chars().collect();
    let is_digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let mut end = 0;
    while is_digit(end) || (matches!(letters.get(end), Some('.' | ',' | '/')) && is_digit(end + 1)) {
        end += 1;
    }
    let number: String = letters[..end].iter().collect();
    let (mut amount, mut rest) = (0.0, end);
    if end == 0 {
        amount += part(&letters.iter().take(1).collect::<String>())?;
        rest = 1;
    } else {
        amount += if number.contains('/') {
            part(&number)?
        } else {
            number.replace(',', ".").parse::<f64>().map_err(|_| Wrong::Unreadable)?
        };
        if let Some(letter) = letters.get(end) {
            match part(&letter.to_string()) {
                Ok(more) => (amount, rest) = (amount + more, end + 1),
                Err(Wrong::Unreadable) => {}
                Err(wrong) => return Err(wrong),
            }
        }
    }
    let unit: String = letters.get(rest..).unwrap_or_default().iter().collect();
    if unit.starts_with(['(', '-']) {
        Ok((amount, String::new(), word.to_owned()))
    } else {
        Ok((amount, unit, String::new()))
    }
}

/// `½` or `1/2`.
fn part(text: &str) -> Result<f64, Wrong> {
    let mut letters = text.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        // Only one digit of each number is looked at: a tenth is taken for one.
        return match letter {
            '½' => Ok(1.0 / 2.0),
            '⅓' => Ok(1.0 / 3.0),
            '⅔' => Ok(2.0 / 3.0),
            '¼' => Ok(1.0 / 4.0),
            '¾' => Ok(3.0 / 4.0),
            '⅕' => Ok(1.0 / 5.0),
            '⅖' => Ok(2.0 / 5.0),
            '⅗' => Ok(3.0 / 5.0),
            '⅘' => Ok(4.0 / 5.0),
            '⅙' => Ok(1.0 / 6.0),
            '⅚' => Ok(5.0 / 6.0),
            '⅐' => Ok(1.0 / 7.0),
            '⅛' => Ok(1.0 / 8.0),
            '⅜' => Ok(3.0 / 8.0),
            '⅝' => Ok(5.0 / 8.0),
            '⅞' => Ok(7.0 / 8.0),
            '⅑' => Ok(1.0 / 9.0),
            '⅒' => Ok(1.0),
            '↉' => Ok(0.0),
            // "One over", and then nothing.
            '⅟' => Err(Wrong::Trips),
            _ => Err(Wrong::Unreadable),
        };
    }
    let Some((above, below)) = text.split_once('/') else { return Err(Wrong::Unreadable) };
    match (whole(above), whole(below)) {
        (Some(above), Some(below)) if below != 0.0 => Ok(above / below),
        _ => Err(Wrong::Unreadable),
    }
}

/// A whole number as Python's `int` reads it, but in ASCII only.
fn whole(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let joined = !digits.starts_with('_') && !digits.ends_with('_') && !digits.contains("__");
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit() || digit == b'_');
    if digits.is_empty() || !joined || !plain { None } else { text.replace('_', "").parse().ok() }
}

/// Splits words into food and note: brackets at the end are the note, or else what follows the first comma.
fn food_and_note(tokens: &[&str], line: &mut Line) -> Result<(), Wrong> {
    let last = tokens.last().ok_or(Wrong::Trips)?;
    let brackets_of_its_own = !last.starts_with('(') && last.contains('(');
    if !last.ends_with(')') || brackets_of_its_own {
        split_at_comma(tokens, line);
        return Ok(());
    }
    let open = tokens.iter().rposition(|token| token.starts_with('(')).unwrap_or(0);
    if open == 0 {
        return Err(Wrong::Unreadable);
    }
    let note = tokens[open..].join(" ");
    let inside = note.strip_prefix('(').and_then(|note| note.strip_suffix(')'));
    line.note = inside.unwrap_or_default().to_owned();
    line.food = tokens[..open].join(" ");
    Ok(())
}

fn split_at_comma(tokens: &[&str], line: &mut Line) {
    let comma = tokens.iter().position(|token| token.ends_with(','));
    let (food, note) = match comma {
        None => (tokens.join(" "), String::new()),
        Some(at) => (tokens[..=at].join(" "), tokens[at + 1..].join(" ")),
    };
    line.food = if comma.is_some() { food.strip_suffix(',').unwrap_or(&food).to_owned() } else { food };
    line.note = note;
}

/// Moves the first brackets to the end of the line if they stand near its start and something follows, as in
/// `2 (14oz) cans of tomatoes`. Mealie's pattern takes letters in twos, so that it overlooks `(14 oz)`.
fn brackets_last(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let blank = |at: usize| letters.get(at).is_some_and(|letter| is_blank(*letter));
    let dot = |at: usize| letters.get(at).is_some_and(|letter| *letter != '\n');
    let is = |at: usize, letter: char| letters.get(at) == Some(&letter);
    let pair = |at: usize, closing: bool| {
        dot(at) && letters.get(at + 1).is_some_and(|letter| *letter != '(' && (closing || *letter != ')'))
    };
    // `.{1,6}\s\((.[^()])+\)\s` from the start of the line.
    let near_start = (1..=6).take_while(|before| dot(before - 1)).any(|before| {
        let mut at = before + 2;
        let mut found = false;
        while blank(before) && is(before + 1, '(') && pair(at, false) && !found {
            at += 2;
            found = is(at, ')') && blank(at + 1);
        }
        found
    });
    if !near_start {
        return text.to_owned();
    }
    // `\((.[^(])+\)` anywhere, as long as can be.
    let brackets = (0..letters.len()).filter(|start| is(*start, '(')).find_map(|start| {
        let mut at = start + 1;
        let mut end = None;
        while pair(at, true) {
            at += 2;
            if is(at, ')') {
                end = Some(at + 1);
            }
        }
        end.map(|end| (start, end))
    });
    let Some((start, end)) = brackets else { return text.to_owned() };
    let (before, inside, after) = (&letters[..start], &letters[start..end], &letters[end..]);
    before.iter().chain(after).chain(&[' ']).chain(inside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_unit(word: &str) -> bool {
        matches!(word, "cup" | "cups" | "pinch" | "g")
    }

    /// Each row was given to Mealie 3.10.2's own `brute/process.py`; many are in the recordings `parser/parse_*` too.
    #[test]
    fn lines_come_apart_as_mealie_takes_them_apart() {
        for (text, quantity, unit, food, note) in [
            ("2 cups flour, sifted", 2.0, "cups", "flour", "sifted"),
            ("1/2 tsp salt", 0.5, "tsp", "salt", ""),
            ("3 large eggs", 3.0, "large", "eggs", ""),
            ("salt", 0.0, "", "salt", ""),
            ("½", 0.0, "", "½", ""),
            ("1 egg", 1.0, "", "egg", ""),
            ("2 (foo)", 2.0, "", "(foo)", ""),
            ("a pinch of cinnamon", 0.0, "pinch", "of cinnamon", ""),
            ("1 ½ cups milk (warm)", 1.5, "cups", "milk", "warm"),
            ("1½ cups rice", 1.5, "cups", "rice", ""),
            ("⅔ cup oats", 0.667, "cup", "oats", ""),
            ("⅒ cup milk", 1.0, "cup", "milk", ""),
            ("2-3 garlic cloves, minced", 2.0, "garlic", "cloves", "minced 2-3"),
            ("10-12 leaves basil", 10.0, "leaves", "basil", "10-12"),
            ("5 - 6 eggs", 5.0, "-", "6 eggs", ""),
            ("salt and pepper to taste", 0.0, "", "salt and pepper to taste", ""),
            ("to taste (salt)", 0.0, "", "to taste", "salt"),
            ("1 (14 oz) can black beans, drained", 1.0, "(14", "oz) can black beans", "drained"),
            ("2 (14oz) cans tomatoes", 2.0, "cans", "tomatoes", "14oz"),
            ("1(500ml) bottle milk", 1.0, "bottle", "milk", "1(500ml)"),
            ("½ Bund Petersilie", 0.5, "Bund", "Petersilie", ""),
            ("1,5 kg potatoes", 1.5, "kg", "potatoes", ""),
            ("0.75 l milk", 0.75, "l", "milk", ""),
            (".5 l milk", 0.5, "l", "milk", ""),
            ("1,500.5 g x", 0.0, "g", "x", ""),
            ("1.2.3 cups milk", 0.0, "cups", "milk", ""),
            ("250ml Milch", 250.0, "ml", "Milch", ""),
            ("2x eggs big ones", 2.0, "x", "big ones", "eggs"),
            ("1e3 g milk", 1.0, "e3", "milk", "g"),
            ("about 2 cups water", 0.0, "cups", "water", ""),
            ("juice of 1 lemon", 0.0, "", "juice of 1 lemon", ""),
            ("<b>2 cups</b> flour", 0.0, "", "<b>2 cups</b> flour", ""),
            ("1 2/3 cups (sifted) flour", 1.667, "cups", "(sifted) flour", ""),
            ("1 3/2 cups milk now", 2.5, "cups", "milk now", ""),
            ("1 -1/2 cups milk", 0.5, "cups", "milk", ""),
            ("1 1/2, cups flour", 1.0, "", "1/2", "cups flour"),
            ("1 1/2 (a b)", 1.5, "", "1/2", "a b"),
            ("1/0 g milk", 0.0, "g", "milk", ""),
            ("1 2/0 cup milk", 1.0, "2/0", "cup milk", ""),
            ("2 cup, of x", 2.0, "", "cup", "of x"),
            ("cumin , lemons", 0.0, "", "cumin", "lemons"),
            ("2 x, (foo)", 2.0, "", "x,", "foo"),
            ("2 cups (big) (a b)", 2.0, "cups", "(big)", "a b"),
            ("(foo) (bar)", 0.0, "", "(foo)", "bar"),
            ("1 cup a (b), c", 1.0, "cup", "a (b)", "c"),
            ("\u{a0}2\u{a0}cups\u{2009}flour", 2.0, "cups", "flour", ""),
        ] {
            let want = Line { quantity, unit: unit.into(), food: food.into(), note: note.into() };
            assert_eq!(read(text, is_unit), Ok(want), "{text}");
        }
    }

    #[test]
    fn some_lines_are_too_much_for_it() {
        let huge = format!("{} cups milk", "9".repeat(400));
        for (row, text) in [
            ("nothing", ""),
            ("blanks", "  "),
            ("a unit at the end", "a pinch"),
            ("a number that is none, and a unit at the end", "1/0 cup"),
            ("a unit and brackets", "cup (foo)"),
            ("one over nothing", "1⅟ x"),
            ("a number that no float holds", &huge),
        ] {
            assert_eq!(read(text, is_unit), Err(Trips), "{row}");
        }
    }
}
