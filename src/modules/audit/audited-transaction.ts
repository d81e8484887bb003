import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Change, ChangeRecorder, KnownState, KnownStates } from '../../platform/database/transaction.js';
import type { TransactionRecorder, Tx } from '../../platform/database/transaction.js';
import { isErasedAddress } from '../../platform/text/erased-address.js';
import { type AuditedCall, currentCall, insertEntries, type NewEntry } from './audit-trail.js';
import { AUDITED_PARTS, AUDITED_TABLES, TABLE_OF_ROUTE, UNAUDITED_TABLES } from './audited-tables.js';
import type { AuditedTable, Row } from './audited-tables.js';
import { changesBetween } from './record-changes.js';
import { Database } from '../../platform/database/database.js';

/** If one transaction changes more records of one type, one entry gives their number instead of listing them. */
const MAX_LISTED = 50;

/** The entry of a call that changed no records. */
const OTHER: NewEntry = { action: 'changed', type: null, id: null, records: 1, contactId: null, changes: null };

/** Rows by id; null for a missing row. For a table of parts, the parts of each record as its field. */
type States = Map<number, Row | null>;

/** The records of one table that a transaction may have changed. */
interface Touched {
  /** The written tables by record id: that of the record, and those of its parts. */
  readonly tables: Map<number, Set<string>>;
  readonly created: Set<number>;
  /** Number of changed rows without known ids. */
  others: number;
}

/** Reads each record before its first change and again before the commit, and writes the difference. */
export class AuditedTransaction implements TransactionRecorder {
  private readonly changes: Change[] = [];
  /** States before the first change, by table. They stay valid after a rollback to a savepoint. */
  private readonly before = new Map<string, States>();
  private readonly created = new Map<string, Set<number>>();
  /** States after the last change that the writer gave, by table. */
  private readonly after = new Map<string, States>();

  constructor(
    private readonly call: AuditedCall,
    /** Calls that already have an entry. */
    private readonly recorded: WeakSet<AuditedCall>,
  ) {}

  records(table: string): boolean {
    return ownerOf(table) !== undefined;
  }

  async beforeChange(tx: Tx, table: string, ids: readonly number[] | null): Promise<void> {
    const owner = ownerOf(table);
    if (owner === undefined) return;
    const states = this.before.get(table) ?? new Map<number, Row | null>();
    this.before.set(table, states);
    const created = this.created.get(owner);
    const unread = (ids ?? this.recordOfRoute(owner)).filter((id) => !states.has(id) && created?.has(id) !== true);
    if (unread.length === 0 || states.size + unread.length > MAX_LISTED) return;
    // Lock now, so that no other transaction changes the rows before the statement does.
    const read = await statesOf(tx, table, unread, 'FOR UPDATE');
    for (const id of unread) states.set(id, read.get(id) ?? null);
  }

  known(table: string, id: number, { before, after }: KnownStates): void {
    const set = (states: Map<string, States>, state: KnownState): void => {
      const ofTable = states.get(table) ?? new Map<number, Row | null>();
      states.set(table, ofTable);
      const field = AUDITED_PARTS[table]?.field;
      ofTable.set(id, field === undefined ? (state as Row | null) : { [field]: state });
    };
    if (before !== undefined && this.before.get(table)?.has(id) !== true) set(this.before, before);
    if (after !== undefined) set(this.after, after);
  }

  afterChange(change: Change): void {
    this.changes.push(change);
    if (change.table !== null) this.forgetAfter(change.table, change.ids);
    if (change.table === null || !change.isInsert || change.ids === null) return;
    const created = this.created.get(change.table) ?? new Set();
    this.created.set(change.table, created);
    for (const id of change.ids) created.add(id);
  }

  savepoint(): () => void {
    const { length } = this.changes;
    return () => {
      this.changes.length = length;
      this.after.clear();
    };
  }

  async beforeCommit(tx: Tx): Promise<(() => Promise<void>) | null> {
    const changes = this.changes.filter(({ table }) => table === null || !UNAUDITED_TABLES.has(table));
    if (changes.length === 0) return null;
    const entries: NewEntry[] = [];
    for (const [table, touched] of this.touched(changes)) entries.push(...(await this.entriesOf(tx, table, touched)));
    const isKnown = changes.some(({ table }) => ownerOf(table) !== undefined);
    // A command may have thousands of such transactions; one entry is enough.
    if (entries.length === 0 && !isKnown && !this.recorded.has(this.call)) entries.push(OTHER);
    if (entries.length === 0) return null;
    tx.afterCommit(() => void this.recorded.add(this.call));
    return () => insertEntries(tx, this.call, withoutErased(entries));
  }

  private forgetAfter(table: string, ids: readonly number[] | null): void {
    if (ids === null) this.after.delete(table);
    else for (const id of ids) this.after.get(table)?.delete(id);
  }

  private touched(changes: readonly Change[]): Map<string, Touched> {
    const byTable = new Map<string, Touched>();
    for (const change of changes) {
      const owner = ownerOf(change.table);
      if (change.table === null || owner === undefined) continue;
      const touched: Touched = byTable.get(owner) ?? { tables: new Map(), created: new Set(), others: 0 };
      byTable.set(owner, touched);
      const ids = change.ids ?? (change.isInsert ? [] : this.recordOfRoute(owner));
      for (const id of ids) touched.tables.set(id, new Set<string>(touched.tables.get(id)).add(change.table));
      if (change.isInsert && change.table === owner) addCreated(touched, change.rows, ids);
      else if (change.ids === null && ids.length === 0) touched.others += change.rows;
    }
    return byTable;
  }

