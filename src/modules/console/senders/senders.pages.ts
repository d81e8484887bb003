import { html } from '../../../platform/html/html.js';
import type { Page as Rows } from '../../../platform/http/page.js';
import type { SenderView } from '../../senders/senders.queries.js';
import { SECTIONS } from '../http/sections.js';
import type { Page } from '../pages/layout.js';
import {
  apiCalls,
  badge,
  count,
  empty,
  facts,
  foreign,
  link,
  NOTHING,
  part,
  tiles,
  type Times,
} from '../pages/parts.js';
import { pager, table } from '../pages/table.js';

const NO_LIMIT = 'no limit';

const stateOf = ({ trouble }: SenderView): string => (trouble === null ? 'ready' : 'suspended');
const rateOf = ({ sender: { rate } }: SenderView): string => (rate === null ? NO_LIMIT : `${count(rate)} per second`);
const limitOf = ({ today: { cap } }: SenderView): string => (cap === null ? NO_LIMIT : count(cap));

export function sendersPage(senders: Rows<SenderView>): Page {
  const list = table(
    'Senders, newest first',
    [
      { title: 'Sender', cell: ({ sender: { id, name } }) => link(`${SECTIONS.senders.path}/${id}`, name) },
      { title: 'State', cell: (view) => badge(stateOf(view)) },
      { title: 'From', cell: ({ sender }) => foreign(sender.fromEmail), isExtra: true },
      { title: 'Server', cell: ({ sender }) => html`<code>${sender.host}:${sender.port}</code>`, isExtra: true },
      { title: 'Rate', cell: rateOf, isNumber: true, isExtra: true },
      { title: 'Limit today', cell: limitOf, isNumber: true },
    ],
    senders.items,
  );
  return {
    title: SECTIONS.senders.title,
    lead: `${count(senders.total)} ${senders.total === 1 ? 'sender' : 'senders'}`,
    content: html`${
      senders.total > 0
        ? list
        : empty(
            'No senders yet',
            html`Emails leave through the mail server in <code>SMTP_URL</code>. Add others with
              <code>POST /senders</code>.`,
          )
    }
    ${pager(senders)} ${apiCalls('Change this with the API', ['POST /senders', 'PUT /senders/{id}'])}`,
  };
}

export function senderPage(view: SenderView, times: Times): Page {
  const { sender, today, trouble } = view;
  const warmUp =
    sender.warmupStart === null || sender.warmupFactor === null
      ? NOTHING
      : `starts with ${count(sender.warmupStart)} per day, times ${sender.warmupFactor} each day`;
  return {
    title: sender.name,
    lead: html`${badge(stateOf(view))} ${foreign(sender.fromEmail)}`,
    content: html`${
      trouble &&
      html`<p class="card notice" role="status">Suspended until ${times(trouble.until)}: ${trouble.reason}</p>`
    }
    ${tiles([
      { label: 'Emails per second', value: sender.rate === null ? NO_LIMIT : count(sender.rate) },
      { label: 'Limit today', value: limitOf(view), note: 'with warm-up' },
      {
        label: 'Sent today',
        value: today.cap === null ? NOTHING : count(today.emails),
        note: 'counted only with a limit',
      },
      { label: 'Connections', value: count(sender.poolSize), note: 'per worker' },
    ])}
    ${part(
      'Details',
      facts([
        ['From', foreign(`${sender.fromName} <${sender.fromEmail}>`.trim())],
        ['Reply to', foreign(sender.replyTo)],
        [
          'Server',
          html`<code>${sender.host}:${sender.port}</code>, ${sender.secure === 1 ? 'TLS' : 'STARTTLS if offered'}`,
        ],
        ['Login', sender.username === null ? 'none' : 'with username and password'],
        ['Daily limit', sender.dailyCap === null ? NO_LIMIT : count(sender.dailyCap)],
        ['Warm-up', warmUp],
        [
          'DKIM',
          sender.dkimDomain === null
            ? 'not signed'
            : html`<code>${sender.dkimSelector}._domainkey.${sender.dkimDomain}</code>`,
        ],
        ['Return path', foreign(sender.returnPathDomain)],
        [
          'Fallback of',
          sender.fallbackOf === null
            ? NOTHING
            : link(`${SECTIONS.senders.path}/${sender.fallbackOf}`, `Sender ${sender.fallbackOf}`),
        ],
        ['Changed', times(sender.updatedAt)],
      ]),
    )}
    ${apiCalls('Change this with the API', [`PUT /senders/${sender.id}`, `POST /senders/${sender.id}/test`])}`,
  };
}
