import { missingPermissions, type Permission } from '../../../platform/access/permissions.js';
import { type Html, html } from '../../../platform/html/html.js';
import type { JsonObject } from '../../../platform/values/json.js';
import { CONSOLE_PATH } from '../pages/layout.js';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'datetime-local';
}

/** A call of the API that a page offers as a form. */
export interface Action {
  /** What the button says. */
  readonly title: string;
  /** What happens. */
  readonly text: string;
  /** As of the route: all of them. */
  readonly permissions: readonly Permission[];
  /** Of the API, for POST; `{id}` and `{other}` are those of the page. */
  readonly path: string;
  /** The page to return to. */
  readonly back: string;
  readonly fields?: readonly Field[];
  /** Returns the body from what was entered; empty by default. */
  readonly body?: (entered: Readonly<Record<string, string>>) => JsonObject;
}

/** A moment of the browser has no offset; it is in UTC, as the form says. */
const utc = (moment = ''): string => (moment === '' ? '' : `${moment.replace('T', ' ')}:00`);

/** The only writes of the console. */
export const ACTIONS = {
  'pause-campaign': {
    title: 'Pause',
    text: 'No further email of this campaign is sent until it is resumed. Emails that are being sent now are completed.',
    permissions: ['manage_campaigns'],
    path: '/campaigns/{id}/pause',
    back: '/campaigns/{id}',
  },
  'resume-campaign': {
    title: 'Resume',
    text: 'The remaining recipients get the email.',
    permissions: ['manage_campaigns', 'send_campaigns'],
    path: '/campaigns/{id}/resume',
    back: '/campaigns/{id}',
  },
  'test-campaign': {
    title: 'Send a test email',
    text: 'The email is sent at once, with sample values. It is not counted.',
    permissions: ['manage_campaigns'],
    path: '/campaigns/{id}/send-test-email',
    back: '/campaigns/{id}',
    fields: [{ name: 'email', label: 'To', type: 'email' }],
    body: ({ email }) => ({ emails: [email] }),
  },
  redeliver: {
    title: 'Redeliver',
    text: 'The same payload is sent again at once. The receiver recognizes it by its id.',
    permissions: ['manage_contacts'],
    path: '/webhooks/{id}/deliveries/{other}/redeliver',
    back: '/webhooks/{id}/deliveries/{other}',
  },
  replay: {
    title: 'Replay',
    text: 'All events of this time are delivered again.',
    permissions: ['manage_contacts'],
    path: '/webhooks/{id}/replay',
    back: '/webhooks/{id}',
    fields: [
      { name: 'from', label: 'From (UTC)', type: 'datetime-local' },
      { name: 'to', label: 'To (UTC)', type: 'datetime-local' },
    ],
    body: ({ from, to }) => ({ from: utc(from), to: utc(to) }),
  },
} as const satisfies Readonly<Record<string, Action>>;

/** Returns the permissions for an action that are missing; null if it is allowed. */
export const missingFor = ({ permissions }: Action, held: readonly Permission[]): readonly Permission[] | null =>
  missingPermissions(held, { kind: 'all_of', permissions });

/** Links to the forms of these actions, of which a manager sees those that the permissions allow. */
export function actionLinks(
  permissions: readonly Permission[],
  names: readonly (keyof typeof ACTIONS)[],
  id: number,
  other?: number,
): Html | null {
  const links = names
    .filter((name) => missingFor(ACTIONS[name], permissions) === null)
    .map(
      (name) =>
        html`<a class="button" href="${CONSOLE_PATH}/actions/${name}/${id}${other === undefined ? '' : `/${other}`}"
          >${ACTIONS[name].title}</a
        > `,
    );
  return links.length === 0 ? null : html`<p class="actions">${links}</p>`;
}
