import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

interface NamedContact {
  readonly id: number;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly status: string;
}

/** Not cached with the figures, so that deletions, erasures, and new names appear immediately. */
@Injectable()
export class CurrentNames {
  constructor(private readonly db: Database) {}

  /** By their id at the time of the event, which may have been merged since. Deleted contacts are absent. */
  async contacts(ids: readonly number[]): Promise<ReadonlyMap<number, NamedContact>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<NamedContact & { readonly original_id: number }>(
      `SELECT c.id AS original_id, c.id, c.email, c.first_name, c.last_name, c.status
         FROM contacts c WHERE c.id IN (:ids)
        UNION ALL
       SELECT a.old_id, c.id, c.email, c.first_name, c.last_name, c.status
         FROM contact_aliases a JOIN contacts c ON c.id = a.contact_id WHERE a.old_id IN (:ids)`,
      { ids: [...new Set(ids)] },
    );
    return new Map(rows.map(({ original_id, ...contact }) => [original_id, contact]));
  }

  /** Returns titles by id; deleted campaigns are absent. */
  async campaigns(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return this.texts('SELECT id, title AS text FROM campaigns WHERE id IN (:ids) AND deleted_at IS NULL', ids);
  }

  /** Returns the URLs of links as they were written, with merge tags instead of values of the recipient. */
  async links(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return this.texts('SELECT id, url AS text FROM email_links WHERE id IN (:ids)', ids);
  }

  private async texts(sql: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<{ id: number; text: string }>(sql, { ids: [...new Set(ids)] });
    return new Map(rows.map(({ id, text }) => [id, text]));
  }
}

/** Omits the status, which most lists of contacts do not show. */
export const contactSummary = ({ status: _status, ...contact }: NamedContact): Omit<NamedContact, 'status'> => contact;
