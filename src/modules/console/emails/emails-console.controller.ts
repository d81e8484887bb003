import { Inject, Param, Query } from '@nestjs/common';
import { EMAIL_STATUSES } from '../../../events/email-state.js';
import { html } from '../../../platform/html/html.js';
import { LongIdPipe } from '../../../platform/http/id.pipe.js';
import { normalizedEmail } from '../../../platform/text/email-address.js';
import { listedOf, singleEmailOf } from '../../single-emails/dto/single-email.shapes.js';
import { SingleEmailsQueries } from '../../single-emails/single-emails.queries.js';
import { ConsoleController, ConsoleQuery, ConsoleView } from '../http/console-view.js';
import { type Page, SECTIONS } from '../pages/layout.js';
import * as ui from '../pages/ui.js';

@ConsoleController(SECTIONS.emails.path)
export class EmailsConsole {
  constructor(
    private readonly emails: SingleEmailsQueries,
    @Inject(ui.SETTINGS) private readonly settings: ui.Settings,
  ) {}

  @ConsoleView('emails')
  async list(@Query() query: ConsoleQuery): Promise<Page> {
    const { search = '' } = query;
    const status = EMAIL_STATUSES.find((one) => one === search) ?? null;
    const address = search === '' || status ? null : (normalizedEmail(search) ?? search);
    const { items, ...page } = await this.emails.list({ status, address, templateId: null }, query.toPage());
    return ui.listPage({
      section: SECTIONS.emails,
      rows: { ...page, items: items.map(listedOf) },
      search: ['Address or status', search],
      columns: [
        ['Email', ({ id, subject }) => ui.link(SECTIONS.emails, id, subject)],
        ['Status', ({ status }) => ui.badge(status)],
        ['To', ({ to }) => ui.text(to.join(', '))],
        ['Sent', ({ sent_at: at }) => this.settings.times(at), 'extra'],
      ],
      calls: ['POST /emails', 'POST /emails/batch'],
    });
  }

  @ConsoleView('emails', ':id')
  async show(@Param('id', new LongIdPipe()) id: number): Promise<Page> {
    const email = singleEmailOf(await this.emails.get(id));
    const content = await this.emails.content(id).catch(() => null);
    const columns: ui.Column<(typeof email.addresses)[number]>[] = [
      ['Address', ({ email: address }) => ui.text(address)],
      ['Field', ({ field }) => ui.words(field)],
      ['Status', ({ status }) => (status === null ? ui.NOTHING : ui.badge(status))],
      ['Attempts', ({ attempts }) => ui.count(attempts), 'number'],
      ['Sent', ({ sent_at: at }) => this.settings.times(at)],
      ['Error', ({ error }) => ui.text(error)],
    ];
    const frame = content && html`<iframe class="card" title="Content" sandbox="" srcdoc="${content.html}"></iframe>`;
    return {
      title: email.subject,
      lead: ui.badge(email.status),
      content: html`${ui.table('Addresses', columns, email.addresses)}
      ${ui.part('Content', frame ?? ui.empty('No content', 'It was removed.'))}`,
      calls: [`GET /emails/${id}`, `DELETE /emails/${id}`],
    };
  }
}
