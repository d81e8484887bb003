import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { existing, locked } from '../../platform/database/records.js';
import { refuseBeyond } from '../../platform/database/refuse-beyond.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import { OutboundHttp } from '../../platform/outbound-http/outbound-http.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { isSignatureOf } from './signer.js';
import { checkedEvents, eventFaults } from './webhook-events.js';
import type { WebhookReplay } from './webhook-replay.entity.js';
import { type HistoryStart, WebhookReplayService } from './webhook-replay.service.js';
import { type RotatedWebhook, WebhookSecrets } from './webhook-secrets.service.js';
import { afterChoice } from './webhook-status.js';
import { Webhook } from './webhook.entity.js';

export interface WebhookInput {
  readonly name: string;
  readonly url: string;
  /** Names, `*`, or `<family>.*`. */
  readonly events: readonly string[];
  readonly status: 'active' | 'inactive';
  /** Null generates one. */
  readonly secret: string | null;
  /** The start of the history that it receives first; null for none. */
  readonly from: HistoryStart | null;
}

export type WebhookChanges = Partial<Omit<WebhookInput, 'secret' | 'from'> & { readonly secret: string }>;

interface CreatedWebhook extends RotatedWebhook {
  readonly replay: WebhookReplay | null;
}

/** Limits the rows per event, and the number of third parties that can be called. */
const MAX_WEBHOOKS = 100;

@Injectable()
export class WebhooksService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly secrets: WebhookSecrets,
    private readonly http: OutboundHttp,
    private readonly replays: WebhookReplayService,
  ) {}

  async list(): Promise<Webhook[]> {
    return this.db.manager.find(Webhook, { order: { id: 'DESC' } });
  }

  async get(id: number): Promise<Webhook> {
    return existing(await this.db.manager.findOneBy(Webhook, { id }), 'webhook');
  }

  async create(input: WebhookInput): Promise<CreatedWebhook> {
    const url = this.checkedUrl(input.url, input.events);
    const events = checkedEvents(input.events);
    const secret = this.secrets.choose(input.secret);
    return this.db.transaction(async (tx) => {
      await refuseBeyond(tx, 'webhooks', MAX_WEBHOOKS);
      const { insertId: id } = await tx.execute(
        `INSERT INTO webhooks (name, url, events, status, secret) VALUES (:name, :url, :events, :status, '')`,
        { name: input.name, url, events: events.join(','), status: input.status },
        { ids: 'new' },
      );
      // The ciphertext is bound to the id, so the id has to be known first.
      await tx.execute(
        'UPDATE webhooks SET secret = :secret WHERE id = :id',
        { id, secret: this.secrets.seal(id, secret) },
        { ids: id },
      );
      const replay = input.from === null ? null : await this.replays.startHistory(tx, id, input.from, events);
      return { webhook: await tx.manager.findOneByOrFail(Webhook, { id }), secret, replay };
    });
  }

  /** Reactivation resets failures and delivers parked deliveries. A secret given here replaces all others at once. */
  async update(id: number, changes: WebhookChanges): Promise<Webhook> {
    const url = changes.url === undefined ? undefined : this.checkedUrl(changes.url, changes.events ?? []);
    const events = changes.events === undefined ? undefined : checkedEvents(changes.events);
    const secret = changes.secret === undefined ? undefined : this.secrets.choose(changes.secret);
    return this.db.transaction(async (tx) => {
      const webhook = await locked(tx, Webhook, id, 'webhook');
      const health = changes.status === undefined ? webhook : afterChoice(webhook, changes.status);
      const resumed = health.status === 'active' && webhook.status !== 'active';
      // MySQL and MariaDB assign from left to right: read the old status before it is replaced.
      await tx.execute(
        `UPDATE webhooks
            SET status_changed_at = IF(status = :status, status_changed_at, NOW(3)),
                name = :name, url = :url, events = :events, secret = :secret, status = :status,
                previous_secret = IF(:replaced, NULL, previous_secret),
                previous_secret_until = IF(:replaced, NULL, previous_secret_until),
                consecutive_failures = :failures, probing = :probing, updated_at = NOW(3),
                resuming_at = IF(:resumed, '1970-01-01', resuming_at), resuming_id = IF(:resumed, 0, resuming_id)
          WHERE id = :id`,
        {
          id,
          name: changes.name ?? webhook.name,
          url: url ?? webhook.url,
          events: (events ?? webhook.events).join(','),
          secret: secret === undefined ? webhook.secret : this.secrets.seal(id, secret),
          replaced: secret !== undefined,
          status: health.status,
          failures: health.consecutiveFailures,
          probing: health.probing,
          resumed,
        },
        { ids: id },
      );
      // The worker first restarts the deliveries that were attempted before.
      if (resumed) await this.outbox.append(tx, 'webhook.resumed', id, { webhook_id: id });
      return tx.manager.findOneByOrFail(Webhook, { id });
    });
  }

  /** Deletes a webhook. The sweeper ends its pending deliveries; running attempts finish. */
  async remove(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { affectedRows } = await tx.delete('webhooks', id);
      if (affectedRows === 0) throw notFound('webhook');
    });
  }

  /** Verifies a received body with the webhook's current secret; null if the webhook does not exist. */
  async verifies(id: number, raw: Buffer, signature: string): Promise<boolean | null> {
    const webhook = await this.db.manager.findOneBy(Webhook, { id });
    return webhook && isSignatureOf(raw, signature, this.secrets.current(webhook));
  }

  /** @param names the events of the request, whose errors are reported too. */
  private checkedUrl(url: string, names: readonly string[]): string {
    const reason = this.http.faultOf(url);
    if (reason === null) return url;
    throw new AppError('invalid_webhook_url', 'Webhook URL must be a valid HTTPS URL.', {
      data: { params: { url: reason, ...eventFaults(names) } },
    });
  }
}
