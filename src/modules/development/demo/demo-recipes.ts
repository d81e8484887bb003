import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A body of POST /funnels. */
type Recipe = Readonly<Record<string, unknown>> & { readonly title: string };

/** Ids in the recipes: 1 is the first of each kind, as in a new installation. */
export interface RecipeIds {
  readonly lists: readonly number[];
  readonly tags: readonly number[];
  readonly segments: readonly number[];
}

const RECIPES = ['welcome', 'abandoned-order', 'win-back', 'after-purchase'] as const;

/** Returns the funnels of docs/funnel-recipes.md as they are written there, and one for customers. */
export function recipes(): Recipe[] {
  return RECIPES.map((name) => JSON.parse(readFileSync(join(__dirname, 'funnels', `${name}.json`), 'utf8')) as Recipe);
}

/** Replaces the ids by those of this installation. */
export function withIds(recipe: Recipe, ids: RecipeIds): Recipe {
  return translated(recipe, ids) as Recipe;
}

function translated(value: unknown, ids: RecipeIds): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'segment_id') return [name, ids.segments[Number(member) - 1]];
      if (name === 'lists' || name === 'tags') return [name, (member as number[]).map((id) => ids[name][id - 1])];
      return [name, translated(member, ids)];
    }),
  );
}
