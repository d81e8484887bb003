import type { Reader, Tx } from '../../../platform/database/database.js';
import type { Snippets, SnippetTexts, WrittenContent } from './written-content.js';
import { snippetKeysIn } from './expand-snippets.js';

/** Records whose contents render snippets. */
export const USER_TYPES = ['template', 'campaign', 'funnel', 'snippet'] as const;
export type UserType = (typeof USER_TYPES)[number];

const keysIn = (contents: readonly (WrittenContent | SnippetTexts)[]): string[] =>
  snippetKeysIn(
    contents.flatMap((content) => {
      if ('mjml' in content) return [content.html, content.mjml, content.text];
      const { subject, preHeader, html, text, translations = {} } = content;
      return [subject, preHeader, html, text, ...Object.values(translations).flatMap((own) => Object.values(own))];
    }),
  );

/** Returns the content with the snippets that it renders, unless it has them. They are not deleted before the transaction ends. */
export async function withSnippets(reader: Reader, written: WrittenContent): Promise<WrittenContent> {
  const snippets = written.snippets ?? (await snippetsNamed(reader, keysIn([written])));
  return snippets === null ? written : { ...written, snippets };
}

/** Returns snippets, with those that they render themselves; null without keys. */
export async function snippetsNamed(reader: Reader, keys: readonly string[]): Promise<Snippets | null> {
  const snippets: Record<string, SnippetTexts> = {};
  for (let wanted = keys; wanted.length > 0;) {
    const rows = await reader.query<SnippetTexts & { readonly name: string }>(
      'SELECT snippet_key AS name, html, mjml, text FROM snippets WHERE snippet_key IN (:wanted) LOCK IN SHARE MODE',
      { wanted },
    );
    for (const { name, ...texts } of rows) snippets[name] = texts;
    const asked = wanted;
    wanted = keysIn(rows).filter((key) => !asked.includes(key) && !Object.hasOwn(snippets, key));
  }
  return keys.length === 0 ? null : snippets;
}

/** Stores which snippets a record names; without contents, none. */
export async function recordUses(
  tx: Tx,
  type: UserType,
  id: number,
  contents: readonly (WrittenContent | SnippetTexts)[],
): Promise<void> {
  await tx.execute('DELETE FROM snippet_uses WHERE user_type = :type AND user_id = :id', { type, id });
  const rows = keysIn(contents).map((key) => [type, id, key]);
  await tx.insertRows('snippet_uses', ['user_type', 'user_id', 'snippet_key'], rows);
}
