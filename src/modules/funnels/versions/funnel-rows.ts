import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { DEFAULT_CONDITIONS, DEFAULT_SETTINGS } from '../definition/funnel-rules.js';
import { Funnel } from '../definition/funnel.entity.js';

/** Every change locks the row of the funnel, which also blocks enrollments and steps. */
@Injectable()
export class FunnelRows {
  constructor(private readonly db: Database) {}

  async find(id: number): Promise<Funnel> {
    const funnel = await this.db.manager.findOneBy(Funnel, { id });
    if (funnel?.deletedAt !== null) throw notFound('funnel');
    return funnel;
  }

  async lock(tx: Tx, id: number): Promise<Funnel> {
    const funnel = await tx.manager.findOne(Funnel, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (funnel?.deletedAt !== null) throw notFound('funnel');
    return funnel;
  }

  draft(tx: Tx, members: Partial<Funnel> & Pick<Funnel, 'createdBy'>): Funnel {
    return tx.manager.create(Funnel, {
      ...{ status: 'draft', conditions: DEFAULT_CONDITIONS, settings: DEFAULT_SETTINGS },
      ...{ versionId: 0, version: 0, migrating: 0, revision: 0, publishedAfter: 0, deletedAt: null },
      ...members,
    });
  }

  /** The revision invalidates the cache of every process. The row is read again because MySQL sets `updated_at`. */
  async save(tx: Tx, funnel: Funnel): Promise<Funnel> {
    funnel.revision += 1;
    const { id } = await tx.save(funnel);
    return tx.manager.findOneByOrFail(Funnel, { id });
  }
}
