import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { AppError, invalidParam, notFound } from '../../platform/errors/app-error.js';
import { Keys } from '../../platform/secrets/keys.js';
import type { SealedColumn } from '../../platform/secrets/sealed-column.js';
import { isWebhookSecret, newWebhookSecret } from './webhook-secret.js';
import { Webhook } from './webhook.entity.js';

/** What requests of a webhook are signed with, in clear. */
export interface SigningSecrets {
  readonly current: string;
  /** The one before, while receivers may still check against it. */
  readonly previous: string | null;
}

export interface Rotation {
  /** Generated when null. */
  readonly secret: string | null;
  /** How long the old secret goes on signing beside the new one. */
  readonly graceMinutes: number;
}

export interface RotatedWebhook {
  readonly webhook: Webhook;
  /** In clear, for the one answer that may show it. */
  readonly secret: string;
}

export interface SealedSecrets {
  readonly id: number;
  readonly secret: string;
  /** As `PREVIOUS_SECRET` selects it. */
  readonly previous_secret: string | null;
}

/** Of `webhooks`: the old secret while its grace lasts, else null; by the clock that also set its end. */
export const PREVIOUS_SECRET = 'IF(previous_secret_until > NOW(3), previous_secret, NULL) AS previous_secret';

/** The only place where secrets of webhooks are encrypted and decrypted. */
@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly db: Database,
    private readonly keys: Keys,
  ) {}

  /** @throws AppError rest_invalid_param for a secret of another form. */
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

  /**
   * The new secret signs from the next request on; for the time of grace the old one signs beside it. There is room for one
   * old secret: while its grace lasts, only a rotation without grace is possible, which ends it. So of two rotations at once
   * one is refused, and no secret that was promised a grace loses it unasked.
   * @throws AppError rest_post_invalid_id, rest_invalid_param
   */
  async rotate(id: number, { secret: wanted, graceMinutes }: Rotation): Promise<RotatedWebhook> {
    const secret = this.choose(wanted);
    return this.db.transaction(async (tx) => {
      const webhook = await tx.manager.findOne(Webhook, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!webhook) throw notFound('webhook');
      const old = this.current(webhook);
      if (old === secret) throw invalidParam('secret', 'is the present secret');
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
                previous_secret_until = IF(:minutes = 0, NULL, NOW(3) + INTERVAL :minutes MINUTE), updated_at = NOW(3)
          WHERE id = :id`,
        {
          id,
          secret: this.seal(id, secret),
          previous: graceMinutes === 0 ? null : this.keys.encrypt('webhook-secrets', old, previousContextOf(id)),
          minutes: graceMinutes,
        },
      );
      return { webhook: await tx.manager.findOneByOrFail(Webhook, { id }), secret };
    });
  }

  /** Removes old secrets whose grace is over. @returns how many. */
  async forgetPrevious(): Promise<number> {
    const { affectedRows } = await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE webhooks SET previous_secret = NULL, previous_secret_until = NULL WHERE previous_secret_until <= NOW(3)`,
      ),
    );
    return affectedRows;
  }
}

const contextOf = (id: number | string): string => `webhook:${id}`;
/** Its own, so that nobody can put an old secret back into force by copying it within the row. */
const previousContextOf = (id: number | string): string => `webhook:${id}:previous`;

const sealed = { table: 'webhooks', purpose: 'webhook-secrets', contextOf: ['id'] } as const;
export const SEALED_WEBHOOK_SECRETS: readonly SealedColumn[] = [
  { ...sealed, column: 'secret', context: contextOf },
  { ...sealed, column: 'previous_secret', context: previousContextOf },
];

function stillInGrace(until: Date): AppError {
  const end = until.toISOString();
  return new AppError('rest_invalid_param', 'The secret was rotated already and its old one still signs.', {
    data: { params: { grace_minutes: `the secret before signs until ${end}; 0 ends that and rotates at once` } },
  });
}
