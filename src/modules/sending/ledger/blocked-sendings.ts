import { Injectable } from '@nestjs/common';
import type { EmailSource } from '../../../events/email-state.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Periodic } from '../../../platform/work/periodic.js';
import { PROBES_UNTIL_PAUSE } from '../../senders/destinations/destination-control.js';
import { Destinations } from '../../senders/destinations/destinations.service.js';
import { MailboxProviders } from '../../senders/destinations/mailbox-providers.service.js';
import { adviceOn } from '../../senders/destinations/refusal-advice.js';
import { type Refusal, SendingRuns } from './sending-runs.service.js';

interface Quarantine {
  readonly sender_id: number;
  readonly provider: string;
  readonly reason: string;
  readonly code: string | null;
  readonly probes: number;
  readonly announced: number;
  readonly since: Date;
}

const AT_MOST = 1_000;
const MAX_REASON_LENGTH = 190;

/**
 * Finds emails that quarantined providers keep refusing. A person must act for campaigns of which only such emails remain.
 * Funnels and other sources go on without an end, so the emails themselves end as late as deferred ones.
 */
@Injectable()
export class BlockedSendings {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly providers: MailboxProviders,
    private readonly destinations: Destinations,
    private readonly sendings: SendingRuns,
  ) {}

  @Periodic({ name: 'Destination states', everyMs: 2_000, onOneWorker: true })
  async settle(): Promise<void> {
    await this.destinations.endLimits();
    await this.announce();
  }

  /** Announces each campaign once per refused probe, so that its owner pauses it, and ends or marks the other emails. */
  private async announce(): Promise<void> {
    const quarantines = await this.db.query<Quarantine>(
      `SELECT sender_id, provider, reason, code, probes, announced, changed_at AS since FROM sender_destinations
        WHERE state = 'quarantined'`,
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
    const sources = await this.db.query<EmailSource>(
      `SELECT source_type AS type, source_id AS id FROM sendings
        WHERE COALESCE(sender_id, 0) = :senderId AND state = 'open'
        ORDER BY source_type = 'campaign' DESC, id LIMIT ${AT_MOST}`,
      { senderId },
    );
    const refusing = new Map(quarantines.map((one) => [one.provider, one]));
    const refusals: { readonly source: EmailSource; readonly refusal: Refusal }[] = [];
    for (const source of sources) {
      const remaining = await this.remaining(source);
      const refused = remaining.flatMap(({ domain, provider }) => {
        const by = refusing.get(provider);
        return by ? [{ source, refusal: { domain, since: by.since, reason: reasonOf(by) } }] : [];
      });
      // A campaign is blocked by what remains, of which the first reason is enough.
      if (source.type !== 'campaign') refusals.push(...refused);
      else if (refused.length === remaining.length) refusals.push(...refused.slice(0, 1));
    }
    await this.db.transaction(async (tx) => {
      // Another worker may be first.
      if (!(await this.destinations.markAnnounced(tx, senderId))) return;
      for (const { source, refusal } of refusals)
        if (source.type === 'campaign') {
          const data = { source_type: source.type, source_id: source.id, reason: refusal.reason };
          await this.outbox.append(tx, 'sending.blocked', source.id, data);
        } else await this.sendings.refuse(tx, source, refusal);
    });
  }

  private async remaining(source: EmailSource): Promise<{ domain: string; provider: string }[]> {
    const rows = await this.db.query<{ domain: string }>(
      `SELECT DISTINCT COALESCE(SUBSTRING_INDEX(email, '@', -1), '') AS domain FROM email_messages
        WHERE source_type = :type AND source_id = :id AND state IN ('pending', 'deferred', 'sending')`,
      source,
    );
    return Promise.all(rows.map(async ({ domain }) => ({ domain, provider: await this.providers.of(domain) })));
  }
}

const reasonOf = ({ provider, code, reason }: Quarantine): string =>
  `${provider} refuses emails (${code ?? 'no code'}). ${adviceOn(reason)}`.slice(0, MAX_REASON_LENGTH);
