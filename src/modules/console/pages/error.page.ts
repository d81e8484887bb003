import { html } from '../../../platform/html/html.js';
import type { Page } from './layout.js';

const PAGES: Readonly<Record<number, readonly [title: string, text: string]>> = {
  400: ['Invalid address', 'The address of this page has an invalid parameter. Follow a link instead of typing it.'],
  401: ['Log in', 'This page needs the username and an application password of a manager. Reload it to enter them.'],
  403: ['No access', 'You may not open this page. The pages that you may open are listed above.'],
  404: ['Page not found', 'This page does not exist, or what it showed was deleted.'],
  405: ['Read-only', 'The console only shows data. To change something, call the API.'],
  429: ['Too many requests', 'Wait a moment and reload the page.'],
  503: [
    'Temporarily unavailable',
    'The database does not answer. Emails and events are not lost. Reload the page in a moment.',
  ],
};
const FAILED = ['Page failed', 'An internal error occurred; the log of the API has the details.'] as const;

interface Refusal {
  readonly isAdministrator?: boolean;
  /** Any of these would be enough. */
  readonly permissions?: readonly string[] | undefined;
}

export function errorPage(status: number, { isAdministrator = false, permissions = [] }: Refusal = {}): Page {
  const [title, text] = PAGES[status] ?? FAILED;
  if (status !== 403) return { title, content: html`<p>${text}</p>` };
  const reason = isAdministrator
    ? 'Accounts with the administrator role cannot use the API or the console. Log in as a manager.'
    : html`It needs the permission
      ${permissions.map((name, index) => html`${index > 0 ? ' or ' : ''}<code>${name}</code>`)}.`;
  return { title, content: html`<p>${isAdministrator ? '' : text} ${reason}</p>` };
}
