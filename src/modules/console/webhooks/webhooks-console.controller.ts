import { Inject, Param, Query } from '@nestjs/common';
import { shownUrl } from '../../../platform/access/assert-permission.js';
import { CurrentPrincipal } from '../../../platform/access/operation.js';
import type { Principal } from '../../../platform/access/permissions.js';
import type { JsonObject } from '../../../platform/values/json.js';
import { type Html, html } from '../../../platform/html/html.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import type { Page as Rows } from '../../../platform/http/page.js';
import { percent } from '../../../platform/rates/rates.js';
import { WebhookDeliveriesQueries } from '../../webhooks/delivery-log/webhook-deliveries.queries.js';
import type { DeliveryResponse } from '../../webhooks/dto/webhook-delivery.shapes.js';
import { WebhooksService } from '../../webhooks/webhooks.service.js';
import { actionLinks } from '../actions/actions.js';
import { Api, type ConsoleApi } from '../http/console-api.js';
import { record } from '../pages/values.js';
import { ConsoleController, ConsoleView, ConsoleQuery } from '../http/console-view.js';
import { SECTIONS, type Page } from '../pages/layout.js';
import * as ui from '../pages/ui.js';

const POSTS = ['test', 'replay', 'deliveries/{delivery}/redeliver'];

const milliseconds = (value: number | null = null): string => (value === null ? ui.NOTHING : `${ui.count(value)} ms`);

@ConsoleController(SECTIONS.webhooks.path)
export class WebhooksConsole {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesQueries,
    @Inject(ui.TIMES) private readonly times: ui.Times,
  ) {}

  @ConsoleView('webhooks')
  async list(@Query() query: ConsoleQuery): Promise<Page> {
    return ui.listPage({
      section: SECTIONS.webhooks,
      rows: ui.pageOf(await this.webhooks.list(), query.toPage()),
      columns: [
        ['Webhook', ({ id, name }) => ui.link(SECTIONS.webhooks, id, name)],
        ['Status', ({ status }) => ui.badge(status)],
        ['URL', ({ url }) => ui.code(url), 'extra'],
        ['Event types', ({ events }) => ui.count(events.length), 'number'],
        ['Status since', ({ statusChangedAt }) => this.times(statusChangedAt), 'extra'],
      ],
      calls: ['POST /webhooks', 'PUT /webhooks/{id}'],
    });
  }

  @ConsoleView('webhooks', ':id')
  async show(
    @Param('id', new IdPipe('webhook')) id: number,
    @Query() query: ConsoleQuery,
    @CurrentPrincipal() { permissions }: Principal,
  ): Promise<Page> {
    const deliveries = await this.deliveries.list(id, null, query.toPage());
    const webhook = await this.webhooks.get(id);
    const path = `/webhooks/${webhook.id}`;
    const details = ui.facts([
      ['Status since', this.times(webhook.statusChangedAt)],
      ['Failed deliveries in a row', ui.count(webhook.consecutiveFailures)],
      ['Event types', ui.labels(webhook.events)],
      ['Created', this.times(webhook.createdAt)],
    ]);
    const columns: ui.Column<DeliveryResponse>[] = [
      [
        'Event',
        ({ id, event }) =>
          html`<a class="whole" href="${SECTIONS.webhooks.path}/${webhook.id}/deliveries/${id}">${event}</a>`,
      ],
      ['Status', ({ status }) => ui.badge(status)],
      ['HTTP', ({ response_code: code }) => (code === null || code === 0 ? ui.NOTHING : code), 'number'],
      ['Latency', ({ response_time: time }) => milliseconds(time), 'number'],
      ['Attempts', ({ attempts }) => ui.count(attempts), 'number'],
      ['Last attempt', ({ attempted_at: at }) => this.times(at)],
      ...ui.ifAny(deliveries.items, 'next_attempt_at', ['Next attempt', ({ next_attempt_at: at }) => this.times(at)]),
      ...ui.ifAny(deliveries.items, 'error', [
        'Error',
        ({ error }) => (error ? ui.explained(ui.words(error)) : ui.NOTHING),
      ]),
    ];
    const list = html`${ui.table('Deliveries, newest first', columns, deliveries.items)} ${ui.pager(deliveries)}`;
    const nothing = ui.empty('No deliveries yet', html`Try it with ${ui.code(`POST ${path}/test`)}.`);
    return {
      title: webhook.name,
      lead: html`${ui.badge(webhook.status)} ${ui.code(shownUrl(webhook.url, 'manage_contacts'))}`,
      content: html`${actionLinks(permissions, ['replay'], id)} ${figuresOf(deliveries)} ${ui.part('Details', details)}
      ${ui.part('Last deliveries', deliveries.total > 0 ? list : nothing)}`,
      calls: [`PUT ${path}`, ...POSTS.map((each) => `POST ${path}/${each}`)],
    };
  }

  @ConsoleView('webhooks', ':id/deliveries/:delivery')
  async delivery(
    @Param('id', new IdPipe('webhook')) id: number,
    @Param('delivery', new IdPipe('webhook')) delivery: number,
    @Api() api: ConsoleApi,
    @CurrentPrincipal() { permissions }: Principal,
  ): Promise<Page> {
    const path = `/webhooks/${id}/deliveries/${delivery}`;
    const { event, status, request, ...details } = (await api.get(path))['delivery'] as JsonObject;
    const { payload, ...sent } = request as JsonObject;
    return {
      title: String(event),
      lead: html`${ui.badge(String(status))} Delivery ${delivery} to
        <a href="${SECTIONS.webhooks.path}/${id}">webhook ${id}</a>`,
      content: html`${actionLinks(permissions, ['redeliver'], id, delivery)} ${record(details, this.times)}
      ${ui.part('Request', record(sent, this.times))}
      ${ui.part('Payload', html`<pre class="card">${JSON.stringify(payload, null, 2)}</pre>`)}`,
      calls: [`GET ${path}`, `POST ${path}/redeliver`],
    };
  }
}

function figuresOf({ items, total }: Rows<DeliveryResponse>): Html {
  const durations = items.flatMap(({ response_time: time }) => time ?? []).sort((one, other) => one - other);
  const ended = items.filter(({ status }) => status !== 'pending');
  const succeeded = ended.filter(({ status }) => status === 'success').length;
  const note = 'of those below';
  return ui.tiles([
    ['Deliveries', ui.count(total)],
    ['Successful', ended.length === 0 ? ui.NOTHING : ui.share(percent(succeeded, ended.length)), note],
    ['Median latency', milliseconds(durations[Math.floor(durations.length / 2)]), note],
    ['Highest latency', milliseconds(durations.at(-1)), note],
  ]);
}
