import { Injectable } from '@nestjs/common';
import { jsonRows } from '../../../platform/sql/json-rows.js';
import { IS_TRACKED } from '../../../events/email-state.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { emailSnapshot, originOf, type SnapshotRow } from '../../sending/ledger/email-snapshot.js';
import type { TrackingEvent } from '../tracking-event.js';
import { LinkTargets } from '../link-targets.service.js';
import { type EmailAfter, type EmailBefore, type StoredTrackingEvent, withEvents } from './message-events.js';

interface MessageRow extends SnapshotRow {
  readonly first_human_open_at: Date | null;
  readonly first_human_click_at: Date | null;
  readonly touched: number;
}

/** Flags are 0 or 1. */
interface EventRow extends Omit<StoredTrackingEvent, 'at' | 'isHead' | 'isDecoy'> {
  readonly messageId: number;
  readonly isMachine: number;
  readonly isHead: number;
  readonly isDecoy: number;
  readonly at: Date;
}

interface UpdatedEmail {
  readonly message: MessageRow;
  readonly after: EmailAfter;
}

/** Machine events of an email within this time are announced together; it never spans two local days. */
const SLOT_MS = 15 * 60_000;
const COUNTS = { ho: 'INT', hc: 'INT', mo: 'INT', mc: 'INT' };
const CHANGES = jsonRows({ id: 'BIGINT UNSIGNED', ...COUNTS, fo: 'VARCHAR(23)', fc: 'VARCHAR(23)' });

