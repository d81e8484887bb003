import { html } from '../../html/html.js';

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E' +
  '%3Cpath d=%22M8 1a5 5 0 0 0-5 5v4l-1.5 2.5h13L13 10V6a5 5 0 0 0-5-5z%22 fill=%22%230b5c8a%22/%3E' +
  '%3Ccircle cx=%228%22 cy=%2214%22 r=%221.6%22 fill=%22%230b5c8a%22/%3E%3C/svg%3E';

/** Added to the style of Swagger UI. */
export const STYLE = Buffer.from(`
body { margin: 0; background: #fafafa; }
html.dark-mode body { background: #1c2022; }
.swagger-ui .info { margin: 1.5rem 0; }
.swagger-ui input.operation-filter[type='search'] {
  display: block; box-sizing: border-box; width: calc(100% - 40px); max-width: 1420px; margin: 1rem auto; padding: .6rem .9rem;
  font: 1rem sans-serif;
}
html.dark-mode .swagger-ui .examples-select__section-label { color: inherit; }
@media (max-width: 44rem) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
}
`);

export function pageOf({ style, scripts }: { readonly style: string; readonly scripts: readonly string[] }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Carillon API</title>
        <link rel="icon" href="${ICON}" />
        <link rel="preload" href="/docs/outline.json" as="fetch" crossorigin />
        <link rel="stylesheet" href="${style}" />
        ${scripts.map((script) => html`<script src="${script}" defer></script>`)}
      </head>
      <body>
        <div id="swagger-ui"></div>
        <noscript>
          The API reference needs JavaScript. Without it, read <a href="/docs/openapi.json">the OpenAPI document</a>.
        </noscript>
      </body>
    </html>`.text;
}
