import { html, policyFor, styledPage, TOP_BAR } from '../html/html.js';
import { PAGE_STYLE } from '../html/look.js';

/** The style of pages without a design of their own. */
export const PLAIN_STYLE = `${PAGE_STYLE}
main { max-width: 44rem; margin: 0 auto; padding: 2rem var(--inset) 4rem; }
h1 { margin-bottom: 1rem; }
p { margin: .25rem 0; }
`;

export const NO_ROUTE_POLICY = policyFor(PLAIN_STYLE);

/** Returns the page for browsers that ask for a path that does not exist. @param nearest a similar path, if there is one. */
export function noRoutePage(message: string, path: string, nearest: unknown): string {
  return styledPage({
    title: 'Page not found',
    style: PLAIN_STYLE,
    body: html`${TOP_BAR}
      <main>
        <h1>Page not found</h1>
        <p>${message}</p>
        <p>Requested: <code>${path}</code></p>
        ${typeof nearest === 'string' ? html`<p>The most similar path of the API is <code>${nearest}</code>.</p>` : null}
        <p><a href="/">Start page</a></p>
      </main>`,
  });
}
