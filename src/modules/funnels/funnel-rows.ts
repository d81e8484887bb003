import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import { Funnel } from './funnel.entity.js';

/** A funnel's row: whoever changes it holds it, against those too who let people into it or move them on. */
@Injectable()
export class FunnelRows {
  constructor(private readonly db: Database) {}

  /** @throws AppError rest_post_invalid_id */
  async find(id: number): Promise<Funnel> {
    const funnel = await this.db.manager.findOneBy(Funnel, { id });
    if (funnel?.deletedAt !== null) throw notFound('funnel');
    return funnel;
  }

  /** @throws AppError rest_post_invalid_id */
  async lock(tx: Tx, id: number): Promise<Funnel> {
    const funnel = await tx.manager.findOne(Funnel, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (funnel?.deletedAt !== null) throw notFound('funnel');
    return funnel;
  }

  /**
   * Writes a new or changed one. The revision tells every process that what it remembers is old; when it was changed is
   * the database's word, and whoever changed it wants to know.
   */
  async save(tx: Tx, funnel: Funnel): Promise<Funnel> {
    funnel.revision += 1;
    const { id } = await tx.save(funnel);
    return tx.manager.findOneByOrFail(Funnel, { id });
  }
}
