//! The state of the kitchen: every row, and how rows are found.
//! Never answers a request; routes do that.

mod ai;
mod clock;
mod cooking;
mod drawer;
mod household;
mod instance;
mod members;
mod pages;
mod planning;
mod recipes;
mod shopping;
mod social;
mod texts;
mod verbs;
mod vocabulary;

pub use ai::{Ai, AiRecipe};
pub use cooking::*;
pub use drawer::{Drawer, Kept};
pub use household::*;
pub use instance::{Instance, LanguageData, RecipeRoutes, SignUps};
pub use members::ApiToken;
pub use pages::PreparedPage;
pub(crate) use planning::{DAYS, UNSET};
pub use planning::{MadeFor, PlanRule};
pub use recipes::*;
pub use social::Rating;
pub(crate) use social::share_link_ends;
pub use texts::TextPlace;
pub(crate) use verbs::day_of;
pub(crate) use vocabulary::DEFAULT_LABEL_COLOR;

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use clock::Clock;
use jiff::{Timestamp, ToSpan};
use uuid::Uuid;

/// Everything this Mealie knows. Fields are open: a test may bring about any state, also one that the API refuses.
#[derive(Debug, Clone)]
pub struct Kitchen {
    /// Which Mealie it is.
    pub instance: Instance,
    /// The group of the cook.
    pub group: Group,
    /// Further groups; what belongs to them is out of the cook's sight.
    pub other_groups: Vec<Group>,
    /// The households of all groups.
    pub households: Drawer<Household>,
    /// Who may log in. The first is the cook, whose token [`FakeMealie::token`](crate::FakeMealie::token) gives.
    pub users: Drawer<User>,
    /// Tokens that users made for themselves.
    pub api_tokens: Vec<ApiToken>,
    /// Tokens that were taken back.
    pub revoked_tokens: Vec<String>,
    /// Recipes.
    pub recipes: Drawer<Recipe>,
    /// Foods.
    pub foods: Drawer<Food>,
    /// Units.
    pub units: Drawer<Unit>,
    /// Labels.
    pub labels: Drawer<Label>,
    /// Tags, categories and tools.
    pub organizers: Drawer<Organizer>,
    /// Comments.
    pub comments: Drawer<Comment>,
    /// What happened to recipes.
    pub timeline: Drawer<TimelineEvent>,
    /// Pictures of events, by the id of their event.
    pub event_pictures: BTreeMap<Uuid, Picture>,
    /// What users think of recipes.
    pub ratings: Drawer<Rating>,
    /// Covers, by the id of their recipe. One may lie here for a recipe that shows none, and the other way round.
    pub pictures: BTreeMap<Uuid, Picture>,
    /// When each household last cooked a recipe: by household, then recipe.
    pub cooked: BTreeMap<(Uuid, Uuid), Timestamp>,
    /// The AI provider.
    pub ai: Ai,
    /// The meal plan.
    pub plan: Vec<PlanEntry>,
    /// What a random meal has to keep to.
    pub plan_rules: Drawer<PlanRule>,
    /// Share links.
    pub share_links: Drawer<ShareLink>,
    /// Shopping lists.
    pub lists: Drawer<ShoppingList>,
    /// Items of all shopping lists.
    pub items: Drawer<ShoppingItem>,
    /// Cookbooks.
    pub cookbooks: Drawer<Cookbook>,
    /// When Mealie was started: then happened what nobody dated.
    pub started_at: Timestamp,
    /// Prepared pages, by address.
    pages: BTreeMap<String, PreparedPage>,
    /// The recipe of the next random meal, if somebody has seen to it.
    loaded_dice: Option<Uuid>,
    clock: Clock,
    last_stamp: Timestamp,
    last_token_id: i64,
}

/// What the token is called that a user comes with.
const TOKEN_NAME: &str = "fake-mealie";

impl Kitchen {
    /// A kitchen with one household and one cook, who is not an admin, and nothing else.
    pub fn empty(token: &str) -> Kitchen {
        let group = Group { id: Uuid::new_v4(), name: "Home".into(), slug: "home".into() };
        let household = Household {
            id: Uuid::new_v4(),
            group_id: group.id,
            name: "Family".into(),
            slug: "family".into(),
            preferences: Preferences::default(),
            created_at: Timestamp::UNIX_EPOCH,
        };
        let mut kitchen = Kitchen {
            instance: Instance::default(),
            group,
            other_groups: Vec::new(),
            households: Drawer::default(),
            users: Drawer::default(),
            api_tokens: Vec::new(),
            revoked_tokens: Vec::new(),
            recipes: Drawer::default(),
            foods: Drawer::default(),
            units: Drawer::default(),
            labels: Drawer::default(),
            organizers: Drawer::default(),
            comments: Drawer::default(),
            timeline: Drawer::default(),
            event_pictures: BTreeMap::new(),
            ratings: Drawer::default(),
            pictures: BTreeMap::new(),
            cooked: BTreeMap::new(),
            ai: Ai::default(),
            plan: Vec::new(),
            plan_rules: Drawer::default(),
            share_links: Drawer::default(),
            lists: Drawer::default(),
            items: Drawer::default(),
            cookbooks: Drawer::default(),
            pages: BTreeMap::new(),
            loaded_dice: None,
            clock: Clock::default(),
            started_at: Timestamp::UNIX_EPOCH,
            last_stamp: Timestamp::UNIX_EPOCH,
            last_token_id: 0,
        };
        kitchen.started_at = kitchen.now();
        let cook = User {
            id: kitchen.fresh_id(),
            password: kitchen.fresh_hash(),
            household_id: household.id,
            username: "cook".into(),
            full_name: "Cook".into(),
            email: "cook@example.com".into(),
            admin: false,
            advanced: false,
            can_invite: false,
            can_manage: false,
            can_manage_household: false,
            can_organize: true,
            token: token.into(),
            token_name: TOKEN_NAME.into(),
            created_at: kitchen.now(),
        };
        let created_at = kitchen.now();
        kitchen.households.put(Household { created_at, ..household });
        kitchen.users.put(cook);
        kitchen
    }

