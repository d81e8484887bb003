import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { localDay } from '../../../platform/clock/local-time.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { domainOf } from '../../../platform/text/email-address.js';
import type { ActiveSender } from '../../senders/active-senders.js';
import { DailyCaps } from '../../senders/daily-caps.js';
import { MailboxProviders } from '../../senders/destinations/mailbox-providers.service.js';
import { inParts } from '../../../platform/values/collections.js';

/** An unsent email; the best-engaged recipient comes first. */
interface Ranked {
  readonly id: number;
  readonly provider: string;
}

interface SendingRow {
  readonly source_type: string;
  readonly source_id: number;
  readonly is_enrolling: number;
}

const LOOK_AGAIN_MS = 1_000;
/** A campaign that adds recipients for longer sends to those that are there. */
const MAX_ENROLLING_MINUTES = 5;
/** Emails among which the best-engaged recipients are searched. */
const MOST_RANKED = 200_000;
const CHUNK = 1_000;

/** Chooses the emails of a warm-up day: of each mailbox provider its share, to those who opened or clicked last. */
@Injectable()
export class WarmUpOrder {
  constructor(
    private readonly db: Database,
    private readonly caps: DailyCaps,
    private readonly providers: MailboxProviders,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Brings the emails of the day to the front. @returns the wait in ms while recipients are added, or 0. */
  async prepare(sendingId: number, sender: ActiveSender): Promise<number> {
    if (sender.warmup === null) return 0;
    const day = localDay(this.clock.now(), this.config.timeZone);
    const [sending] = await this.db.query<SendingRow>(
      `SELECT source_type, source_id,
              enrolled_at IS NULL AND created_at > NOW(3) - INTERVAL ${MAX_ENROLLING_MINUTES} MINUTE AS is_enrolling
         FROM sendings WHERE id = :sendingId AND (ranked_on IS NULL OR ranked_on < :day)`,
      { sendingId, day },
    );
    if (!sending) return 0;
    if (sending.is_enrolling === 1) return LOOK_AGAIN_MS;
    const { emails, cap } = await this.caps.today(sender);
    const quota = Math.max(0, (cap ?? 0) - emails);
    const chosen = choose(await this.ranked(sending), quota);
    for (const ids of inParts(chosen, CHUNK))
      await this.db.execute(
        // Due emails with a time go before those without.
        `UPDATE email_messages SET next_attempt_at = NOW(3) - INTERVAL 1 SECOND
          WHERE id IN (:ids) AND state = 'pending' AND next_attempt_at IS NULL`,
        { ids },
        { ids: [] },
      );
    // Last, so that a crash repeats it.
    await this.db.execute('UPDATE sendings SET ranked_on = :day WHERE id = :sendingId', { sendingId, day });
    return 0;
  }

  private async ranked({ source_type: type, source_id: id }: SendingRow): Promise<Ranked[]> {
    const rows = await this.db.cells<[id: number, email: string | null]>(
      `SELECT m.id, m.email,
              (SELECT MAX(COALESCE(h.first_human_click_at, h.first_human_open_at)) FROM email_messages h
                WHERE h.contact_id = m.contact_id) AS engaged_at
         FROM (SELECT id, contact_id, email FROM email_messages FORCE INDEX (ix_email_messages_due)
                WHERE source_type = :type AND source_id = :id AND state = 'pending' AND next_attempt_at IS NULL
                ORDER BY id LIMIT ${MOST_RANKED}) m
        ORDER BY engaged_at DESC, m.id`,
      { type, id },
    );
    return rows.map(([messageId, email]) => {
      const address = email ?? '';
      return { id: messageId, provider: this.providers.cached(address) ?? domainOf(address) };
    });
  }
}

/** Returns the ids of the best-ranked emails, from each provider in proportion. It is pure, so that it can be tested. */
export function choose(ranked: readonly Ranked[], quota: number): number[] {
  const sizes = new Map<string, number>();
  for (const { provider } of ranked) sizes.set(provider, (sizes.get(provider) ?? 0) + 1);
  const taken = new Map<string, number>();
  const chosen: number[] = [];
  const rest: number[] = [];
  for (const { id, provider } of ranked) {
    const share = Math.ceil(((sizes.get(provider) ?? 0) * quota) / ranked.length);
    const count = taken.get(provider) ?? 0;
    (count < share ? chosen : rest).push(id);
    taken.set(provider, count + 1);
  }
  // Shares are rounded up; the best go.
  return [...chosen.slice(0, quota), ...rest.slice(0, Math.max(0, quota - chosen.length))];
}
