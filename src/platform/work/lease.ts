import { Logger } from '@nestjs/common';
import type { Database, Tx } from '../database/database.js';
import type { ChangedRecords } from '../database/transaction.js';
import { idsOf } from '../ids/ids.js';
import { ulid } from '../ids/ulid.js';
import type { SqlCondition, SqlParams } from '../sql/named-parameters.js';

interface LeasedTable {
  readonly table: string;
  readonly owner: string;
  readonly until: string;
  /** Raised by each claim. Absent where each claim has an owner of its own, which then is the fence. */
  readonly fence?: string;
  /** The condition, beside these columns, that holds as long as a row is leased. */
  readonly isLeased?: string;
}

/** A process, or one run of it, that leases rows. */
export interface LeaseHolder {
  readonly owner: string;
  /** How long a lease lasts unless it is renewed. */
  readonly seconds: number;
}

/** A claimed row. Under an older fence nothing is written. */
export interface LeasedRow {
  readonly id: number | Buffer;
  readonly fence: number | string;
}

/** A row before its claim. */
interface FreeRow {
  readonly id: LeasedRow['id'];
  readonly fence: LeasedRow['fence'] | null;
}

/** Which of some claims still stand. */
interface CurrentLeases<Leased, Row> {
  /** Locked by the transaction. */
  readonly held: ReadonlyMap<Leased, Row>;
  /** Locked by another transaction. */
  readonly locked: ReadonlySet<Leased>;
}

/** A row whose owners died this often may be what crashes them. */
export const INTERRUPTIONS_TO_GIVE_UP = 3;
const RENEWALS_PER_LEASE = 4;
const logger = new Logger('Lease');

/** Of rows for which a request is sent: longer than any request, so it is not renewed. */
export const REQUEST_LEASE_SECONDS = 45;

/** @returns a new identity: a process that is restarted does not own the leases of its predecessor. */
export const leaseHolder = (seconds: number): LeaseHolder => ({ owner: ulid(), seconds });

/**
 * Calls `renew` several times per lease, for rows that are being worked on only: one whose result could not be stored has to be abandoned.
 * @returns a function that ends the renewals.
 */
export function keepRenewed({ seconds }: LeaseHolder, renew: () => Promise<void>): () => void {
  const renewLogged = (): void => {
    renew().catch((error: unknown) => {
      logger.warn({ err: error }, 'Lease renewal failed; retrying');
    });
  };
  const timer = setInterval(renewLogged, (seconds * 1_000) / RENEWALS_PER_LEASE);
  return () => {
    clearInterval(timer);
  };
}

/**
 * The right to work on rows of one table, for one process at a time and by the clock of the database. Each module selects and locks rows by
 * statements of its own. When a holder dies, its leases end, `isAbandoned` finds the rows, and the next claim raises the fence. A holder
 * that was only slow finds another fence and writes nothing.
 */
export class Lease {
  private readonly fence: string;
  /** Ends a condition on the key of a row. */
  private readonly andLeased: string;
  /** Assignments that end a lease. */
  readonly released: string;
  /** The same against the will of its holder, whose late result is then refused. */
  readonly revoked: string;
  /** The condition for rows that no holder has. */
  readonly isFree: string;
  /** The condition for rows whose holder has not renewed its lease. */
  readonly isAbandoned: string;

  constructor(private readonly columns: LeasedTable) {
    const { owner, until, fence, isLeased } = columns;
    this.fence = fence ?? owner;
    this.andLeased = isLeased === undefined ? '' : `AND ${isLeased}`;
    this.released = `${owner} = NULL, ${until} = NULL`;
    this.revoked = fence === undefined ? this.released : `${fence} = ${fence} + 1, ${this.released}`;
    this.isFree = `(${until} IS NULL OR ${until} <= NOW(3))`;
    this.isAbandoned = `${isLeased === undefined ? '' : `${isLeased} AND `}${until} < NOW(3)`;
  }

  /** @returns the assignment that makes a lease last for its whole time again. */
  extended({ seconds }: Pick<LeaseHolder, 'seconds'>): string {
    return `${this.columns.until} = NOW(3) + INTERVAL ${seconds} SECOND`;
  }