    /// A new id. The one place where ids come from.
    pub fn fresh_id(&mut self) -> Uuid {
        Uuid::new_v4()
    }

    /// A text that looks like the hash of a password.
    pub fn fresh_hash(&mut self) -> String {
        let random: Vec<u8> = (0..3).flat_map(|_| *self.fresh_id().as_bytes()).collect();
        // Salt and hash of bcrypt are 53 letters of a Base64 with a point in place of the plus.
        let letters = STANDARD_NO_PAD.encode(random).replace('+', ".");
        format!("$2b$12${}", letters.get(..53).unwrap_or(&letters))
    }

    /// The next integer id of the meal plan: one more than the largest there is, so that the id of the entry that came
    /// last is given again once that entry is deleted (Mealie 3.10.2 on SQLite, `INTEGER PRIMARY KEY`).
    pub fn fresh_plan_id(&mut self) -> i64 {
        self.plan.iter().map(|entry| entry.id).max().map_or(1, |last| last.saturating_add(1))
    }

    /// The time, in whole microseconds as Mealie keeps it. Never the same twice, so that "newest first" is an order.
    pub fn now(&mut self) -> Timestamp {
        // In range by far: the clock would have to show the year 9999.
        let floor = self.last_stamp.checked_add(1.microsecond()).unwrap_or(Timestamp::MAX);
        let clock = Timestamp::from_microsecond(self.clock.moment().as_microsecond()).unwrap_or(floor);
        self.last_stamp = clock.max(floor);
        self.last_stamp
    }

    /// The first user, who owns what the seed brought.
    pub fn cook(&self) -> &User {
        self.users.iter().next().expect("a kitchen is made with its cook and no route removes users")
    }

    /// The household of a user; that of the cook if there is no such user.
    pub fn household_of(&self, user_id: Uuid) -> &Household {
        let user = self.users.get(user_id).unwrap_or_else(|| self.cook());
        self.households
            .get(user.household_id)
            .expect("users are made with a household and no route removes one")
    }

    /// The group of a user; that of the cook if there is no such user.
    pub fn group_of(&self, user_id: Uuid) -> Uuid {
        self.household_of(user_id).group_id
    }

    /// The group with this id; that of the cook if there is no such group.
    pub fn group_called(&self, group_id: Uuid) -> &Group {
        self.other_groups.iter().find(|group| group.id == group_id).unwrap_or(&self.group)
    }

    /// The recipe that an address with this slug leads to: exact case, the slug in the table.
    pub fn recipe_at(&self, slug: &str) -> Option<&Recipe> {
        self.recipes.iter().find(|recipe| recipe.slug == slug)
    }

    /// The first recipe with exactly this name.
    pub fn recipe_named(&self, name: &str) -> Option<&Recipe> {
        self.recipes.iter().find(|recipe| recipe.name == name)
    }

    /// The food with exactly this name.
    pub fn food_named(&self, name: &str) -> Option<&Food> {
        self.foods.iter().find(|food| food.name == name)
    }

    /// The unit with exactly this name.
    pub fn unit_named(&self, name: &str) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.name == name)
    }

    /// The label with exactly this name.
    pub fn label_named(&self, name: &str) -> Option<&Label> {
        self.labels.iter().find(|label| label.name == name)
    }

    /// The organizer of this kind with exactly this name.
    pub fn organizer_named(&self, kind: OrganizerKind, name: &str) -> Option<&Organizer> {
        self.organizers.iter().find(|organizer| organizer.kind == kind && organizer.name == name)
    }

    /// The shopping list with exactly this name.
    pub fn list_named(&self, name: &str) -> Option<&ShoppingList> {
        self.lists.iter().find(|list| list.name.as_deref() == Some(name))
    }

    /// The items of a list, in its order.
    pub fn items_of(&self, list_id: Uuid) -> Vec<&ShoppingItem> {
        let mut items: Vec<_> = self.items.iter().filter(|item| item.list_id == list_id).collect();
        items.sort_by_key(|item| item.position);
        items
    }

    /// The comments on a recipe, oldest first.
    pub fn comments_on(&self, recipe_id: Uuid) -> Vec<&Comment> {
        self.comments.iter().filter(|comment| comment.recipe_id == recipe_id).collect()
    }

    /// The plan entries of a recipe, oldest first.
    pub fn plans_of(&self, recipe_id: Uuid) -> Vec<&PlanEntry> {
        self.plan.iter().filter(|entry| entry.recipe_id == Some(recipe_id)).collect()
    }

    /// The share links of a recipe, oldest first.
    pub fn share_links_of(&self, recipe_id: Uuid) -> Vec<&ShareLink> {
        self.share_links.iter().filter(|link| link.recipe_id == recipe_id).collect()
    }

    /// The recipes with a line that points at this food.
    pub fn recipes_using(&self, food_id: Uuid) -> Vec<&Recipe> {
        self.recipes
            .iter()
            .filter(|recipe| recipe.ingredients.iter().any(|line| line.food == Some(food_id)))
            .collect()
    }
}
