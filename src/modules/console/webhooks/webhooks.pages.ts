import { type Html, html } from '../../../platform/html/html.js';
import type { Page as Rows } from '../../../platform/http/page.js';
import { percent } from '../../../platform/rates/rates.js';
import type { DeliveryResponse } from '../../webhooks/dto/webhook-delivery.response.js';
import type { Webhook } from '../../webhooks/webhook.entity.js';
import { SECTIONS } from '../http/sections.js';
import type { Page } from '../pages/layout.js';
import { apiCalls, badge, count, empty, facts, link, NOTHING, part, share, tiles, type Times } from '../pages/parts.js';
import { pager, table } from '../pages/table.js';

const milliseconds = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : `${count(value)} ms`;

export function webhooksPage(webhooks: Rows<Webhook>, times: Times): Page {
  const list = table(
    'Webhooks, newest first',
    [
      { title: 'Webhook', cell: ({ id, name }) => link(`${SECTIONS.webhooks.path}/${id}`, name) },
      { title: 'Status', cell: ({ status }) => badge(status) },
      { title: 'URL', cell: ({ url }) => html`<code>${url}</code>`, isExtra: true },
      { title: 'Event types', cell: ({ events }) => count(events.length), isNumber: true },
      { title: 'Status since', cell: ({ statusChangedAt }) => times(statusChangedAt), isExtra: true },
    ],
    webhooks.items,
  );
  return {
    title: SECTIONS.webhooks.title,
    lead: `${count(webhooks.total)} ${webhooks.total === 1 ? 'webhook' : 'webhooks'}`,
    content: html`${webhooks.total > 0 ? list : empty('No webhooks yet', html`Create one with <code>POST /webhooks</code>.`)}
    ${pager(webhooks)} ${apiCalls('Change this with the API', ['POST /webhooks', 'PUT /webhooks/{id}'])}`,
  };
}

export function webhookPage(webhook: Webhook, deliveries: Rows<DeliveryResponse>, times: Times): Page {
  return {
    title: webhook.name,
    lead: html`${badge(webhook.status)} <code>${webhook.url}</code>`,
    content: html`${figuresOf(deliveries)}
    ${part(
      'Details',
      facts([
        ['Status since', times(webhook.statusChangedAt)],
        ['Failed deliveries in a row', count(webhook.consecutiveFailures)],
        ['Event types', webhook.events.map((event) => html`<span class="label">${event}</span> `)],
        ['Created', times(webhook.createdAt)],
      ]),
    )}
    ${part(
      'Last deliveries',
      deliveries.total > 0
        ? deliveryTable(deliveries.items, times)
        : empty('No deliveries yet', html`Try it with <code>POST /webhooks/${webhook.id}/test</code>.`),
    )}
    ${pager(deliveries)}
    ${apiCalls('Change this with the API', [
      `PUT /webhooks/${webhook.id}`,
      `POST /webhooks/${webhook.id}/test`,
      `POST /webhooks/${webhook.id}/replay`,
      `POST /webhooks/${webhook.id}/deliveries/{delivery}/redeliver`,
    ])}`,
  };
}

function figuresOf({ items, total }: Rows<DeliveryResponse>): Html {
  const durations = items.flatMap(({ response_time: time }) => time ?? []).sort((one, other) => one - other);
  const ended = items.filter(({ status }) => status !== 'pending');
  const succeeded = ended.filter(({ status }) => status === 'success').length;
  const note = 'of those below';
  return tiles([
    { label: 'Deliveries', value: count(total) },
    { label: 'Successful', value: ended.length === 0 ? NOTHING : share(percent(succeeded, ended.length)), note },
    { label: 'Median latency', value: milliseconds(durations[Math.floor(durations.length / 2)]), note },
    { label: 'Highest latency', value: milliseconds(durations.at(-1)), note },
  ]);
}

const deliveryTable = (deliveries: readonly DeliveryResponse[], times: Times): Html =>
  table(
    'Deliveries, newest first',
    [
      { title: 'Event', cell: ({ event }) => event },
      { title: 'Status', cell: ({ status }) => badge(status) },
      {
        title: 'HTTP',
        cell: ({ response_code: code }) => (code === null || code === 0 ? NOTHING : code),
        isNumber: true,
      },
      { title: 'Latency', cell: ({ response_time: time }) => milliseconds(time), isNumber: true },
      { title: 'Attempts', cell: ({ attempts }) => count(attempts), isNumber: true },
      { title: 'Last attempt', cell: ({ attempted_at: at }) => times(at) },
      { title: 'Next attempt', cell: ({ next_attempt_at: at }) => times(at) },
      { title: 'Error', cell: ({ error }) => error?.replaceAll('_', ' ') ?? NOTHING },
      { title: 'Delivery', cell: ({ id }) => id, isNumber: true },
    ],
    deliveries,
  );
