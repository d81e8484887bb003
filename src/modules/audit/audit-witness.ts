import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Change, Database, type TransactionWitness, type Tx } from '../../platform/database/database.js';
import { isErasedAddress } from '../../platform/text/erased-address.js';
import { insertEntries, type NewEntry } from './audit-entries.js';
import { type AuditedCall, callUnderWay } from './audit-trail.js';
import { AUDITED_PARTS, AUDITED_TABLES, OWNERS_OF_ROUTES, type Row, UNTOLD_TABLES } from './audited-tables.js';
import { CommittedState } from './committed-state.js';
import { changesByTable, type TableChange } from './heard-changes.js';
import { changesBetween } from './record-changes.js';

/** More of one kind in one transaction are counted and not listed: nobody reads a thousand entries of one call. */
const MOST_LISTED = 50;

/** The records of one table that a transaction may have changed. */
interface Touched {
  readonly ids: Set<number>;
  readonly inserted: Set<number>;
  /** Parts that were changed too. */
  readonly parts: Set<string>;
  hasOthers: boolean;
  rows: number;
}

type Reader = <Result>(sql: string, params: { readonly ids: readonly number[] }) => Promise<Result[]>;

/**
 * Writes the audit log, in the transactions that it tells of. What a call does to a record is seen by comparing the record as
 * the transaction leaves it with what is committed; nobody else can have changed it, since the transaction has it locked. So no
 * service has to say what it does, and none can forget.
 */
@Injectable()
export class AuditWitness implements TransactionWitness, OnModuleInit {
  private readonly told = new WeakSet<AuditedCall>();

  constructor(
    private readonly db: Database,
    private readonly committed: CommittedState,
  ) {}

  onModuleInit(): void {
    this.db.witnessedBy(this);
  }

  attends(): boolean {
    return callUnderWay() !== undefined;
  }

  async beforeCommit(tx: Tx, changes: readonly Change[]): Promise<void> {
    const call = callUnderWay();
    if (!call) return;
    const tables = changesByTable(changes);
    for (const name of UNTOLD_TABLES) tables.delete(name);
    if (tables.size === 0) return;
    const entries: NewEntry[] = [];
    for (const [table, touched] of touchedRecords(tables, call)) entries.push(...(await this.tell(tx, table, touched)));
    // A command may do one such thing in thousands of transactions.
    if (entries.length === 0 && !isKnown(tables) && !this.told.has(call)) entries.push(OTHER);
    if (entries.length === 0) return;
    await insertEntries(tx, call, discreet(entries));
    tx.afterCommit(() => void this.told.add(call));
  }

  private async tell(tx: Tx, table: string, touched: Touched): Promise<NewEntry[]> {
    const audited = AUDITED_TABLES[table];
    if (!audited) return [];
    const { ids, inserted, parts, rows } = touched;
    const counted = (records: number): NewEntry => ({ ...OTHER, type: audited.type, records: Math.max(records, 1) });
    if (ids.size === 0) return [counted(rows)];
    if (ids.size > MOST_LISTED) return [counted(ids.size)];
    const old = [...ids].filter((id) => !inserted.has(id));
    const [after, before] = await Promise.all([
      statesOf((sql, params) => tx.query(sql, params), table, [...ids], parts),
      statesOf((sql, params) => this.committed.query(sql, params), table, old, parts),
    ]);
    const columns = withParts(audited, parts);
    const entries = [...ids].flatMap((id): NewEntry[] => {
      const [was, is] = [before.get(id) ?? null, after.get(id) ?? null];
      const row = is ?? was;
      if (row === null) return [];
      const changed = changesBetween(was, is, columns);
      // Statements that change nothing are no changes, nor is what only counts.
      if (was !== null && is !== null && Object.keys(changed).length === 0) return [];
      const action = was === null ? 'created' : is === null ? 'deleted' : 'updated';
      const isForgotten = audited.type === 'contact' && (is === null || isErasedAddress(String(is['email'])));
      return [
        {
          action,
          type: audited.type,
          id,
          records: 1,
          contactId: audited.contactOf?.(row) ?? null,
          changes: isForgotten ? null : changed,
        },
      ];
    });
    return touched.hasOthers ? [...entries, counted(rows - ids.size)] : entries;
  }
}

/** Something was done that left no mark in the records. */
const OTHER: NewEntry = { action: 'changed', type: null, id: null, records: 1, contactId: null, changes: null };

const isKnown = (tables: ReadonlyMap<string, unknown>): boolean =>
  [...tables.keys()].some((name) => name in AUDITED_TABLES || name in AUDITED_PARTS);

/** By table of records, what of it may be different now. */
function touchedRecords(tables: ReadonlyMap<string, TableChange>, call: AuditedCall): Map<string, Touched> {
  const touched = new Map<string, Touched>();
  const recordsOf = (table: string): Touched => {
    const known = touched.get(table) ?? {
      ids: new Set<number>(),
      inserted: new Set<number>(),
      parts: new Set<string>(),
      hasOthers: false,
      rows: 0,
    };
    touched.set(table, known);
    return known;
  };
  for (const [name, change] of tables) {
    const part = AUDITED_PARTS[name];
    if (!part && !(name in AUDITED_TABLES)) continue;
    const records = recordsOf(part?.owner ?? name);
    // New rows of a part are no new records.
    const inserted = part ? [] : [...change.inserted];
    const named = [...inserted, ...(change.named.get(part?.key ?? 'id') ?? [])];
    if (part) records.parts.add(name);
    for (const id of inserted) records.inserted.add(id);
    for (const id of named) records.ids.add(id);
    if (change.hasOthers || named.length === 0) records.hasOthers = true;
    records.rows += change.rows;
  }
  const [table, id] = recordOfRoute(call);
  const meant = table === undefined ? undefined : touched.get(table);
  if (meant?.hasOthers === true && id !== undefined) {
    meant.ids.add(id);
    meant.hasOthers = false;
  }
  return touched;
}

function recordOfRoute({ route, ids }: AuditedCall): [string | undefined, number | undefined] {
  const [, first = ''] = route.split('/');
  return [OWNERS_OF_ROUTES[first], ids['id']];
}

/** The rows with these ids, each with its parts as fields. */
async function statesOf(
  read: Reader,
  table: string,
  ids: readonly number[],
  parts: ReadonlySet<string>,
): Promise<Map<number, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await read<Row>(`SELECT * FROM ${table} WHERE id IN (:ids)`, { ids });
  const states = new Map(rows.map((row) => [Number(row['id']), { ...row }]));
  for (const name of parts) {
    const part = AUDITED_PARTS[name];
    if (!part) continue;
    for (const state of states.values()) state[part.field] = [];
    for (const { id, value } of await read<{ id: number; value: unknown }>(part.sql, { ids }))
      (states.get(id)?.[part.field] as unknown[] | undefined)?.push(value);
  }
  return states;
}

const withParts = <Table extends { readonly only?: readonly string[] }>(
  audited: Table,
  parts: ReadonlySet<string>,
): Table =>
  audited.only
    ? { ...audited, only: [...audited.only, ...[...parts].map((name) => AUDITED_PARTS[name]?.field ?? name)] }
    : audited;

/** What is told of somebody who was deleted or erased by the call is that it was done. */
function discreet(entries: readonly NewEntry[]): NewEntry[] {
  const gone = new Set(
    entries.flatMap(({ type, id, changes }) => (type === 'contact' && changes === null && id !== null ? [id] : [])),
  );
  return entries.map((entry) =>
    entry.contactId !== null && gone.has(entry.contactId) ? { ...entry, changes: null } : entry,
  );
}
