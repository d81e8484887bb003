import { Inject, Param, Query } from '@nestjs/common';
import { html, type HtmlContent } from '../../../platform/html/html.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { OWN_SENDER } from '../../../platform/smtp/mail-server.js';
import { DestinationsQueries, type DestinationView } from '../../senders/destinations/destinations.queries.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { SendersQueries, type SenderView } from '../../senders/senders.queries.js';
import { ConsoleController, ConsoleView, ConsoleQuery } from '../http/console-view.js';
import { SECTIONS, type Page } from '../pages/layout.js';
import * as ui from '../pages/ui.js';

const stateOf = ({ trouble }: SenderView): string => (trouble === null ? 'active' : 'suspended');
const limit = (value: number | null): string => (value === null ? 'no limit' : ui.count(value));
const loginOf = ({ username, oauth2 }: SenderView['sender']): string => {
  if (oauth2 !== null) return 'by OAuth 2.0';
  return username === null ? 'none' : 'with username and password';
};
const serverOf = ({ sender: { host, port } }: SenderView): HtmlContent => ui.code(`${host}:${port}`);

@ConsoleController(SECTIONS.senders.path)
export class SendersConsole {
  constructor(
    private readonly senders: SenderAccounts,
    private readonly queries: SendersQueries,
    private readonly destinations: DestinationsQueries,
    @Inject(ui.TIMES) private readonly times: ui.Times,
  ) {}

  @ConsoleView('senders')
  async list(@Query() query: ConsoleQuery): Promise<Page> {
    const rows = ui.pageOf([...this.senders.ownSender(), ...(await this.senders.list())], query.toPage());
    return ui.listPage({
      section: SECTIONS.senders,
      rows: { ...rows, items: await this.queries.viewsOf(rows.items) },
      columns: [
        ['Sender', ({ sender: { id, name } }) => ui.link(SECTIONS.senders, id, name)],
        ['State', (view) => ui.badge(stateOf(view))],
        ['From', ({ sender }) => ui.text(sender.fromEmail), 'extra'],
        ['Server', serverOf, 'extra'],
        ['Emails per second', ({ sender }) => limit(sender.rate), 'number extra'],
        ['Limit today', ({ today }) => limit(today.cap), 'number'],
      ],
      calls: ['POST /senders', 'PUT /senders/{id}'],
    });
  }

  @ConsoleView('senders', ':id')
  async show(@Param('id', new IdPipe('sender', OWN_SENDER)) id: number): Promise<Page> {
    const [own] = this.senders.ownSender();
    const view = await this.queries.viewOf(own?.id === id ? own : await this.senders.get(id));
    const { sender, today, trouble } = view;
    const { warmupStart, warmupFactor, dkimDomain, dkimSelector, fallbackOf } = sender;
    const details = ui.facts([
      ['From', ui.text(`${sender.fromName} <${sender.fromEmail}>`.trim())],
      ['Reply to', ui.text(sender.replyTo)],
      ['Server', [serverOf(view), sender.secure === 1 ? ', TLS' : ', STARTTLS if offered']],
      ['Login', loginOf(sender)],
      ['Daily limit', limit(sender.dailyCap)],
      ['Daily limit of campaigns', limit(sender.dailyCapBulk)],
      [
        'Warm-up',
        warmupStart === null
          ? ui.NOTHING
          : `${ui.count(warmupStart)} emails on the first day, times ${warmupFactor ?? 1} each day`,
      ],
      ['DKIM', dkimDomain === null ? 'not signed' : ui.code(`${dkimSelector ?? ''}._domainkey.${dkimDomain}`)],
      ['Return path', ui.text(sender.returnPathDomain)],
      ['Fallback of', fallbackOf === null ? ui.NOTHING : ui.link(SECTIONS.senders, fallbackOf, `Sender ${fallbackOf}`)],
      ['Changed', this.times(sender.updatedAt)],
    ]);
    return {
      title: sender.name,
      lead: html`${ui.badge(stateOf(view))} ${ui.text(sender.fromEmail)}`,
      content: html`${trouble && html`<p class="card notice">Suspended until ${this.times(trouble.until)}: ${trouble.reason}</p>`}
      ${ui.tiles([
        ['Emails per second', limit(sender.rate)],
        ['Limit today', limit(today.cap), 'for campaigns'],
        ['Sent today', today.cap === null ? ui.NOTHING : ui.count(today.emails), 'counted only with a limit'],
        ['Connections', ui.count(sender.poolSize), 'per worker'],
      ])}
      ${ui.part('Mailbox providers', destinationsTable(await this.destinations.of(id), this.times))}
      ${ui.part('Details', details)}`,
      calls: [
        `GET /senders/${id}/destinations`,
        `GET /senders/${id}/readiness`,
        `PUT /senders/${id}`,
        `POST /senders/${id}/test`,
      ].filter((call) => id !== OWN_SENDER || call.startsWith('GET')),
    };
  }
}

function destinationsTable(destinations: readonly DestinationView[], times: ui.Times): HtmlContent {
  if (destinations.length === 0)
    return ui.empty('No figures yet', 'Providers appear here after some emails, or when one of them limits emails.');
  const limited = destinations.filter(({ state }) => state !== 'normal');
  const notices = limited.map(
    ({ reason, advice, nextProbeAt }) =>
      html`<p class="card notice">
        ${reason}${advice && html`<br />${advice}`}
        ${nextProbeAt && html`<br />The next probe leaves at ${times(nextProbeAt)}.`}
      </p>`,
  );
  return html`${notices}
  ${ui.table(
    'Delivery to each mailbox provider',
    [
      ['Provider', ({ provider }) => ui.text(provider)],
      ['State', ({ state }) => ui.badge(state)],
      ['Emails per second', ({ state, rate }) => (state === 'quarantined' ? 'probes only' : limit(rate)), 'number'],
      ['Accepted', ({ accepted }) => ui.count(accepted), 'number'],
      ['Asked for less', ({ deferred }) => ui.count(deferred), 'number extra'],
      ['Refused', ({ refused, dsnRefused }) => ui.count(refused + dsnRefused), 'number'],
      ['Changed', ({ changedAt }) => times(changedAt), 'extra'],
    ],
    destinations,
  )}`;
}
