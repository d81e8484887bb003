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

  async byId(ids: readonly number[]): Promise<ReadonlyMap<number, Person>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<Person>(
      `SELECT id, email, first_name AS firstName, last_name AS lastName, status FROM contacts WHERE id IN (:ids)`,
      { ids },
    );
    return new Map(rows.map((person) => [person.id, person]));
  }
}
