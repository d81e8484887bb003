import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { CampaignGuardrails } from './campaign-guardrails.service.js';
import { GuardrailPauses } from './guardrail-pauses.js';
import { BOUNCED, dangerOf, NOT_BOUNCED, type Outcome, withLateBounces, withOutcomes } from './outcomes.js';

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

/**
 * Looks at what becomes of mails, batch by batch, and writes down which campaigns have to stop. They are paused after the
 * commit, or by the clock of campaigns if this process does not live to do it.
 */
@Subscribes()
@Injectable()
export class GuardrailsSubscriber implements EventSubscriber<Wanted> {
  readonly name = 'campaign-guardrails';
  readonly wants = [...OUTCOMES, ...ORDERS];

  constructor(
    private readonly guardrails: CampaignGuardrails,
    private readonly pauses: GuardrailPauses,
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
        // Whoever was paused may have gone on in the lost time, and must not either.
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
    const old = await oldMails(tx, events, rows);
    let trips = false;
    for (const row of rows) {
      const own = events.filter((event) => campaignOf(event) === row.campaign_id && event.occurredAt >= row.since);
      const sent = own.filter(({ type }) => type === 'email.sent').length;
      const complaints = own.filter((event) => event.type === 'email.spam_complaint' && !old.has(event.data.email.id));
      const late = own.filter(
        (event) => event.type === 'email.bounced' && isLate(event) && isHard(event) && !old.has(event.data.email.id),
      );
      const seen = {
        recent: withLateBounces(withOutcomes(row.recent, own.flatMap(outcomeOf)), late.length),
        sent: row.sent + sent,
        complaints: row.complaints + complaints.length,
      };
      const danger = row.tripped === null ? dangerOf(seen) : null;
      trips ||= danger !== null;
      await tx.execute(
        `UPDATE campaign_guardrails SET recent = :recent, sent = :sent, complaints = :complaints, tripped = :tripped
          WHERE campaign_id = :id`,
        { ...seen, tripped: row.tripped ?? danger, id: row.campaign_id },
      );
    }
    return trips;
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
  // What comes back later was told as sent before.
  if (isLate(event)) return [];
  return [isHard(event) ? BOUNCED : NOT_BOUNCED];
}

type BounceEvent = StoredEvent<'email.bounced'>;
const isLate = ({ data: { email } }: BounceEvent): boolean => email.source !== 'smtp';
const isHard = ({ data: { email } }: BounceEvent): boolean => email.bounce_type === 'hard';

/** Told after the mail itself, so that it may be about one from before somebody said that it goes on. */
function isAfterwards(event: StoredEvent<OutcomeName>): event is StoredEvent<'email.spam_complaint' | 'email.bounced'> {
  return event.type === 'email.spam_complaint' || (event.type === 'email.bounced' && isLate(event));
}

/** People complain about what they got days ago, and mails come back late: those from before the window. */
async function oldMails(
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
