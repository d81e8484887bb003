import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { CampaignGuardrails } from '../lifecycle/campaign-guardrails.service.js';
import { GuardrailPauses } from './guardrail-pauses.js';
import { isPolicyRefusal } from '../../../platform/smtp/destination-signal.js';
import { MailboxProviders } from '../../senders/destinations/mailbox-providers.service.js';
import {
  BOUNCED,
  isBounceRateExceeded,
  isComplaintRateExceeded,
  NOT_BOUNCED,
  type Outcome,
  REFUSED,
  type Seen,
  withLateBounces,
  withOutcomes,
} from './outcomes.js';

const OUTCOMES = ['email.sent', 'email.bounced', 'email.failed', 'email.spam_complaint'] as const;
const ORDERS = ['sending.blocked', 'sending.restored'] as const;
type OutcomeName = (typeof OUTCOMES)[number];
type Wanted = OutcomeName | (typeof ORDERS)[number];

interface GuardrailRow {
  readonly campaign_id: number;
  readonly since: Date;
  readonly recent: string;
  readonly sent: number;
  readonly complaints: number;
  readonly tripped: string | null;
}

/** Records which campaigns must stop. They are paused after the commit, or by the scheduler after a crash. */
@Subscribes()
export class GuardrailsSubscriber implements EventSubscriber<Wanted> {
  readonly name = 'campaign-guardrails';
  readonly wants = [...OUTCOMES, ...ORDERS];

  constructor(
    private readonly guardrails: CampaignGuardrails,
    private readonly pauses: GuardrailPauses,
    private readonly providers: MailboxProviders,
  ) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<Wanted>[]): Promise<AfterRelay | undefined> {
    let trips = await this.look(tx, events.filter(isOutcome));
    for (const event of events) {
      if (event.type === 'sending.blocked' && event.data.source_type === 'campaign') {
        await this.guardrails.trip(tx, [event.data.source_id], event.data.reason);
        trips = true;
      }
      if (event.type === 'sending.restored') {
        const working = await tx.query<{ id: number }>(`SELECT id FROM campaigns WHERE status = 'working'`);
        await this.guardrails.trip(
          tx,
          working.map(({ id }) => id),
          event.data.reason,
        );
        // A paused campaign may have been resumed in the lost time, so it must be resumed by a manager, too.
        await tx.execute(
          `UPDATE campaigns SET waiting_reason = :reason WHERE status = 'paused' AND content_id IS NOT NULL`,
          { reason: event.data.reason },
        );
        trips = true;
      }
    }
    return trips ? () => this.pauses.run() : undefined;
  }

  /** @returns whether a campaign has to stop. */
  private async look(tx: Tx, events: readonly StoredEvent<OutcomeName>[]): Promise<boolean> {
    const ids = [...new Set(events.map(campaignOf).filter((id) => id !== null))].sort((a, b) => a - b);
    if (ids.length === 0) return false;
    const rows = await tx.query<GuardrailRow>(
      `SELECT campaign_id, since, recent, sent, complaints, tripped FROM campaign_guardrails
        WHERE campaign_id IN (:ids) ORDER BY campaign_id FOR UPDATE`,
      { ids },
    );
    const old = await earlierEmails(tx, events, rows);
    let trips = false;
    for (const row of rows) {
      const own = events.filter((event) => campaignOf(event) === row.campaign_id && event.occurredAt >= row.since);
      const sent = own.filter(({ type }) => type === 'email.sent').length;
      const complaints = own.filter((event) => event.type === 'email.spam_complaint' && !old.has(event.data.email.id));
      const late = own.filter(
        (event): event is BounceEvent =>
          event.type === 'email.bounced' && isLate(event) && !old.has(event.data.email.id),
      );
      const recent = withLateBounces(withOutcomes(row.recent, own.flatMap(outcomeOf)), late.filter(isHard).length);
      const seen = {
        recent: withLateBounces(recent, late.filter(isRefusal).length, REFUSED),
        sent: row.sent + sent,
        complaints: row.complaints + complaints.length,
      };
      const exceeded = row.tripped === null ? await this.exceededLimit(tx, row, seen) : null;
      trips ||= exceeded !== null;
      await tx.execute(
        `UPDATE campaign_guardrails SET recent = :recent, sent = :sent, complaints = :complaints, tripped = :tripped
          WHERE campaign_id = :id`,
        { ...seen, tripped: row.tripped ?? exceeded, id: row.campaign_id },
      );
    }
    return trips;
  }

  private async exceededLimit(tx: Tx, row: GuardrailRow, seen: Seen): Promise<'bounce_rate' | 'complaint_rate' | null> {
    if (isBounceRateExceeded(seen.recent) && isBounceRateExceeded(seen.recent, await this.widelyRefused(tx, row)))
      return 'bounce_rate';
    return isComplaintRateExceeded(seen) ? 'complaint_rate' : null;
  }

  /**
   * Counts the emails that mailbox providers refused by policy, except those of the provider with the most: refusals
   * of one provider stop the sending to that one only, refusals of several are about the campaign.
   */
  private async widelyRefused(tx: Tx, { campaign_id: id, since }: GuardrailRow): Promise<number> {
    const rows = await tx.query<{ domain: string | null; refused: number }>(
      `SELECT SUBSTRING_INDEX(email, '@', -1) AS domain, COUNT(*) AS refused FROM email_messages
        WHERE source_type = 'campaign' AND source_id = :id AND state = 'bounced' AND bounce_type IS NULL
          AND bounced_at >= :since GROUP BY domain`,
      { id, since },
    );
    const byProvider = new Map<string, number>();
    for (const { domain, refused } of rows) {
      const provider = await this.providers.of(domain ?? '');
      byProvider.set(provider, (byProvider.get(provider) ?? 0) + refused);
    }
    const counts = [...byProvider.values()];
    return counts.reduce((sum, count) => sum + count, 0) - Math.max(0, ...counts);
  }
}