/** Writes events, the counters of their emails, and what follows. Locks emails by id, so writers cannot deadlock. */
@Injectable()
export class TrackingWriter {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly targets: LinkTargets,
    private readonly clock: Clock,
  ) {}

  /** Writes in its own transaction. @param coming later events that already count as evidence. */
  async write(events: readonly TrackingEvent[], coming: readonly TrackingEvent[] = []): Promise<void> {
    await this.db.transaction((tx) => this.writeIn(tx, events, coming));
  }

  /** Ignores events that were written before, of deleted emails, and of contacts who deny tracking. */
  async writeIn(tx: Tx, events: readonly TrackingEvent[], coming: readonly TrackingEvent[] = []): Promise<void> {
    const ids = [...new Set(events.map(({ messageId }) => messageId))].sort((a, b) => a - b);
    if (ids.length === 0) return;
    const messages = await tx.query<MessageRow>(
      `SELECT id, source_type, source_id, recipient_key, contact_id, email, subject, message_id, tracked, first_human_open_at,
              first_human_click_at, human_opens + human_clicks + machine_opens + machine_clicks AS touched
         FROM email_messages m
        WHERE id IN (:ids) AND ${IS_TRACKED}
          AND NOT EXISTS (SELECT 1 FROM contacts c WHERE c.id = m.contact_id AND c.tracking_consent = 'denied')
        ORDER BY id FOR UPDATE`,
      { ids },
    );
    const stored = await this.storedEvents(tx, idsOf(messages.filter(({ touched }) => touched > 0)));
    const arrived = byMessage(events);
    const soon = byMessage(coming);
    const updates = messages.map((message) => ({
      message,
      after: withEvents(beforeOf(message, stored), arrived.get(message.id) ?? [], soon.get(message.id) ?? []),
    }));
    await this.addEvents(tx, updates);
    await this.reclassify(tx, updates);
    await this.count(tx, updates);
    await this.outbox.appendAll(tx, await this.eventsOf(updates));
  }

  private async storedEvents(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, StoredTrackingEvent[]>> {
    if (ids.length === 0) return new Map();
    const rows = await tx.query<EventRow>(
      `SELECT id, uid, message_id AS messageId, link_id AS linkId, kind, is_machine AS isMachine, reason,
              LOWER(HEX(client)) AS client, is_head AS isHead, is_decoy AS isDecoy, occurred_at AS at
         FROM email_hits WHERE message_id IN (:ids) ORDER BY message_id, id`,
      { ids },
    );
    return Map.groupBy(rows.map(toStored), ({ messageId }) => messageId);
  }

  private async addEvents(tx: Tx, updates: readonly UpdatedEmail[]): Promise<void> {
    await tx.insertRows(
      'email_hits',
      [
        ...['uid', 'message_id', 'link_id', 'kind', 'is_machine', 'reason', 'user_agent', 'client', 'is_head'],
        ...['is_decoy', 'occurred_at'],
      ],
      updates.flatMap(({ message, after }) =>
        after.added.map(({ event, reason }) => [
          ...[event.uid, message.id, event.linkId, event.kind, reason === null ? 0 : 1, reason, event.userAgent],
          ...[Buffer.from(event.client, 'hex'), event.isHead ? 1 : 0, event.isDecoy ? 1 : 0, new Date(event.at)],
        ]),
      ),
    );
  }

  private async reclassify(tx: Tx, updates: readonly UpdatedEmail[]): Promise<void> {
    const reclassified = updates.flatMap(({ after }) => after.reclassified);
    for (const [reason, events] of Map.groupBy(reclassified, (event) => event.reason)) {
      const ids = idsOf(events);
      await tx.execute('UPDATE email_hits SET is_machine = 1, reason = :reason WHERE id IN (:ids)', { reason, ids });
    }
  }

  /** Updates all emails in one statement, with a JSON table. */
  private async count(tx: Tx, updates: readonly UpdatedEmail[]): Promise<void> {
    const changes = updates.map(({ message, after }) => {
      const people = (kind: 'open' | 'click'): number =>
        after.added.filter(({ event, reason }) => event.kind === kind && reason === null).length -
        after.reclassified.filter((event) => event.kind === kind).length;
      const machines = (kind: 'open' | 'click'): number =>
        after.added.filter(({ event, reason }) => event.kind === kind && reason !== null).length +
        after.reclassified.filter((event) => event.kind === kind).length +
        after.flood.filter((event) => event.kind === kind).length;
      return {
        id: message.id,
        ho: people('open'),
        hc: people('click'),
        mo: machines('open'),
        mc: machines('click'),
        fo: sqlMoment(after.first.open),
        fc: sqlMoment(after.first.click),
      };
    });
    await tx.execute(
      `UPDATE email_messages m
         JOIN ${CHANGES} r ON r.id = m.id
          SET m.human_opens = CAST(m.human_opens AS SIGNED) + r.ho,
              m.human_clicks = CAST(m.human_clicks AS SIGNED) + r.hc,
              m.machine_opens = m.machine_opens + r.mo,
              m.machine_clicks = m.machine_clicks + r.mc,
              m.first_human_open_at = r.fo,
              m.first_human_click_at = r.fc`,
      { rows: JSON.stringify(changes) },
      { ids: [] },
    );
  }

  private async eventsOf(updates: readonly UpdatedEmail[]): Promise<NewEvent[]> {
    const clicks = updates.flatMap(({ message, after }) =>
      after.added.flatMap(({ event, reason }) =>
        event.linkId !== null && reason === null ? [{ linkId: event.linkId, contactId: message.contact_id }] : [],
      ),
    );
    const targetOf = await this.targets.targetsOf(clicks);
    return updates.flatMap(({ message, after }) => [
      ...retractions(message, after),
      ...openEvents(message, after),
      ...clickEvents(message, after, (linkId) => targetOf(linkId, message.contact_id)),
      ...machineEvents(message, after, this.clock.now()),
    ]);
  }
}

function beforeOf(message: MessageRow, stored: ReadonlyMap<number, readonly StoredTrackingEvent[]>): EmailBefore {
  return {
    firstOpenAt: message.first_human_open_at?.getTime() ?? null,
    firstClickAt: message.first_human_click_at?.getTime() ?? null,
    events: stored.get(message.id) ?? [],
  };
}

