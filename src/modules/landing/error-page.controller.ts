import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/access/operation.js';
import { ERRORS, ERROR_PAGE_PATH, NO_CODE } from '../../platform/errors/error-codes.js';
import { type Html, html, policyFor, styledPage, TOP_BAR } from '../../platform/html/html.js';
import { PLAIN_STYLE } from '../../platform/http/no-route-page.js';

const STYLE = `${PLAIN_STYLE}
h2 { margin: 2rem 0 .25rem; scroll-margin-top: 1rem; }
h2:target { text-decoration: underline; }
`;

const SECTIONS = {
  ...ERRORS,
  [NO_CODE]: {
    status: 409,
    meaning: 'Another contact has this email address. This is the only error without `code`.',
    action: 'Update the contact in `data.contact_id`, or use another address.',
  },
};

const PAGE = styledPage({
  title: 'Errors of the Carillon API',
  style: STYLE,
  body: html`${TOP_BAR}
    <main>
      <h1>Errors of the Carillon API</h1>
      <p>
        ${withCode('`data.params` names the invalid fields. `data.request_id` finds the request in the logs of the service.')}
      </p>
      ${Object.entries(SECTIONS).map(
        ([code, { status, meaning, action }]) =>
          html`<h2 id="${code}">${code === NO_CODE ? 'no code' : html`<code>${code}</code>`} (${status})</h2>
            <p>${withCode(meaning)}</p>
            <p><b>What to do:</b> ${withCode(action)}</p>`,
      )}
    </main>`,
});

/** Text between backticks is code. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** Public even if the API document is not: answers link to it, and it contains nothing of this installation. */
@ApiExcludeController()
@Controller(ERROR_PAGE_PATH)
export class ErrorPageController {
  @Get()
  @Public({ summary: 'Causes and remedies of all error codes' })
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', policyFor(STYLE))
  @Header('Cache-Control', 'public, max-age=3600')
  show(): string {
    return PAGE;
  }
}