  /**
   * Leases rows that the transaction has locked. A row whose fence has changed since is left out: not all engines hold locks.
   * @param set further assignments, which come first. @returns the rows that are leased now, as they were read.
   */
  async take<Row extends FreeRow>(
    tx: Tx,
    rows: readonly Row[],
    holder: LeaseHolder,
    ...set: (string | SqlCondition)[]
  ): Promise<readonly Row[]> {
    if (rows.length === 0) return [];
    const { table, owner, fence } = this.columns;
    const raised = fence === undefined ? [] : [`${fence} = ${fence} + 1`];
    const given = set.map((part) => (typeof part === 'string' ? { sql: part, params: {} } : part));
    const assignments = [...given.map(({ sql }) => sql), ...raised, `${owner} = :owner`, this.extended(holder)].join(
      ', ',
    );
    const ids = idsOf(rows);
    const own = Object.assign({}, ...given.map(({ params }) => params)) as SqlParams;
    const params = { ...own, owner: holder.owner, ids, fences: rows.map((row) => row.fence) };
    const read = 'ELT(FIELD(id, :ids), :fences)';
    const sql = `UPDATE ${table} SET ${assignments} WHERE id IN (:ids) AND ${this.fence} <=> ${read}`;
    const { affectedRows } = await tx.execute(sql, params, this.changed(ids));
    if (affectedRows === rows.length) return rows;
    const places = await tx.query<{ place: number }>(
      `SELECT FIELD(id, :ids) AS place FROM ${table} WHERE id IN (:ids) AND ${owner} = :owner
         ${fence === undefined ? '' : `AND ${fence} = ${read} + 1`} ORDER BY place FOR UPDATE`,
      params,
    );
    return places.flatMap(({ place }) => rows[place - 1] ?? []);
  }

  /** Renews what is still leased. A row that is locked loses its own renewal and delays no other. */
  async renew(db: Database, rows: readonly LeasedRow[], holder: LeaseHolder): Promise<void> {
    if (rows.length === 0) return;
    const { table, owner } = this.columns;
    await db.transaction(async (tx) => {
      const own = await tx.query<{ id: number }>(
        `SELECT id FROM ${table} WHERE id IN (:ids) AND ${owner} = :owner ${this.andLeased}
          ORDER BY id FOR UPDATE SKIP LOCKED`,
        { ids: idsOf(rows), owner: holder.owner },
      );
      if (own.length === 0) return;
      const sql = `UPDATE ${table} SET ${this.extended(holder)} WHERE id IN (:ids)`;
      await tx.execute(sql, { ids: idsOf(own) }, { ids: [] });
    });
  }

  /** Locks the rows of claims that still stand, to write their results. @param columns what is selected of each row. */
  async lock<Row, Leased extends LeasedRow & { readonly id: number }>(
    tx: Tx,
    claims: readonly Leased[],
    columns: string,
    ifLocked: '' | 'SKIP LOCKED' = '',
  ): Promise<CurrentLeases<Leased, Row>> {
    const rows = await this.select<Row>(tx, claims, `, ${columns}`, `ORDER BY id FOR UPDATE ${ifLocked}`);
    const isCurrent = (row: LeasedRow | undefined, { fence }: LeasedRow): boolean => row?.fence === fence;
    const held = new Map<Leased, Row>();
    for (const claim of claims) {
      const row = rows.get(claim.id);
      if (row && isCurrent(row, claim)) held.set(claim, row);
    }
    const missing = ifLocked === '' ? [] : claims.filter(({ id }) => !rows.has(id));
    if (missing.length === 0) return { held, locked: new Set() };
    const others = await this.select(tx, missing, '', '');
    return { held, locked: new Set(missing.filter((claim) => isCurrent(others.get(claim.id), claim))) };
  }

  /** Writes to a row whose claim still stands. @returns false where it does not. */
  async write(tx: Tx, { id, fence }: LeasedRow, set: string, params: SqlParams = {}): Promise<boolean> {
    const sql = `UPDATE ${this.columns.table} SET ${set} WHERE id = :id AND ${this.fence} = :fence ${this.andLeased}`;
    const { affectedRows } = await tx.execute(sql, { ...params, id, fence }, this.changed([id]));
    return affectedRows === 1;
  }

  /** Tables with binary ids have no records in the audit log. */
  private changed(ids: readonly LeasedRow['id'][]): ChangedRecords {
    return { ids: ids.filter((id) => typeof id === 'number') };
  }

  private async select<Row>(
    tx: Tx,
    claims: readonly LeasedRow[],
    columns: string,
    rest: string,
  ): Promise<Map<LeasedRow['id'], Row & LeasedRow>> {
    const sql = `SELECT id, ${this.fence} AS fence ${columns} FROM ${this.columns.table} WHERE id IN (:ids) ${this.andLeased} ${rest}`;
    const rows = await tx.query<Row & LeasedRow>(sql, { ids: idsOf(claims) });
    return new Map(rows.map((row) => [row.id, row]));
  }
}
