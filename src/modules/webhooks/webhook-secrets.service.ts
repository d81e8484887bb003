import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { locked } from '../../platform/database/records.js';
import { AppError, invalidParam } from '../../platform/errors/app-error.js';
import { Keys, type SealedColumn } from '../../platform/secrets/keys.js';
import { isWebhookSecret, newWebhookSecret } from './webhook-secret.js';
import { Webhook } from './webhook.entity.js';

/** The plaintext secrets that sign requests of a webhook. */
export interface SigningSecrets {
  readonly current: string;
  /** The previous secret during its grace period. */
  readonly previous: string | null;
}

export interface Rotation {
  /** Null generates one. */
  readonly secret: string | null;
  /** How long the previous secret also signs. */
  readonly graceMinutes: number;
}

export interface RotatedWebhook {
  readonly webhook: Webhook;
  /** Plaintext, for the one response that shows it. */
  readonly secret: string;
}

export interface SealedSecrets {
  readonly id: number;
  readonly secret: string;
  /** As selected by `PREVIOUS_SECRET`. */
  readonly previous_secret: string | null;
}

/** Selects the previous secret during its grace period, by the database clock, else null. */
export const PREVIOUS_SECRET = 'IF(previous_secret_until > NOW(3), previous_secret, NULL) AS previous_secret';

/** Encrypts, decrypts, and rotates webhook secrets. No other code does. */
@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly db: Database,
    private readonly keys: Keys,
  ) {}

  choose(secret: string | null): string {
    if (secret === null) return newWebhookSecret();
    if (!isWebhookSecret(secret)) throw invalidParam('secret', 'must be 1 to 256 printable ASCII characters');
    return secret;
  }

  seal(id: number, secret: string): string {
    return this.keys.encrypt('webhook-secrets', secret, contextOf(id));
  }

  signing(webhook: SealedSecrets): SigningSecrets {
    const { id, previous_secret: previous } = webhook;
    return {
      current: this.current(webhook),
      previous: previous === null ? null : this.keys.decrypt('webhook-secrets', previous, previousContextOf(id)),
    };
  }

  current({ id, secret }: Pick<Webhook, 'id' | 'secret'>): string {
    return this.keys.decrypt('webhook-secrets', secret, contextOf(id));
  }

  /** The previous secret also signs during the grace period, in which only a rotation without one is possible. */
  async rotate(id: number, { secret: wanted, graceMinutes }: Rotation): Promise<RotatedWebhook> {
    const secret = this.choose(wanted);
    return this.db.transaction(async (tx) => {
      const webhook = await locked(tx, Webhook, id, 'webhook');
      const old = this.current(webhook);
      if (old === secret) throw invalidParam('secret', 'is the current secret');
      if (graceMinutes > 0) {
        const [grace] = await tx.query<{ until: Date }>(
          'SELECT previous_secret_until AS until FROM webhooks WHERE id = :id AND previous_secret_until > NOW(3)',
          { id },
        );
        if (grace) throw stillInGrace(grace.until);
      }
      await tx.execute(
        `UPDATE webhooks
            SET secret = :secret, previous_secret = :previous,
                previous_secret_until = NULLIF(NOW(3) + INTERVAL :minutes MINUTE, NOW(3)), updated_at = NOW(3)
          WHERE id = :id`,
        {
          id,
          secret: this.seal(id, secret),
          previous: graceMinutes === 0 ? null : this.keys.encrypt('webhook-secrets', old, previousContextOf(id)),
          minutes: graceMinutes,
        },
        { ids: id },
      );
      return { webhook: await tx.manager.findOneByOrFail(Webhook, { id }), secret };
    });
  }

  async deletePrevious(): Promise<number> {
    const { affectedRows } = await this.db.execute(
      `UPDATE webhooks SET previous_secret = NULL, previous_secret_until = NULL WHERE previous_secret_until <= NOW(3)`,
      {},
    );
    return affectedRows;
  }
}

const contextOf = (id: number | string): string => `webhook:${id}`;
/** A separate context, so that copying an old ciphertext within the row cannot reactivate it. */
const previousContextOf = (id: number | string): string => `webhook:${id}:previous`;

const sealed = { table: 'webhooks', purpose: 'webhook-secrets', contextOf: ['id'] } as const;
export const SEALED_WEBHOOK_SECRETS: readonly SealedColumn[] = [
  { ...sealed, column: 'secret', context: contextOf },
  { ...sealed, column: 'previous_secret', context: previousContextOf },
];

function stillInGrace(until: Date): AppError {
  const end = until.toISOString();
  const reason = `the previous secret is valid until ${end}; 0 ends that and rotates at once`;
  return invalidParam('grace_minutes', reason, 'The previous rotation is still in its grace period.');
}
