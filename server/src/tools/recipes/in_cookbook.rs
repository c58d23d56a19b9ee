//! The recipes of a cookbook, a page at a time. It trusts Mealie's count of them, and not its pages.

use crate::failure::Failure;
use crate::mealie::Reads;
use crate::mealie::records::{Page, Recipe, Several};
use crate::mealie::route::Route;
use crate::tools::pages::numbered;

/// One page of what this route lists. Mealie 3.10.2 counts a page in joined rows where the cookbook's filter is about tags,
/// categories, tools or foods, of which a recipe has several: a first page can come short, and every later one can begin
/// with what was there already, while `total` is right. So a later page, and whatever a short first one leaves out, is cut
/// out of all of them here; where all are too many to read at once, Mealie's own page has to do.
pub(in crate::tools) async fn page_of(
    reads: &Reads,
    recipes: Route,
    page: u64,
    per_page: u64,
) -> Result<Page<Recipe>, Failure> {
    let own = || reads.get::<Page<Recipe>>(numbered(recipes.clone(), page, per_page));
    if page == 1 {
        let first = own().await?;
        let shown = first.items.as_ref().map_or(0, |items| items.len() as u64);
        if first.count().is_none_or(|total| shown >= total.min(per_page)) {
            return Ok(first);
        }
    }
    let mut all = match reads.get::<Page<Recipe>>(recipes.clone().all()).await {
        Err(Failure::Answer(..)) => return own().await,
        all => all?,
    };
    let before = usize::try_from(page.saturating_sub(1).saturating_mul(per_page)).unwrap_or(usize::MAX);
    let cut = |items: Several<Recipe>| items.into_iter().skip(before).take(per_page as usize).collect();
    all.items = all.items.map(cut);
    all.total_pages = all.count().map(|total| total.div_ceil(per_page) as i64);
    Ok(all)
}
