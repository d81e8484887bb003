import { type Page, page, pageOf } from '../../../../platform/http/page.js';
import { written } from '../../../../platform/shapes/written.js';
import * as s from '../../../../shapes/shape.js';
import { USER_TYPES } from '../../rendering/snippet-texts.js';
import type { Snippet } from '../snippet.entity.js';
import type { SnippetUser } from '../snippets.service.js';

const snippetShape = s.component('SnippetResponse', {
  key: s.text('footer'),
  title: s.text('Footer'),
  html: s.nullable(s.text('<p>{{ business.name }}</p>', 'For HTML; null if it cannot be used there')),
  mjml: s.nullable(s.text(null, 'For MJML')),
  text: s.nullable(s.text('{{ business.name }}', 'For subjects, preview texts, and text parts')),
  created_at: s.sqlTime(),
  updated_at: s.sqlTime(),
});

export const snippetOf = (snippet: Snippet) => written(snippetShape, snippet, { key: snippet.snippetKey });
export const snippetsShape = s.component('SnippetsResponse', { snippets: s.list(snippetShape) });
export const oneSnippetShape = s.component('OneSnippetResponse', { snippet: snippetShape });
export const snippetWrittenShape = s.component('SnippetWrittenResponse', {
  ...oneSnippetShape.properties,
  message: s.text('Snippet has been saved.'),
});
export const snippetRemovedShape = s.component('SnippetRemovedResponse', {
  message: s.text('Snippet has been deleted.'),
});

const snippetUserShape = s.component('SnippetUserResponse', {
  type: s.oneOf(USER_TYPES),
  id: s.integer(3),
  title: s.text('Newsletter'),
});
export const snippetUsesShape = s.component('SnippetUsesResponse', { uses: page('SnippetUsesPage', snippetUserShape) });
export const snippetUsesOf = (users: Page<SnippetUser>, url: string) => ({ uses: pageOf(users, url) });