const toStored = ({ at, isMachine, isHead, isDecoy, reason, ...row }: EventRow) => ({
  ...row,
  at: at.getTime(),
  isHead: isHead === 1,
  isDecoy: isDecoy === 1,
  // A machine event without a known reason stays a machine event.
  reason: isMachine === 1 ? (reason ?? 'known_agent') : null,
});

const byMessage = (events: readonly TrackingEvent[]): ReadonlyMap<number, TrackingEvent[]> =>
  Map.groupBy(
    [...events].sort((a, b) => a.at - b.at),
    ({ messageId }) => messageId,
  );

function retractions(message: MessageRow, after: EmailAfter): NewEvent[] {
  return after.retracted.map(({ kind, first, restated }) => ({
    type: 'email.reclassified',
    subjectId: message.id,
    data: { ...subjectOf(message), kind, first: iso(first), restated: restated === null ? null : iso(restated) },
  }));
}

function openEvents(message: MessageRow, after: EmailAfter): NewEvent[] {
  const { open } = after.first;
  if (open === null || wasTouched(message.first_human_open_at, 'open', after)) return [];
  const pixel = after.added.some(({ event, reason }) => event.kind === 'open' && reason === null && event.at === open);
  const opening = { opened_at: iso(open), by: pixel ? ('pixel' as const) : ('click' as const) };
  return [{ type: 'email.opened', subjectId: message.id, data: { email: { ...emailSnapshot(message), ...opening } } }];
}

function clickEvents(
  message: MessageRow,
  after: EmailAfter,
  targetOf: (linkId: number) => string | undefined,
): NewEvent[] {
  let isFirst = !wasTouched(message.first_human_click_at, 'click', after);
  return after.added.flatMap(({ event, reason }): NewEvent[] => {
    if (event.kind !== 'click' || reason !== null || event.linkId === null) return [];
    const url = targetOf(event.linkId);
    if (url === undefined) return [];
    const click = { clicked_at: iso(event.at), url, link_id: event.linkId, first_click: isFirst };
    isFirst = false;
    return [{ type: 'email.clicked', subjectId: message.id, data: { email: { ...emailSnapshot(message), ...click } } }];
  });
}

/** Returns whether a person had opened or clicked the email before, by current knowledge. */
function wasTouched(announced: Date | null, kind: 'open' | 'click', { retracted }: EmailAfter): boolean {
  if (announced === null) return false;
  return !retracted.some((taken) => taken.kind === kind && taken.restated === null);
}

function machineEvents(message: MessageRow, after: EmailAfter, now: Date): NewEvent[] {
  const machines = [...after.added.filter(({ reason }) => reason !== null).map(({ event }) => event), ...after.flood];
  const slots = new Map<string, { kind: 'open' | 'click'; at: number; count: number }>();
  for (const { kind, at } of machines) {
    const key = `${kind} ${Math.floor(at / SLOT_MS)}`;
    const slot = slots.get(key) ?? { kind, at, count: 0 };
    slot.count += 1;
    slots.set(key, slot);
  }
  // A stored human event that is now classified as machine moves to the machine counters.
  for (const kind of ['open', 'click'] as const) {
    const count = after.reclassified.filter((event) => event.kind === kind).length;
    const at = after.added[0]?.event.at ?? now.getTime();
    if (count > 0) slots.set(`${kind} again`, { kind, at, count });
  }
  return [...slots.values()].map(({ kind, at, count }) => ({
    type: 'email.machine_hit',
    subjectId: message.id,
    data: { ...subjectOf(message), kind, count, at: iso(at) },
  }));
}

function subjectOf(message: MessageRow) {
  return { email_id: message.id, ...originOf(message), contact_id: message.contact_id };
}

const iso = (moment: number): string => new Date(moment).toISOString();

const sqlMoment = (moment: number | null): string | null =>
  moment === null ? null : iso(moment).replace('T', ' ').replace('Z', '');
