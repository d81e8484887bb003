import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import { offsetOf, type Page, type PageRequest } from '../../platform/http/page.js';
import { unsignedPayload } from './dispatcher/payload.js';
import { callHeaders } from './webhook-caller.js';
import type { DeliveryStatus } from './webhook-delivery.entity.js';
import { TEST_EVENT } from './webhook-events.js';
import { TEST_DATA } from './webhook-test.service.js';

export interface DeliveryRow {
  readonly id: number;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly response_code: number | null;
  readonly response_time: number | null;
  readonly attempted_at: Date | null;
  /** Null while a request is under way. */
  readonly next_attempt_at: Date | null;
  readonly fail_reason: string | null;
  readonly created_at: Date;
}

export interface AttemptRow {
  readonly attempt_no: number;
  /** Null for an attempt of a version that did not record it. */
  readonly url: string | null;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly outcome: string | null;
  readonly code: number | null;
  readonly ms: number | null;
  readonly remote_ip: string | null;
  readonly response_head: string | null;
  readonly excerpt: string | null;
}

/** What went over the wire before the body. */
export interface RequestHead {
  readonly url: string | null;
  /** Those that do not depend on the secret: signatures are between us and the receiver. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface LoggedAttempt {
  readonly row: AttemptRow;
  readonly request: RequestHead;
}

export interface DeliveryDetails {
  readonly delivery: DeliveryRow;
  readonly attempts: readonly LoggedAttempt[];
  /** Of the request that the event comes from; null also when the event has left the log. */
  readonly requestId: string | null;
  readonly request: {
    readonly url: string;
    /** Those that do not depend on the secret. */
    readonly headers: Readonly<Record<string, string>>;
    /** Without its signature; null when the event has left the log. */
    readonly payload: unknown;
  };
}

const COLUMNS = `id, event, status, attempts, response_code, response_time, attempted_at,
  IF(lease_owner IS NULL, next_attempt_at, NULL) AS next_attempt_at, fail_reason, created_at`;

/** The delivery log as people read it. */
@Injectable()
export class WebhookDeliveriesQueries {
  constructor(private readonly db: Database) {}

  /** Newest first. @throws AppError rest_post_invalid_id when the webhook does not exist. */
  async list(webhookId: number, status: DeliveryStatus | null, request: PageRequest): Promise<Page<DeliveryRow>> {
    await this.webhookUrl(webhookId);
    const { cursor, perPage } = request;
    const where = `webhook_id = :webhookId ${status === null ? '' : 'AND status = :status'}`;
    const params = { webhookId, status, after: cursor?.id ?? null, limit: perPage + 1, offset: offsetOf(request) };
    const [rows, [count]] = await Promise.all([
      cursor === undefined
        ? this.db.query<DeliveryRow>(
            `SELECT ${COLUMNS} FROM webhook_deliveries WHERE ${where} ORDER BY id DESC LIMIT :limit OFFSET :offset`,
            params,
          )
        : this.db.query<DeliveryRow>(
            `SELECT ${COLUMNS} FROM webhook_deliveries
              WHERE ${where} ${cursor === null ? '' : 'AND id < :after'} ORDER BY id DESC LIMIT :limit`,
            params,
          ),
      this.db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM webhook_deliveries WHERE ${where}`, params),
    ]);
    const items = rows.slice(0, perPage);
    const last = items.at(-1);
    const next = rows.length > perPage && last ? { value: null, id: last.id } : null;
    return { items, total: count?.total ?? 0, request, next };
  }

  /** @throws AppError rest_post_invalid_id, also for a delivery of another webhook. */
  async get(webhookId: number, id: number): Promise<DeliveryDetails> {
    const url = await this.webhookUrl(webhookId);
    const [delivery] = await this.db.query<DeliveryRow & { event_id: number | null }>(
      `SELECT ${COLUMNS}, event_id FROM webhook_deliveries WHERE id = :id AND webhook_id = :webhookId`,
      { id, webhookId },
    );
    if (!delivery) throw notFound();
    const [rows, [event]] = await Promise.all([
      this.db.query<AttemptRow>(
        `SELECT attempt_no, url, started_at, finished_at, outcome, code, ms, remote_ip, response_head, excerpt
           FROM webhook_attempts WHERE delivery_id = :id ORDER BY attempt_no`,
        { id },
      ),
      this.db.query<{ uid: string; data: string; occurred_at: Date; request_id: string | null }>(
        'SELECT uid, data, occurred_at, request_id FROM domain_events WHERE id = :id',
        { id: delivery.event_id },
      ),
    ]);
    const frozen =
      delivery.event === TEST_EVENT ? { data: TEST_DATA, occurred_at: delivery.created_at } : (event ?? null);
    const payload =
      frozen &&
      (JSON.parse(
        unsignedPayload({ event: delivery.event, occurredAt: frozen.occurred_at, webhookId, dataJson: frozen.data }),
      ) as unknown);
    const headersOf = (attemptNo: number): Record<string, string> =>
      callHeaders({ event: delivery.event, webhookId, deliveryId: id, eventUid: event?.uid ?? null, attemptNo });
    const attempts = rows.map((row) => ({ row, request: { url: row.url, headers: headersOf(row.attempt_no) } }));
    const requestId = event?.request_id ?? null;
    return { delivery, attempts, requestId, request: { url, headers: headersOf(delivery.attempts + 1), payload } };
  }

  private async webhookUrl(webhookId: number): Promise<string> {
    const [webhook] = await this.db.query<{ url: string }>('SELECT url FROM webhooks WHERE id = :webhookId', {
      webhookId,
    });
    if (!webhook) throw notFound('webhook');
    return webhook.url;
  }
}
