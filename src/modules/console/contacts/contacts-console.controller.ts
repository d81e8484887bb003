import { Inject, Param, Query } from '@nestjs/common';
import { type Html, html } from '../../../platform/html/html.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { decodeCursor, encodeCursor } from '../../../platform/http/page.js';
import type { ContactView } from '../../contacts/listing/contacts.queries.js';
import { OneContactQueries } from '../../contacts/listing/one-contact.queries.js';
import { type Timeline, type TimelineItem, TimelineQueries } from '../../contacts/timeline/timeline.queries.js';
import { ConsoleController, ConsoleView, ConsoleQuery } from '../http/console-view.js';
import { SECTIONS, type Page } from '../pages/layout.js';
import * as ui from '../pages/ui.js';

const NO_STATS = { emails: 0, opens: 0, clicks: 0 };
const NO_ORDERS = { orders_count: 0, total_spent: 0, currency: null };

const joined = (...texts: readonly (string | null)[]): string =>
  texts.filter((each) => each !== null && each !== '').join(' ');
const titles = (all: readonly { readonly title: string }[]) => ui.labels(all.map(({ title }) => title));

const EXTRAS = ['stats', 'commerce_stat', 'companies', 'subscriber.custom_values'] as const;

@ConsoleController(SECTIONS.contacts.path)
export class ContactsConsole {
  constructor(
    private readonly oneContact: OneContactQueries,
    private readonly timeline: TimelineQueries,
    @Inject(ui.TIMES) private readonly times: ui.Times,
  ) {}

  @ConsoleView('contacts', ':id')
  async show(@Param('id', new IdPipe()) id: number, @Query() query: ConsoleQuery): Promise<Page> {
    const { view } = await this.oneContact.one({ id }, EXTRAS);
    const cursor = query.after === undefined ? null : decodeCursor(query.after);
    const timeline = await this.timeline.page(id, { ...query.toPage(), cursor });
    const { contact, stats = NO_STATS } = view;
    const orders: typeof NO_ORDERS | NonNullable<ContactView['commerceStat']> = view.commerceStat ?? NO_ORDERS;
    return {
      title: contact.email,
      lead: html`${ui.badge(contact.status)} ${ui.text(joined(contact.firstName, contact.lastName))}`,
      content: html`${ui.tiles([
        ['Emails', ui.count(stats.emails)],
        ['Opened', ui.count(stats.opens)],
        ['Clicked', ui.count(stats.clicks)],
        ['Orders', ui.count(orders.orders_count)],
        ['Spent', ui.money(orders.total_spent, orders.currency)],
      ])}
      ${ui.part('Details', detailsOf(view, this.times))} ${ui.part('Timeline', timelineOf(timeline, this.times))}`,
      calls: [`PUT /subscribers/${contact.id}`, `GET /subscribers/${contact.id}/timeline`],
    };
  }
}

const detailsOf = ({ contact, labels, companies = [], customValues = {} }: ContactView, times: ui.Times): Html =>
  ui.facts([
    ['Lists', titles(labels.list)],
    ['Tags', titles(labels.tag)],
    ['Companies', ui.labels(companies.map(({ company }) => company.name))],
    ['Type', ui.text(contact.contactType)],
    ['Phone', ui.text(contact.phone)],
    ['Place', ui.text(joined(contact.postalCode, contact.city, contact.country))],
    ['Emails paused until', times(contact.pausedUntil)],
    ['Tracking of opens and clicks', ui.badge(contact.trackingConsent)],
    ['Created', times(contact.createdAt)],
    ['Changed', times(contact.updatedAt)],
    ...Object.entries(customValues).map(([slug, value]) => [slug, ui.text([value].flat().join(', '))] as const),
  ]);

function timelineOf({ items, next }: Timeline, times: ui.Times): Html {
  if (items.length === 0)
    return ui.empty('Nothing happened yet', 'Emails, orders, notes, and tracked events appear here.');
  const shown = items.map(
    (item) =>
      html`<li>${ui.badge(item.type)} <bdi>${item.title}</bdi> ${detailOf(item)} ${times(item.occurredAt)}</li>`,
  );
  return html`<ol class="timeline card">
      ${shown}
    </ol>
    ${next && ui.further({ after: encodeCursor(next) })}`;
}

/** What an item shows besides its title: the URL of a click, the value of a tracked event, or the reason of a bounce or a change. */
function detailOf({ data: { url, value, reason } }: TimelineItem): Html | null {
  const detail = url ?? value ?? reason;
  return typeof detail === 'string' && detail !== '' ? ui.code(detail) : null;
}
