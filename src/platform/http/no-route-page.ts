import { html, policyFor, styledPage } from '../html/html.js';

/** The style of pages without a design of their own. */
export const PLAIN_STYLE = `
:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem; font: 1rem/1.5 system-ui, sans-serif; }
p { margin: .25rem 0; }
code { overflow-wrap: anywhere; }
`;

export const NO_ROUTE_POLICY = policyFor(PLAIN_STYLE);

/** Returns the page for browsers that ask for a path that does not exist. @param nearest a similar path, if there is one. */
export function noRoutePage(message: string, path: string, nearest: unknown): string {
  return styledPage({
    title: 'Page not found',
    style: PLAIN_STYLE,
    body: html`<h1>Page not found</h1>
      <p>${message}</p>
      <p>Requested: <code>${path}</code></p>
      ${typeof nearest === 'string' ? html`<p>The most similar path of the API is <code>${nearest}</code>.</p>` : null}
      <p><a href="/">Start page</a></p>`,
  });
}
