import { type Html, html, type HtmlContent } from '../../../platform/html/html.js';
import { encodeCursor, type Page as Rows } from '../../../platform/http/page.js';
import type { ContactView } from '../../contacts/listing/contacts.queries.js';
import type { Timeline, TimelineItem } from '../../contacts/timeline/timeline.queries.js';
import { SECTIONS } from '../http/sections.js';
import type { Page } from '../pages/layout.js';
import {
  apiCalls,
  ask,
  badge,
  count,
  empty,
  facts,
  foreign,
  link,
  money,
  NOTHING,
  part,
  tiles,
  type Times,
} from '../pages/parts.js';
import { pager, table } from '../pages/table.js';

const nameOf = ({ firstName, lastName }: ContactView['contact']): string =>
  [firstName, lastName].filter((name) => name !== null && name !== '').join(' ');
const titles = (labels: readonly { readonly title: string }[]): HtmlContent =>
  labels.length === 0 ? NOTHING : labels.map(({ title }) => html`<span class="label"><bdi>${title}</bdi></span> `);

export function contactsPage(contacts: Rows<ContactView>, search: string, times: Times): Page {
  const list = table(
    'Contacts, newest first',
    [
      { title: 'Address', cell: ({ contact: { id, email } }) => link(`${SECTIONS.contacts.path}/${id}`, email) },
      { title: 'Status', cell: ({ contact: { status } }) => badge(status) },
      { title: 'Name', cell: ({ contact }) => foreign(nameOf(contact)), isExtra: true },
      { title: 'Lists', cell: ({ labels }) => titles(labels.list), isExtra: true },
      { title: 'Created', cell: ({ contact }) => times(contact.createdAt), isExtra: true },
    ],
    contacts.items,
  );
  return {
    title: SECTIONS.contacts.title,
    lead: `${contacts.totalIsEstimate === true ? 'About ' : ''}${count(contacts.total)} ${contacts.total === 1 ? 'contact' : 'contacts'}`,
    content: html`${ask('search', 'Address or name', search, 'Search')}
    ${
      contacts.items.length > 0
        ? list
        : search === ''
          ? empty('No contacts yet', html`Add them with <code>POST /subscribers</code> or <code>POST /imports</code>.`)
          : empty('Nothing found', html`No address or name contains “${foreign(search)}”.`)
    }
    ${pager(contacts, { search })} ${apiCalls('Change this with the API', ['POST /subscribers', 'POST /imports'])}`,
  };
}

export function contactPage(view: ContactView, timeline: Timeline, times: Times): Page {
  const { contact } = view;
  return {
    title: contact.email,
    lead: html`${badge(contact.status)} ${foreign(nameOf(contact))}`,
    content: html`${figuresOf(view)} ${part('Details', detailsOf(view, times))}
    ${part('Timeline', timelineOf(timeline, times))}
    ${apiCalls('Change this with the API', [
      `PUT /subscribers/${contact.id}`,
      `POST /subscribers/${contact.id}/notes`,
      `GET /subscribers/${contact.id}/timeline`,
      `POST /subscribers/${contact.id}/erase`,
    ])}`,
  };
}

const NO_STATS = { emails: 0, opens: 0, clicks: 0 };
const NO_ORDERS = { orders_count: 0, total_spent: 0, currency: null };

const figuresOf = ({ stats = NO_STATS, commerceStat: orders = NO_ORDERS }: ContactView): Html =>
  tiles([
    { label: 'Emails', value: count(stats.emails) },
    { label: 'Opened', value: count(stats.opens) },
    { label: 'Clicked', value: count(stats.clicks) },
    { label: 'Orders', value: count(orders.orders_count) },
    { label: 'Spent', value: money(orders.total_spent, orders.currency) },
  ]);

function detailsOf({ contact, labels, companies = [], customValues = {} }: ContactView, times: Times): Html {
  const place = [contact.postalCode, contact.city, contact.country].filter((text) => text !== null && text !== '');
  return facts([
    ['Lists', titles(labels.list)],
    ['Tags', titles(labels.tag)],
    ['Companies', titles(companies.map(({ company }) => ({ title: company.name })))],
    ['Type', foreign(contact.contactType)],
    ['Phone', foreign(contact.phone)],
    ['Place', foreign(place.join(' '))],
    ['Emails paused until', times(contact.pausedUntil)],
    ['Created', times(contact.createdAt)],
    ['Changed', times(contact.updatedAt)],
    ...Object.entries(customValues).map(([slug, value]) => [slug, foreign([value].flat().join(', '))] as const),
  ]);
}

function timelineOf({ items, next }: Timeline, times: Times): Html {
  if (items.length === 0)
    return empty('Nothing happened yet', 'Emails, orders, notes, and tracked events appear here.');
  return html`<ol class="timeline card">
      ${items.map(
        (item) =>
          html`<li>${badge(item.type)} <bdi>${item.title}</bdi> ${detailOf(item)} ${times(item.occurredAt)}</li>`,
      )}
    </ol>
    ${next === null ? null : html`<nav class="pager" aria-label="Pages"><a rel="next" href="?after=${encodeCursor(next)}">Earlier →</a></nav>`}`;
}

/** What an item shows besides its title: the URL of a click, or the value of a tracked event. */
function detailOf({ data: { url, value } }: TimelineItem): Html | null {
  const detail = url ?? value;
  return typeof detail === 'string' && detail !== '' ? html`<code>${detail}</code>` : null;
}
