import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { toTheSecond } from '../../platform/clock/timestamps.js';
import { Database, type Tx, type Reader } from '../../platform/database/database.js';
import { columnsOf } from '../../platform/database/entity-columns.js';
import { notFound } from '../../platform/errors/app-error.js';
import { refusingTaken, type Taken } from '../../platform/database/taken-names.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { SqlValue, SqlCondition } from '../../platform/sql/named-parameters.js';
import { titleKey } from '../../platform/text/title-key.js';
import { memberAssignments, type MemberChanges } from '../labels/members-log.js';
import { NotesService } from '../notes/notes.service.js';
import { Company } from './company.entity.js';
import { Keyset } from '../../platform/http/keyset.js';
import type { Page, PageRequest, Sorting } from '../../platform/http/page.js';
import { likeContains } from '../../platform/sql/like.js';
import { formsOf } from '../../platform/text/email-address.js';

const INTERNAL = ['nameKey', 'membersVersion', 'membersLog'] as const;

/** A company without internal columns. */
export type CompanyRecord = Omit<Company, (typeof INTERNAL)[number]>;

interface MemberCount {
  readonly total: number;
  readonly members: MemberChanges;
}

/** The fields that callers may set; omitted fields are unchanged. */
export type CompanyInput = Partial<Omit<CompanyRecord, 'id' | 'contactsCount' | 'createdAt' | 'updatedAt'>>;

/** The columns of a `CompanyRecord`; the query must use the table alias `c`. */
const COMPANY_COLUMNS = columnsOf(Company, 'c', INTERNAL);

export const COMPANY_SORTING = new Keyset({
  id: 'id',
  name: 'text',
  contacts_count: 'unsteady',
  created_at: 'time',
  updated_at: 'time',
});
type CompanySortField = (typeof COMPANY_SORTING)['fields'][number];

export interface CompanyFilter {
  readonly search?: string;
  /** On the company `c`. */
  readonly condition?: SqlCondition | undefined;
  readonly sorting: Sorting<CompanySortField>;
}

/** Manages companies. Memberships, and the counter of contacts with them, are written by the contacts module. */
const TAKEN: Taken = { ux_companies_name_key: ['name', 'Company with this name already exists'] };

@Injectable()
export class CompaniesService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly notes: NotesService,
  ) {}

  async list({ search, condition, sorting }: CompanyFilter, request: PageRequest): Promise<Page<CompanyRecord>> {
    const sql = { columns: COMPANY_COLUMNS, from: 'companies', row: 'c', ...matching(search, condition) };
    return COMPANY_SORTING.page(this.db, sql, sorting, request);
  }

  async get(id: number, reader: Reader = this.db): Promise<CompanyRecord> {
    const company = (await this.known(reader, [id])).get(id);
    if (!company) throw notFound();
    return company;
  }

  async create(input: CompanyInput & { readonly name: string }): Promise<CompanyRecord> {
    return refusingTaken(TAKEN, () =>
      this.db.transaction(async (tx) => {
        const now = toTheSecond(this.clock.now());
        const names = { nameKey: titleKey(input.name), createdAt: now, updatedAt: now };
        return this.get(await tx.insert(Company, { ...input, ...names }), tx);
      }),
    );
  }

  /** Changes the fields that differ. Without a difference, `updated_at` is unchanged. */
  async update(id: number, input: CompanyInput): Promise<CompanyRecord> {
    return refusingTaken(TAKEN, () =>
      this.db.transaction(async (tx) => {
        if (!(await this.lock(tx, id))) throw notFound();
        const before = await this.get(id, tx);
        const changes = differences(before, input);
        if (Object.keys(changes).length === 0) return before;
        await tx.update(Company, id, {
          ...changes,
          ...(changes.name === undefined ? {} : { nameKey: titleKey(changes.name) }),
          updatedAt: toTheSecond(this.clock.now()),
        });
        return this.get(id, tx);
      }),
    );
  }

  /** Deletes the company and its notes. Its memberships are hidden at once and removed in the background. */
  async remove(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { affectedRows } = await tx.delete('companies', id);
      if (affectedRows === 0) throw notFound();
      await this.notes.removeAllOf(tx, 'company', [id]);
      await this.outbox.append(tx, 'company.deleted', id, { id });
    });
  }

  /** Returns the existing companies by id, in ascending order. */
  async known(reader: Reader, ids: readonly number[]): Promise<Map<number, CompanyRecord>> {
    if (ids.length === 0) return new Map();
    const rows = await reader.query<CompanyRecord>(
      `SELECT ${COMPANY_COLUMNS} FROM companies c WHERE c.id IN (:ids) ORDER BY c.id`,
      { ids },
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * Locks a company and its counter until the transaction ends.
   * @returns whether it exists.
   */
  async lock(tx: Tx, id: number): Promise<boolean> {
    const rows = await tx.query('SELECT id FROM companies WHERE id = :id FOR UPDATE', { id });
    return rows.length > 0;
  }

  /**
   * Updates the counters of contacts, and records the changed members. Call it near the end of a transaction: all writers of a popular company wait for these rows.
   * @returns the number of companies that still exist; a smaller number than given means that one was deleted meanwhile.
   */
  async addToCounts(tx: Tx, changes: ReadonlyMap<number, MemberCount>): Promise<number> {
    const entries = [...changes];
    if (entries.length === 0) return 0;
    const params: Record<string, SqlValue> = { ids: entries.map(([id]) => id) };
    entries.forEach(([id, { total }], index) => {
      params[`id${index}`] = id;
      params[`by${index}`] = total;
    });
    // A single statement locks the rows in the order of their ids, regardless of the order in CASE.
    const { affectedRows } = await tx.execute(
      `UPDATE companies
          SET contacts_count = contacts_count + CASE id ${entries.map((_, index) => `WHEN :id${index} THEN :by${index}`).join(' ')} ELSE 0 END${memberAssignments(entries, params)}
        WHERE id IN (:ids)
        ORDER BY id`,
      params,
      { ids: [] },
    );
    return affectedRows;
  }
}

function differences(before: CompanyRecord, input: CompanyInput): CompanyInput {
  return Object.fromEntries(
    Object.entries(input).filter(([column, value]) => before[column as keyof CompanyInput] !== value),
  );
}

/** Matches companies in which every word occurs in the name, the email address, or the industry. */
function matching(
  search = '',
  condition?: SqlCondition,
): { readonly where: string[]; readonly params: Record<string, SqlValue> } {
  const where = condition ? [condition.sql] : [];
  const params: Record<string, SqlValue> = { ...condition?.params };
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .forEach((word, index) => {
      const [any, lower] = [`word${index}`, `lower${index}`];
      where.push(`(c.name LIKE :${any} OR c.industry LIKE :${any} OR c.email LIKE :${lower})`);
      params[any] = likeContains(word);
      params[lower] = likeContains(formsOf(word.toLowerCase())[0] ?? word);
    });
  return { where, params };
}
