import type { Tx } from '../../../platform/database/database.js';
import { lockFirst } from '../../../platform/database/lock-first.js';
import { type EmailSource, sourceKey } from '../../../events/email-state.js';

export interface DueRow {
  readonly id: number;
  readonly contact_id: number | null;
  readonly email: string | null;
  readonly recipient_key: string;
  readonly content_id: number;
  readonly fence: number;
  readonly attempts: number;
  readonly interruptions: number;
  /** Null if not decided yet. */
  readonly tracked: number | null;
  readonly request_id: string | null;
  readonly list_id: number | null;
}

interface FoundRow {
  readonly id: number;
  readonly next_attempt_at: Date | null;
}

/** Where this process continues the search; null if the queue was empty, until the next full search. */
interface Mark {
  readonly front: FoundRow | null;
  readonly until: number;
}

const TIMED = {
  condition: 'next_attempt_at <= NOW(3)',
  behind: '(next_attempt_at > :frontAt OR next_attempt_at = :frontAt AND id >= :frontId)',
  order: 'next_attempt_at, id',
} as const;
const UNTIMED = { condition: 'next_attempt_at IS NULL', behind: 'id >= :frontId', order: 'id' } as const;

/** Each is one range of the index in its order, so nothing is sorted. */
const QUEUES = [
  { state: 'deferred', ...TIMED },
  { state: 'pending', ...TIMED },
  { state: 'pending', ...UNTIMED },
] as const;
type Queue = (typeof QUEUES)[number];

/** Full searches take at most this share of the time. */
const SHARE_OF_FULL_SEARCHES = 0.02;
/** Minimum time between full searches, unless the queue was empty. */
const LEAST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** A forgotten mark costs a full search. */
const MAX_MARKS = 3_000;

/**
 * Finds and locks due messages: deferred ones first, then scheduled ones, then the others, oldest first.
 *
 * While a long read is open, the index keeps entries of messages that have left these queues, before the first due one
 * and behind the last. So a search starts where the previous one found its first row, and an empty queue is skipped for
 * a while. Rows that return before that position (released, resumed, repeated, committed late) are found when nothing
 * else is due, or by the next full search.
 */
export class DueMessages {
  private readonly marks = new Map<string, Mark>();

  /** @param now a monotonic clock, in milliseconds. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @param suspects whether interrupted messages are included; at most one is returned. */
  async lock(tx: Tx, source: EmailSource, limit: number, suspects: boolean): Promise<DueRow[]> {
    const marks = QUEUES.map((queue) => this.markOf(source, queue));
    let due = await this.lockFrom(marks, tx, source, limit, suspects);
    if (due.length === 0 && marks.some((mark) => mark !== null))
      due = await this.lockFrom([], tx, source, limit, suspects);
    const suspect = due.find((row) => row.interruptions > 0);
    return due.filter((row) => row.interruptions === 0 || row === suspect);
  }

  private async lockFrom(
    marks: readonly (Mark | null)[],
    tx: Tx,
    source: EmailSource,
    limit: number,
    suspects: boolean,
  ): Promise<DueRow[]> {
    const due: DueRow[] = [];
    for (const [index, queue] of QUEUES.entries()) {
      const mark = marks[index] ?? null;
      const room = limit - due.length;
      if (room === 0 || mark?.front === null) continue;
      const startedAt = this.now();
      const { rows, front } = await this.lockBehind(mark?.front ?? null, queue, tx, source, room, suspects);
      due.push(...rows);
      this.remember(keyOf(source, queue), mark, front, this.now() - startedAt);
    }
    return due;
  }

  private markOf(source: EmailSource, queue: Queue): Mark | null {
    const mark = this.marks.get(keyOf(source, queue));
    return mark && this.now() < mark.until ? mark : null;
  }

  private remember(key: string, used: Mark | null, front: FoundRow | null, tookMs: number): void {
    if (this.marks.size >= MAX_MARKS) this.marks.clear();
    if (front === null && used) this.marks.delete(key);
    else {
      const pause = Math.min(Math.max(tookMs / SHARE_OF_FULL_SEARCHES, front ? LEAST_PAUSE_MS : 0), MAX_PAUSE_MS);
      this.marks.set(key, { front, until: used?.until ?? this.now() + pause });
    }
  }

  /** The index is forced: for a small LIMIT the optimizer scans the primary key, past everything ever sent. */
  private async lockBehind(
    mark: FoundRow | null,
    { state, condition, behind, order }: Queue,
    tx: Tx,
    source: EmailSource,
    limit: number,
    suspects: boolean,
  ): Promise<{ rows: DueRow[]; front: FoundRow | null }> {
    const isDue = `source_type = :type AND source_id = :id AND state = '${state}' AND ${condition}`;
    let front: FoundRow | null = null;
    const rows = await lockFirst<DueRow>(limit, {
      find: async (page) => {
        const found = await tx.query<FoundRow>(
          `SELECT id, next_attempt_at FROM email_messages FORCE INDEX (ix_email_messages_due)
            WHERE ${isDue} ${mark ? `AND ${behind}` : ''} ORDER BY ${order} ${page}`,
          mark ? { ...source, frontId: mark.id, frontAt: mark.next_attempt_at } : source,
        );
        front ??= found[0] ?? null;
        return found;
      },
      lock: (ids, rest) =>
        tx.query<DueRow>(
          `SELECT id, contact_id, email, recipient_key, content_id, fence, attempts, interruptions, tracked,
                  request_id, list_id
             FROM email_messages FORCE INDEX (PRIMARY)
            WHERE id IN (:ids) AND ${isDue} ${suspects ? '' : 'AND interruptions = 0'} ${rest}`,
          { ...source, ids },
        ),
    });
    return { rows, front };
  }
}

const keyOf = (source: EmailSource, { state, order }: Queue): string => `${sourceKey(source)}:${state}:${order}`;
