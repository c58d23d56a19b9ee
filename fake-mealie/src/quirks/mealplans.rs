//! Surprises of the meal plan and of its rules.
//! Never says more than Mealie does.

use axum::http::StatusCode;
use uuid::Uuid;

use super::{uncaught, words};
use crate::pydantic;
use crate::reply::Answer;
use crate::store::{Kitchen, PlanEntry};

/// A meal plan id that is too big for the database is an error that nobody catches.
/// Mealie 3.10.2; seen `errors/mealplan_get_huge_id`.
pub(crate) fn plan_id(text: &str) -> Option<Result<i64, Answer>> {
    Some(pydantic::number_in(text)?.ok_or_else(uncaught))
}

/// What is said of an entry that has neither a recipe nor a title. Where the title is there and no text, the validator
/// of the recipe looks for it in vain, and nobody catches that; with a recipe it does not look.
/// Mealie 3.10.2, `CreatePlanEntry.id_or_title`; seen `mealplans/create_neither_422`, `create_null_title_500`,
/// `create_null_title_with_recipe_422`.
pub(crate) fn recipe_or_title(
    recipe: Option<Uuid>,
    title: Result<&str, ()>,
) -> Result<Option<&'static str>, Answer> {
    match (recipe, title) {
        (Some(_), _) => Ok(None),
        (None, Err(())) => Err(uncaught()),
        (None, Ok("")) => Ok(Some("`recipe_id=None` or `title=` must be provided")),
        (None, Ok(_)) => Ok(None),
    }
}

/// Whether an entry stands in the plan of a household: the household is that of whoever the entry names as its user,
/// whatever household the entry was planned in. One that names nobody is in no plan at all, and there for ever.
/// Mealie 3.10.2, `GroupMealPlan.household_id`; seen `mealplans/put_user_id_other`, `get_after_user_id_other_household`.
pub(crate) fn is_planned_in(kitchen: &Kitchen, entry: &PlanEntry, group: Uuid, household: Uuid) -> bool {
    entry.group_id == group
        && kitchen.users.get(entry.user_id).is_some_and(|user| user.household_id == household)
}

/// An update that names a user whom nobody knows is written, and only then refused: the entry is gone from every plan.
/// Mealie 3.10.2, `ReadPlanEntry.household_id`; measured.
pub(crate) fn planned_by_somebody(
    kitchen: &Kitchen,
    entry: &PlanEntry,
    language: &str,
) -> Result<(), Answer> {
    if kitchen.users.get(entry.user_id).is_some() {
        return Ok(());
    }
    let exception = "1 validation error for ReadPlanEntry\nhousehold_id\n  UUID input should be a string, bytes or UUID \
        object [type=uuid_type, input_value=None, input_type=NoneType]\n    For further information visit \
        https://errors.pydantic.dev/2.12/v/uuid_type";
    Err(Answer::problem(StatusCode::BAD_REQUEST, words(language).server_error, Some(exception)))
}

/// The 404 of a random meal for which there is no recipe.
/// Mealie 3.10.2; seen `mealplans/random_no_match_404`, `random_no_recipes_de`.
pub(crate) fn no_random_recipe(language: &str) -> Answer {
    Answer::problem(StatusCode::NOT_FOUND, words(language).no_random_recipe, None)
}

/// The 404 of a rule that is not there to be deleted: with a full stop, and in English whatever the language.
/// Mealie 3.10.2; seen `errors/mealplan_rule_delete_unknown_id`.
pub(crate) fn no_plan_rule_to_take() -> Answer {
    let exception = "No row was found when one was required";
    Answer::problem(StatusCode::NOT_FOUND, "An unexpected error occurred.", Some(exception))
}
