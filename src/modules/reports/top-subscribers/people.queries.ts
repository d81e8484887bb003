import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

/** Who somebody is, for lists of people in reports. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly status: string;
}

/**
 * The contacts behind figures. They never go into the cache: who was deleted or erased is nowhere from that moment on,
 * and a new name is seen at once.
 */
@Injectable()
export class PeopleQueries {
  constructor(private readonly db: Database) {}

  /** By the id that they had: some have become part of others. */
  async byId(ids: readonly number[]): Promise<ReadonlyMap<number, Person>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<Person & { readonly told: number }>(
      `SELECT c.id AS told, c.id, c.email, c.first_name AS firstName, c.last_name AS lastName, c.status
         FROM contacts c WHERE c.id IN (:ids)
        UNION ALL
       SELECT a.old_id, c.id, c.email, c.first_name, c.last_name, c.status
         FROM contact_aliases a JOIN contacts c ON c.id = a.contact_id WHERE a.old_id IN (:ids)`,
      { ids },
    );
    return new Map(rows.map(({ told, ...person }) => [told, person]));
  }
}
