import { BODY_LENGTH } from './frame.js';
import { faultAt, LiquidTemplate, orOnFault, type RenderTag, rendersIn, SNIPPET_TAG } from './liquid.js';
import { isKnownAtClick, isOwnLink } from './liquid-url.js';
import type { SnippetKind, Snippets, WrittenContent } from './written-content.js';

const MOST_LEVELS = 4;

type Expansion = Readonly<{ text: string; levels: number }>;

/** Inserts the snippets that a source renders, as scopes of their own. @throws TemplateError */
export function expandSnippets(source: string, kind: SnippetKind, snippets: Snippets): string {
  // Each snippet is expanded once: with each use again, nested ones would take exponential time.
  const known = new Map<string, Expansion>();
  const expand = (written: string, path: readonly string[]): Expansion => {
    let [text, copied, levels] = ['', 0, 0];
    for (const tag of rendersIn(written)) {
      const { key, begin, end, names } = tag;
      const own = Object.hasOwn(snippets, key) ? snippets[key]?.[kind] : undefined;
      const shadowed = names.find(isKnownAtClick);
      const refuse = (isFault: boolean, reason: string): void => {
        if (isFault) throw faultAt(written, begin, path.length > 0 ? `snippet ${path.at(-1)}: ${reason}` : reason);
      };
      refuse(own === undefined, `there is no snippet ${key}`);
      refuse(own === null, `snippet ${key} has no ${kind}`);
      refuse(path.includes(key), `snippets render each other: ${[...path, key].join(' -> ')}`);
      refuse(shadowed !== undefined, `a snippet always has ${shadowed}; use another name`);
      const inner = known.get(key) ?? expand(own ?? '', [...path, key]);
      known.set(key, inner);
      levels = Math.max(levels, inner.levels + 1);
      refuse(path.length + levels > MOST_LEVELS, `snippets must not be nested deeper than ${MOST_LEVELS} levels`);
      text += written.slice(copied, begin) + inserted(tag, written.slice(begin, end), inner.text);
      refuse(text.length > BODY_LENGTH, `must be at most ${BODY_LENGTH} characters long with its snippets`);
      copied = end;
    }
    return { text: text + written.slice(copied), levels };
  };
  return expand(source, []).text;
}

/** A scope is rendered for each email. Text without variables of its own needs none. */
function inserted({ values }: RenderTag, tag: string, text: string): string {
  const [left, right] = [tag.startsWith('{%-') ? '-' : '', tag.endsWith('-%}') ? '-' : ''];
  const isFixed = values + left + right === '' && !text.includes('{%');
  if (isFixed && new LiquidTemplate(text, 'plain').variables().every((name) => isKnownAtClick(name) || isOwnLink(name)))
    return text;
  return `{%${left} ${SNIPPET_TAG} ${values} %}${text}{% end${SNIPPET_TAG} ${right}%}`;
}

type Parts = Pick<WrittenContent, 'subject' | 'preHeader' | 'html' | 'text'> &
  Partial<Pick<WrittenContent, 'design' | 'snippets'>>;

export const snippetKindOf = ({ design }: Pick<Parts, 'design'>): SnippetKind => (design === 'mjml' ? 'mjml' : 'html');

/** Returns the content with the snippets inserted, which it holds. @throws TemplateError */
export function withSnippetsInserted<Content extends Parts>(written: Content): Content {
  const { subject, preHeader, html, text, snippets } = written;
  if (!snippets) return written;
  return {
    ...written,
    subject: expandSnippets(subject, 'text', snippets),
    preHeader: expandSnippets(preHeader, 'text', snippets),
    html: expandSnippets(html, snippetKindOf(written), snippets),
    text: expandSnippets(text, 'text', snippets),
    snippets: null,
  };
}

/** Returns the keys of the snippets that texts render. A text that does not parse has none. */
export function snippetKeysIn(texts: readonly (string | null | undefined)[]): string[] {
  const tags = texts.flatMap((text) =>
    orOnFault(
      () => rendersIn(text ?? ''),
      () => [],
    ),
  );
  return [...new Set(tags.map(({ key }) => key))];
}
