import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { idOfCursor, offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import type { SuppressedValue } from './suppressed-value.js';
import type { Suppression, SuppressionKind } from './suppression.entity.js';
import { SuppressionsService } from './suppressions.service.js';

/** An entry as it is shown. */
export type SuppressionRecord = Pick<Suppression, 'id' | 'kind' | 'value' | 'reason' | 'note' | 'createdAt'>;

export interface SuppressionFilter {
  readonly kind: SuppressionKind | null;
  readonly value: SuppressedValue | null;
}

export interface AddedSuppressions {
  /** How many were not there before. */
  readonly added: number;
  readonly suppressions: readonly SuppressionRecord[];
}

interface KnownRow {
  readonly id: number;
  readonly kind: SuppressionKind;
  readonly value_hash: Buffer;
}

const SHOWN = 's.id, s.kind, s.value, s.reason, s.note, s.created_at AS createdAt';
/** Entered by a person. Only a person takes it away again. */
export const MANUAL = 'manual';

/** The suppressions as people see them: what they enter is kept readable, what contacts left behind is not. */
@Injectable()
export class SuppressionList {
  constructor(
    private readonly db: Database,
    private readonly suppressions: SuppressionsService,
  ) {}

  /** The newest first. By value also those are found of which only the hash is kept. */
  async list({ kind, value }: SuppressionFilter, request: PageRequest): Promise<Page<SuppressionRecord>> {
    const where: string[] = [];
    const params: Record<string, SqlValue> = {};
    if (kind !== null) {
      where.push('s.kind = :kind');
      params['kind'] = kind;
    }
    if (value !== null) {
      where.push('s.kind = :valueKind AND s.value_hash IN (:hashes)');
      params['valueKind'] = value.kind;
      params['hashes'] = this.suppressions.hashes(value.value);
    }
    const [counted] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM suppressions s ${clause(where)}`,
      params,
    );
    if (request.cursor) {
      where.push('s.id < :after');
      params['after'] = idOfCursor(request.cursor);
    }
    const rows = await this.db.query<SuppressionRecord>(
      `SELECT ${SHOWN} FROM suppressions s ${clause(where)} ORDER BY s.id DESC LIMIT :limit OFFSET :offset`,
      // One more than asked for, so that a walk knows whether it goes on.
      { ...params, limit: request.perPage + 1, offset: request.cursor === undefined ? offsetOf(request) : 0 },
    );
    const items = rows.slice(0, request.perPage);
    const last = items.at(-1);
    const next = rows.length > request.perPage && last ? { value: null, id: last.id } : null;
    return { items, total: counted?.total ?? 0, request, next };
  }

  /** What is there already is fine; it becomes readable, and is from now on what a person wanted. */
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
        `SELECT ${SHOWN} FROM suppressions s WHERE s.id IN (:ids) ORDER BY s.id`,
        { ids },
      );
      return { added: fresh.length, suppressions };
    });
  }

  /** @throws AppError rest_post_invalid_id */
  async remove(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { affectedRows } = await tx.execute('DELETE FROM suppressions WHERE id = :id', { id });
      if (affectedRows === 0) throw notFound();
    });
  }

  /** @returns how many entries there were of it: of one value there may be one under each secret. */
  async removeValue({ kind, value }: SuppressedValue): Promise<number> {
    return this.db.transaction(async (tx) => {
      const { affectedRows } = await tx.execute(
        'DELETE FROM suppressions WHERE kind = :kind AND value_hash IN (:hashes)',
        { kind, hashes: this.suppressions.hashes(value) },
      );
      return affectedRows;
    });
  }

  /** The ids of those that are suppressed already, by their names. */
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
    const params: Record<string, SqlValue> = { note, manual: MANUAL };
    const named = rows.map(({ id, value }, index) => {
      params[`id${index}`] = id;
      params[`value${index}`] = value;
      return `SELECT :id${index} AS id, :value${index} AS value`;
    });
    await tx.execute(
      // An opt-out can be taken back by its reader; what a person has entered here cannot.
      `UPDATE suppressions s JOIN (${named.join(' UNION ALL ')}) r ON r.id = s.id
          SET s.value = r.value, s.note = COALESCE(:note, s.note), s.reason = IF(s.reason = 'unsubscribed', :manual, s.reason)`,
      params,
    );
  }
}

const nameOf = ({ kind, value }: SuppressedValue): string => `${kind} ${value}`;

function clause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}
