import { Injectable } from '@nestjs/common';
import type { EmailSource } from '../../events/email-state.js';
import { Database } from '../../platform/database/database.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { PROBES_UNTIL_PAUSE } from '../senders/destinations/destination-control.js';
import { Destinations } from '../senders/destinations/destinations.service.js';
import { MailboxProviders } from '../senders/destinations/mailbox-providers.service.js';
import { adviceOn } from '../senders/destinations/refusal-advice.js';

interface Quarantine {
  readonly sender_id: number;
  readonly provider: string;
  readonly reason: string;
  readonly code: string | null;
  readonly probes: number;
  readonly announced: number;
}

const AT_MOST = 1_000;

/** Finds campaigns of which only emails remain that quarantined providers refuse; a person must act for them. */
@Injectable()
export class BlockedSendings {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly providers: MailboxProviders,
    private readonly destinations: Destinations,
  ) {}

  /** Announces each once per refused probe, so that their owner pauses them. */
  async announce(): Promise<void> {
    const quarantines = await this.db.query<Quarantine>(
      `SELECT sender_id, provider, reason, code, probes, announced FROM sender_destinations WHERE state = 'quarantined'`,
    );
    const isLasting = ({ probes }: Quarantine): boolean => probes >= PROBES_UNTIL_PAUSE;
    const news = quarantines.filter((one) => isLasting(one) && one.announced < one.probes);
    for (const senderId of new Set(news.map((one) => one.sender_id)))
      await this.announceFor(
        senderId,
        quarantines.filter((one) => one.sender_id === senderId && isLasting(one)),
      );
  }

  private async announceFor(senderId: number, quarantines: readonly Quarantine[]): Promise<void> {
    const campaigns = await this.db.query<EmailSource>(
      `SELECT source_type AS type, source_id AS id FROM sendings
        WHERE COALESCE(sender_id, 0) = :senderId AND source_type = 'campaign' AND state = 'open'
        ORDER BY id LIMIT ${AT_MOST}`,
      { senderId },
    );
    const refusing = new Map(quarantines.map((one) => [one.provider, one]));
    const blocked: { readonly source: EmailSource; readonly by: Quarantine }[] = [];
    for (const source of campaigns) {
      const remaining = await this.remainingProviders(source);
      const [by] = remaining.map((provider) => refusing.get(provider) ?? null);
      if (by && remaining.every((provider) => refusing.has(provider))) blocked.push({ source, by });
    }
    await this.db.transaction(async (tx) => {
      // Another worker may be first.
      if (!(await this.destinations.markAnnounced(tx, senderId))) return;
      await this.outbox.appendAll(
        tx,
        blocked.map(({ source: { type, id }, by: { provider, code, reason } }) => ({
          type: 'sending.blocked',
          subjectId: id,
          data: {
            source_type: type,
            source_id: id,
            reason: `${provider} refuses emails (${code ?? 'no code'}). ${adviceOn(reason)}`,
          },
        })),
      );
    });
  }

  private async remainingProviders({ type, id }: EmailSource): Promise<string[]> {
    const domains = await this.db.query<{ domain: string | null }>(
      `SELECT DISTINCT SUBSTRING_INDEX(email, '@', -1) AS domain FROM email_messages
        WHERE source_type = :type AND source_id = :id AND state IN ('pending', 'deferred', 'sending')`,
      { type, id },
    );
    const providers = await Promise.all(domains.map(({ domain }) => this.providers.of(domain ?? '')));
    return [...new Set(providers)];
  }
}