  private async entriesOf(tx: Tx, table: string, { tables, created, others }: Touched): Promise<NewEntry[]> {
    const { type } = auditedTable(table);
    const counted = (records: number): NewEntry => ({ ...OTHER, type, records });
    const rest = others > 0 ? [counted(others)] : [];
    const ids = [...tables.keys()];
    if (ids.length === 0) return rest;
    const isRead = ([id, names]: [number, Set<string>]): boolean =>
      created.has(id) || [...names].every((name) => this.before.get(name)?.has(id) === true);
    if (ids.length > MAX_LISTED || ![...tables].every(isRead)) return [counted(ids.length)];
    const after = new Map<string, States>();
    for (const name of new Set([table, ...[...tables.values()].flatMap((names) => [...names])])) {
      const known: States = this.after.get(name) ?? new Map<number, Row | null>();
      const unread = ids.filter((id) => !known.has(id));
      const read: States = unread.length > 0 ? await statesOf(tx, name, unread) : new Map<number, Row | null>();
      after.set(name, new Map([...known, ...read]));
    }
    const entries = [...tables].flatMap(([id, names]) => {
      const parts = [...names].filter((name) => name !== table);
      const now = after.get(table)?.get(id) ?? null;
      // If only parts were written, the record itself is locked and unchanged.
      const old = names.has(table) ? (this.before.get(table)?.get(id) ?? null) : now;
      const was = created.has(id) ? null : withParts(old, parts, id, this.before);
      return entryOf(table, id, was, withParts(now, parts, id, after));
    });
    return [...entries, ...rest];
  }

  /** Returns the record in the path if it belongs to this table; statements without ids change this record. */
  private recordOfRoute(table: string): readonly number[] {
    const [, first = ''] = this.call.route.split('/');
    const { id } = this.call.ids;
    return id !== undefined && TABLE_OF_ROUTE[first] === table ? [id] : [];
  }
}

function addCreated(touched: Touched, rows: number, ids: readonly number[]): void {
  for (const id of ids) touched.created.add(id);
  // Inserted rows whose ids became known later are already counted here.
  touched.others += rows - ids.length;
}

/** Returns the table of the records that a write to `table` changes; undefined if it is not audited. */
function ownerOf(table: string | null): string | undefined {
  if (table === null) return undefined;
  return AUDITED_PARTS[table]?.owner ?? (table in AUDITED_TABLES ? table : undefined);
}

function auditedTable(table: string): AuditedTable {
  const audited = AUDITED_TABLES[table];
  if (!audited) throw new Error(`${table} is not audited`);
  return audited;
}

async function statesOf(tx: Tx, table: string, ids: readonly number[], lock = ''): Promise<States> {
  const part = AUDITED_PARTS[table];
  if (!part) {
    const rows = await tx.query<Row>(`SELECT * FROM ${table} WHERE id IN (:ids) ${lock}`, { ids });
    return new Map(rows.map((row) => [Number(row['id']), row]));
  }
  const values = new Map(ids.map((id): [number, unknown[]] => [id, []]));
  for (const { id, value } of await tx.query<{ id: number; value: unknown }>(part.sql, { ids }))
    values.get(id)?.push(value);
  return new Map([...values].map(([id, found]) => [id, { [part.field]: found }]));
}

function withParts(record: Row | null, parts: readonly string[], id: number, states: Map<string, States>): Row | null {
  return record && (Object.assign({}, record, ...parts.map((name) => states.get(name)?.get(id))) as Row);
}

/** Returns the entry of one record; none if only counters changed or nothing. */
function entryOf(table: string, id: number, was: Row | null, is: Row | null): NewEntry[] {
  const row = is ?? was;
  if (row === null) return [];
  const audited = auditedTable(table);
  const changes = changesBetween(was, is, audited);
  if (was !== null && is !== null && Object.keys(changes).length === 0) return [];
  const action = was === null ? 'created' : is === null ? 'deleted' : 'updated';
  const contactId = audited.contactOf?.(row) ?? null;
  const { type } = audited;
  return [{ action, type, id, records: 1, contactId, changes: isErased(type, is) ? null : changes }];
}

function isErased(type: string, is: Row | null): boolean {
  return type === 'contact' && (is === null || isErasedAddress(String(is['email'])));
}

/** Removes the values of contacts that the call deleted or erased. */
function withoutErased(entries: readonly NewEntry[]): NewEntry[] {
  const gone = new Set<number | null>();
  for (const { type, id, changes } of entries) if (type === 'contact' && changes === null && id !== null) gone.add(id);
  return entries.map((entry) => (gone.has(entry.contactId) ? { ...entry, changes: null } : entry));
}

/** Records the changes of each transaction of an audited call. */
@Injectable()
export class AuditRecorder implements ChangeRecorder, OnModuleInit {
  private readonly recorded = new WeakSet<AuditedCall>();

  constructor(private readonly db: Database) {}

  onModuleInit(): void {
    this.db.recordChangesBy(this);
  }

  begin(): AuditedTransaction | null {
    const call = currentCall();
    return call ? new AuditedTransaction(call, this.recorded) : null;
  }
}