function isOutcome(event: StoredEvent<Wanted>): event is StoredEvent<OutcomeName> {
  return (OUTCOMES as readonly string[]).includes(event.type);
}

function campaignOf(event: StoredEvent<OutcomeName>): number | null {
  return event.type === 'email.failed' ? event.data.campaign_id : event.data.email.campaign_id;
}

function outcomeOf(event: StoredEvent<OutcomeName>): Outcome[] {
  if (event.type === 'email.spam_complaint') return [];
  if (event.type !== 'email.bounced') return [NOT_BOUNCED];
  // A late bounce was counted as sent before.
  if (isLate(event)) return [];
  return [isHard(event) ? BOUNCED : NOT_BOUNCED];
}

type BounceEvent = StoredEvent<'email.bounced'>;
const isLate = ({ data: { email } }: BounceEvent): boolean => email.reported_by !== 'smtp';
const isHard = ({ data: { email } }: BounceEvent): boolean => email.bounce_type === 'hard';
const isRefusal = (event: BounceEvent): boolean =>
  !isHard(event) && isPolicyRefusal(event.data.email.code, event.data.email.diagnostic);

/** Whether the event follows the sent email, which may date from before the last resume. */
function isAfterwards(event: StoredEvent<OutcomeName>): event is StoredEvent<'email.spam_complaint' | 'email.bounced'> {
  return event.type === 'email.spam_complaint' || (event.type === 'email.bounced' && isLate(event));
}

/** Returns the emails from before the window: complaints and late bounces can concern emails of days ago. */
async function earlierEmails(
  tx: Tx,
  events: readonly StoredEvent<OutcomeName>[],
  rows: readonly GuardrailRow[],
): Promise<ReadonlySet<number>> {
  const ids = events.filter(isAfterwards).map(({ data: { email } }) => email.id);
  if (ids.length === 0 || rows.length === 0) return new Set();
  const old = await tx.query<{ id: number }>(
    `SELECT m.id FROM email_messages m JOIN campaign_guardrails g ON g.campaign_id = m.source_id
      WHERE m.id IN (:ids) AND m.source_type = 'campaign' AND m.sending_at < g.since`,
    { ids },
  );
  return new Set(old.map((row) => row.id));
}
