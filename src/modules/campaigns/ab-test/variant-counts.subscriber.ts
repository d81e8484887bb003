import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';

const EVENT_TYPES = ['email.sent', 'email.bounced', 'email.opened', 'email.clicked', 'email.reclassified'] as const;
type Wanted = (typeof EVENT_TYPES)[number];

const COUNTS = ['sent', 'bounced', 'opened', 'clicked', 'untracked'] as const;
type Counts = Partial<Record<(typeof COUNTS)[number], number>>;

/** Counts activity per variant, so that reading a running test is cheap. */
@Subscribes()
export class VariantCountsSubscriber implements EventSubscriber<Wanted> {
  readonly name = 'variant-counts';
  readonly wants = EVENT_TYPES;

  async onEvents(tx: Tx, events: readonly StoredEvent<Wanted>[]): Promise<AfterRelay | undefined> {
    const tested = await testedCampaigns(tx, events);
    const counted = events
      .map((event) => ({ event, ...emailOf(event) }))
      .filter(({ campaignId }) => campaignId !== null && tested.has(campaignId));
    if (counted.length === 0) return undefined;
    const variants = await variantsOf(
      tx,
      counted.map(({ emailId }) => emailId),
    );
    const totals = new Map<string, { campaignId: number; key: string; counts: Counts }>();
    for (const { event, emailId, campaignId } of counted) {
      const key = variants.get(emailId);
      if (key === undefined || campaignId === null) continue;
      const place = `${String(campaignId).padStart(10, '0')}:${key}`;
      const total = totals.get(place) ?? { campaignId, key, counts: {} };
      for (const [count, by] of countsOf(event)) total.counts[count] = (total.counts[count] ?? 0) + by;
      totals.set(place, total);
    }
    for (const [, { campaignId, key, counts }] of [...totals].sort(([one], [other]) => (one < other ? -1 : 1)))
      await tx.execute(
        `UPDATE campaign_variants SET ${COUNTS.map((count) => `${count} = ${count} + :${count}`).join(', ')}
          WHERE campaign_id = :campaignId AND variant_key = :key`,
        { sent: 0, bounced: 0, opened: 0, clicked: 0, untracked: 0, ...counts, campaignId, key },
      );
    return undefined;
  }
}

function emailOf(event: StoredEvent<Wanted>): { readonly emailId: number; readonly campaignId: number | null } {
  if (event.type === 'email.reclassified') return { emailId: event.data.email_id, campaignId: event.data.campaign_id };
  return { emailId: event.data.email.id, campaignId: event.data.email.campaign_id };
}

function countsOf(event: StoredEvent<Wanted>): readonly (readonly [count: (typeof COUNTS)[number], by: number])[] {
  switch (event.type) {
    case 'email.sent':
      return event.data.email.tracked === false
        ? [
            ['sent', 1],
            ['untracked', 1],
          ]
        : [['sent', 1]];
    case 'email.bounced': {
      const bounced = ['bounced', 1] as const;
      // An email refused during sending was never counted as sent; one that bounced later was.
      if (event.data.email.reported_by === 'smtp') return [['sent', 1], bounced];
      return event.data.email.tracked === false ? [bounced, ['untracked', -1]] : [bounced];
    }
    case 'email.opened':
      return [['opened', 1]];
    case 'email.clicked':
      return event.data.email.first_click ? [['clicked', 1]] : [];
    case 'email.reclassified':
      // If another human event remains, only the time changes.
      return event.data.restated === null ? [[event.data.kind === 'open' ? 'opened' : 'clicked', -1]] : [];
  }
}

async function testedCampaigns(tx: Tx, events: readonly StoredEvent<Wanted>[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(events.map((event) => emailOf(event).campaignId).filter((id) => id !== null))];
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: number }>(
    'SELECT campaign_id AS id FROM campaign_experiments WHERE campaign_id IN (:ids)',
    { ids },
  );
  return new Set(rows.map((row) => row.id));
}

async function variantsOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.query<{ id: number; variant: string }>(
    'SELECT id, variant FROM email_messages WHERE id IN (:ids) AND variant IS NOT NULL',
    { ids },
  );
  return new Map(rows.map(({ id, variant }) => [id, variant]));
}
