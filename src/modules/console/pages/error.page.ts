import { html } from '../../../platform/html/html.js';
import type { Section } from './sections.js';
import type { Page } from './layout.js';

const PAGES: Readonly<Record<number, readonly [title: string, text: string]>> = {
  400: ['Invalid address', 'The address of this page has an invalid parameter.'],
  401: ['Log in', 'This page needs the username and an application password of a manager. Reload it to enter them.'],
  403: ['No access', 'You may not open this page.'],
  404: ['Page not found', 'This page does not exist, or what it showed was deleted.'],
  405: ['Read-only', 'The console only shows data. To change something, call the API.'],
  429: ['Too many requests', 'Wait a moment and reload the page.'],
  503: ['Temporarily unavailable', 'The database does not answer. Reload the page in a moment.'],
};
const FAILED = ['Page failed', 'An internal error occurred. The log of the API has the details.'] as const;

/** @param reason of a refusal. @param section the section that was refused. */
export function errorPage(status: number, reason?: unknown, section?: Section): Page {
  const [title, text] = PAGES[status] ?? FAILED;
  const needs =
    reason === 'administrator_role'
      ? 'Accounts with the administrator role cannot use the API or the console.'
      : `It needs the permission ${section?.permissions.join(' or ') ?? ''}.`;
  return { title, content: html`<p>${text} ${status === 403 ? needs : null}</p>` };
}
