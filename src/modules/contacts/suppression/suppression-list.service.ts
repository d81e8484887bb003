import { Injectable } from '@nestjs/common';
import { jsonRows } from '../../../platform/sql/json-rows.js';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { newestFirst } from '../../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { type SuppressedValue, SuppressionsService } from './suppressions.service.js';
import { columnsOf } from '../../../platform/database/entity-columns.js';
import { Suppression, type SuppressionKind } from './suppression.entity.js';

export type SuppressionRecord = Pick<Suppression, 'id' | 'kind' | 'value' | 'reason' | 'note' | 'createdAt'>;

export interface SuppressionFilter {
  readonly kind: SuppressionKind | null;
  readonly value: SuppressedValue | null;
}

export interface AddedSuppressions {
  readonly added: number;
  readonly suppressions: readonly SuppressionRecord[];
}

interface KnownRow {
  readonly id: number;
  readonly kind: SuppressionKind;
  readonly value_hash: Buffer;
}

const SHOWN = columnsOf(Suppression, 'r', ['valueHash']);
/** The reason of entries that managers made. Only a manager removes them. */
const MANUAL = 'manual';

/** Manages the suppression list for managers: their entries are readable, those of deleted contacts are hashes. */
@Injectable()
export class SuppressionList {
  constructor(
    private readonly db: Database,
    private readonly suppressions: SuppressionsService,
  ) {}

  /** Lists from newest to oldest. A search by value also finds entries of which only the hash is stored. */
  async list({ kind, value }: SuppressionFilter, request: PageRequest): Promise<Page<SuppressionRecord>> {
    const where = [
      ...(kind === null ? [] : ['r.kind = :kind']),
      ...(value === null ? [] : ['r.kind = :valueKind AND r.value_hash IN (:hashes)']),
    ];
    const hashes = value && this.suppressions.hashes(value.value);
    const params = { kind, valueKind: value?.kind ?? null, hashes };
    return newestFirst<SuppressionRecord>(this.db, { columns: SHOWN, from: 'suppressions', where, params }, request);
  }

  /** Adds values. Existing entries become readable and permanent (`manual`). */
  async add(values: readonly SuppressedValue[], note: string | null): Promise<AddedSuppressions> {
    const wanted = [...new Map(values.map((value) => [nameOf(value), value])).values()];
    return this.db.transaction(async (tx) => {
      const known = await this.known(tx, wanted);
      const fresh = wanted.filter((value) => !known.has(nameOf(value)));
      await this.keepReadable(tx, known, wanted, note);
      await tx.insertRows(
        'suppressions',
        ['kind', 'value_hash', 'value', 'reason', 'note'],
        fresh.map(({ kind, value }) => [kind, this.suppressions.hash(value), value, MANUAL, note]),
        { suffix: 'ON DUPLICATE KEY UPDATE value = VALUES(value)' },
      );
      const ids = [...(await this.known(tx, wanted)).values()];
      const suppressions = await tx.query<SuppressionRecord>(
        `SELECT ${SHOWN} FROM suppressions r WHERE r.id IN (:ids) ORDER BY r.id`,
        { ids },
      );
      return { added: fresh.length, suppressions };
    });
  }

  async remove(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { affectedRows } = await tx.delete('suppressions', id);
      if (affectedRows === 0) throw notFound();
    });
  }

  /** @returns the number of deleted entries: there may be one per secret. */
  async removeValue({ kind, value }: SuppressedValue): Promise<number> {
    return this.db.transaction(async (tx) => {
      const { affectedRows } = await tx.execute(
        'DELETE FROM suppressions WHERE kind = :kind AND value_hash IN (:hashes)',
        { kind, hashes: this.suppressions.hashes(value) },
      );
      return affectedRows;
    });
  }

  private async known(reader: Reader, values: readonly SuppressedValue[]): Promise<Map<string, number>> {
    const names = new Map<string, string>();
    for (const one of values)
      for (const hash of this.suppressions.hashes(one.value))
        names.set(`${one.kind} ${hash.toString('hex')}`, nameOf(one));
    const rows = await reader.query<KnownRow>(
      `SELECT id, kind, value_hash FROM suppressions
        WHERE kind IN ('address', 'domain') AND value_hash IN (:hashes) ORDER BY id`,
      { hashes: values.flatMap(({ value }) => this.suppressions.hashes(value)) },
    );
    const found = new Map<string, number>();
    for (const { id, kind, value_hash } of rows) {
      const name = names.get(`${kind} ${value_hash.toString('hex')}`);
      if (name !== undefined) found.set(name, id);
    }
    return found;
  }

  private async keepReadable(
    tx: Tx,
    known: ReadonlyMap<string, number>,
    wanted: readonly SuppressedValue[],
    note: string | null,
  ): Promise<void> {
    const rows = wanted
      .map((one) => ({ id: known.get(nameOf(one)), value: one.value }))
      .filter((row): row is { id: number; value: string } => row.id !== undefined);
    if (rows.length === 0) return;
    await tx.execute(
      // A contact can revoke an opt-out, but not an entry of a manager.
      `UPDATE suppressions s
         JOIN ${jsonRows({ id: 'INT UNSIGNED', value: 'VARCHAR(255)' })} r ON r.id = s.id
          SET s.value = r.value, s.note = COALESCE(:note, s.note), s.reason = IF(s.reason = 'unsubscribed', :manual, s.reason)`,
      { rows: JSON.stringify(rows), note, manual: MANUAL },
    );
  }
}

const nameOf = ({ kind, value }: SuppressedValue): string => `${kind} ${value}`;
