import { Injectable } from '@nestjs/common';
import { shownUrl } from '../../../platform/access/assert-permission.js';
import { Database } from '../../../platform/database/database.js';
import { existing } from '../../../platform/database/records.js';
import { newestFirst } from '../../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { unsignedPayload } from '../signer.js';
import { callHeaders } from '../webhook-caller.js';
import {
  attemptOf,
  type AttemptRow,
  type DeliveryDetailsResponse,
  deliveryOf,
  type DeliveryResponse,
  type DeliveryRow,
} from '../dto/webhook-delivery.shapes.js';
import type { DeliveryStatus } from '../webhook-delivery.entity.js';
import { TEST_EVENT } from '../webhook-events.js';
import { TEST_DATA } from '../webhook-test.service.js';

interface LoggedAttempt extends AttemptRow {
  /** Null for attempts of versions that did not record it. */
  readonly url: string | null;
  readonly responseHead: string | null;
}

// While an attempt runs there is no next attempt: the column holds the end of its lease.
const COLUMNS = `id, event, status, response_code AS responseCode, response_time AS responseTime, attempted_at AS attemptedAt,
  attempts, IF(lease_owner IS NULL, next_attempt_at, NULL) AS nextAttemptAt, fail_reason AS error`;

@Injectable()
export class WebhookDeliveriesQueries {
  constructor(private readonly db: Database) {}

  async list(webhookId: number, status: DeliveryStatus | null, request: PageRequest): Promise<Page<DeliveryResponse>> {
    await this.webhookUrl(webhookId);
    const where = ['r.webhook_id = :webhookId', ...(status === null ? [] : ['r.status = :status'])];
    const sql = { columns: COLUMNS, from: 'webhook_deliveries', where, params: { webhookId, status } };
    const page = await newestFirst<DeliveryRow>(this.db, sql, request);
    return { ...page, items: page.items.map(deliveryOf) };
  }

  async get(webhookId: number, id: number): Promise<DeliveryDetailsResponse> {
    const url = await this.webhookUrl(webhookId);
    const sql = `SELECT ${COLUMNS} FROM webhook_deliveries WHERE id = :id AND webhook_id = :webhookId`;
    const row = existing((await this.db.query<DeliveryRow>(sql, { id, webhookId }))[0]);
    const [attempts, [event]] = await Promise.all([
      this.db.query<LoggedAttempt>(
        `SELECT attempt_no AS number, url, started_at AS startedAt, finished_at AS finishedAt, outcome, code AS responseCode,
                ms AS responseTime, remote_ip AS remoteIp, response_head AS responseHead, excerpt AS responseBody
           FROM webhook_attempts WHERE delivery_id = :id ORDER BY attempt_no`,
        { id },
      ),
      this.db.query<{ uid: string | null; data: string | null; occurred_at: Date; request_id: string | null }>(
        `SELECT e.uid, e.data, COALESCE(e.occurred_at, d.created_at) AS occurred_at, e.request_id
           FROM webhook_deliveries d LEFT JOIN domain_events e ON e.id = d.event_id WHERE d.id = :id`,
        { id },
      ),
    ]);
    const dataJson = row.event === TEST_EVENT ? TEST_DATA : (event?.data ?? null);
    const headersOf = (attemptNo: number): Record<string, string> =>
      callHeaders({ event: row.event, webhookId, deliveryId: id, eventUid: event?.uid ?? null, attemptNo });
    return {
      ...deliveryOf(row),
      request_id: event?.request_id ?? null,
      request: {
        url,
        headers: headersOf(row.attempts + 1),
        payload: event && dataJson !== null ? payloadOf(row.event, event.occurred_at, webhookId, dataJson) : null,
      },
      attempt_log: attempts.map((attempt) =>
        attemptOf(attempt, {
          request: { url: attempt.url && shownUrl(attempt.url, 'manage_contacts'), headers: headersOf(attempt.number) },
          response_headers:
            attempt.responseHead === null ? null : (JSON.parse(attempt.responseHead) as Record<string, string>),
        }),
      ),
    };
  }

  private async webhookUrl(webhookId: number): Promise<string> {
    const [webhook] = await this.db.query<{ url: string }>('SELECT url FROM webhooks WHERE id = :webhookId', {
      webhookId,
    });
    return shownUrl(existing(webhook, 'webhook').url, 'manage_contacts');
  }
}

function payloadOf(event: string, occurredAt: Date, webhookId: number, dataJson: string): unknown {
  return JSON.parse(unsignedPayload({ event, occurredAt, webhookId, dataJson }));
}
