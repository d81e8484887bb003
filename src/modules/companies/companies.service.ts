import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { toTheSecond } from '../../platform/clock/timestamps.js';
import { Database, type Tx } from '../../platform/database/database.js';
import type { Reader } from '../../platform/database/reader.js';
import { invalidParam, notFound } from '../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../platform/errors/database-errors.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import { titleKey } from '../../platform/text/title-key.js';
import { NotesService } from '../notes/notes.service.js';
import { Company } from './company.entity.js';

/** A company as it is shown; what makes its name unique is nobody's business. */
export type CompanyRecord = Omit<Company, 'nameKey'>;

/** What somebody may set; what is absent stays as it is. */
export type CompanyInput = Partial<Omit<CompanyRecord, 'id' | 'contactsCount' | 'createdAt' | 'updatedAt'>>;

/** The columns of a record, for any query that calls the table `c`. */
export const COMPANY_COLUMNS = `c.id, c.name, c.industry, c.type, c.website, c.email, c.phone,
  c.address_line_1 AS addressLine1, c.address_line_2 AS addressLine2, c.city, c.state, c.country,
  c.postal_code AS postalCode, c.employees_number AS employeesNumber, c.description, c.logo,
  c.linkedin_url AS linkedinUrl, c.facebook_url AS facebookUrl, c.twitter_url AS twitterUrl, c.status,
  c.contacts_count AS contactsCount, c.created_at AS createdAt, c.updated_at AS updatedAt`;

/** Companies. Who belongs to one is written down by the contacts, which also move its counter. */
@Injectable()
export class CompaniesService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly notes: NotesService,
  ) {}

  /** @throws AppError rest_post_invalid_id */
  async get(id: number, reader: Reader = this.db): Promise<CompanyRecord> {
    const company = (await this.known(reader, [id])).get(id);
    if (!company) throw notFound();
    return company;
  }

  /** @throws AppError rest_invalid_param for a name that is taken. */
  async create(input: CompanyInput & { readonly name: string }): Promise<CompanyRecord> {
    return this.translating(() =>
      this.db.transaction(async (tx) => {
        const now = toTheSecond(this.clock.now());
        const names = { nameKey: titleKey(input.name), createdAt: now, updatedAt: now };
        return this.get(await tx.insert(Company, { ...input, ...names }), tx);
      }),
    );
  }

  /**
   * Changes what is given and differs; where nothing does, `updated_at` stays too.
   * @throws AppError rest_post_invalid_id; rest_invalid_param for a name that is taken.
   */
  async update(id: number, input: CompanyInput): Promise<CompanyRecord> {
    return this.translating(() =>
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

  /**
   * Deletes the company and its notes at once; its memberships are invisible from then on and are cleared away afterwards.
   * @throws AppError rest_post_invalid_id
   */
  async remove(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { affectedRows } = await tx.execute('DELETE FROM companies WHERE id = :id', { id });
      if (affectedRows === 0) throw notFound();
      await this.notes.removeAllOf(tx, 'company', [id]);
      await this.outbox.append(tx, 'company.deleted', id, { id });
    });
  }

  /** Those of the ids that exist, by id and ascending. */
  async known(reader: Reader, ids: readonly number[]): Promise<Map<number, CompanyRecord>> {
    if (ids.length === 0) return new Map();
    const rows = await reader.query<CompanyRecord>(
      `SELECT ${COMPANY_COLUMNS} FROM companies c WHERE c.id IN (:ids) ORDER BY c.id`,
      { ids },
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * Keeps one company and its number of members as they are until the transaction ends.
   * @returns whether it exists.
   */
  async lock(tx: Tx, id: number): Promise<boolean> {
    const rows = await tx.query('SELECT id FROM companies WHERE id = :id FOR UPDATE', { id });
    return rows.length > 0;
  }

  /**
   * Moves the numbers of members. Call it last in a transaction: every writer of a popular company waits for these rows.
   * @returns how many of the companies still exist; fewer than given means that one was deleted meanwhile.
   */
  async addToCounts(tx: Tx, changes: ReadonlyMap<number, number>): Promise<number> {
    const entries = [...changes];
    if (entries.length === 0) return 0;
    const params: Record<string, SqlValue> = { ids: entries.map(([id]) => id) };
    entries.forEach(([id, by], index) => {
      params[`id${index}`] = id;
      params[`by${index}`] = by;
    });
    // One statement, which locks the rows in the order of their ids whatever the order of the CASE.
    const { affectedRows } = await tx.execute(
      `UPDATE companies
          SET contacts_count = contacts_count + CASE id ${entries.map((_, index) => `WHEN :id${index} THEN :by${index}`).join(' ')} ELSE 0 END
        WHERE id IN (:ids)
        ORDER BY id`,
      params,
    );
    return affectedRows;
  }

  private async translating<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (violatedUniqueIndex(error) !== 'ux_companies_name_key') throw error;
      throw invalidParam('name', 'is taken', 'Company with this name already exists');
    }
  }
}

function differences(before: CompanyRecord, input: CompanyInput): CompanyInput {
  return Object.fromEntries(
    Object.entries(input).filter(([column, value]) => before[column as keyof CompanyInput] !== value),
  );
}
