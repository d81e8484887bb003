import { Injectable } from '@nestjs/common';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { isChange, LABEL_KINDS, LabelsService } from '../../labels/labels.service.js';
import { CONTACT_STATUSES, type ContactStatus } from '../contact/contact-status.js';
import { CounterDeltas, SHARDS } from './counter-deltas.js';

/** Maintains the numbers of contacts by status, so that no request counts millions of rows. */
@Injectable()
export class ContactCounters {
  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
  ) {}

  /**
   * Applies changes to the counters by status, list, and tag at the end of the transaction, because all writers of a popular list wait
   * for the same row. The transaction fails with AppError rest_invalid_param if an attached label was deleted since it was looked up: the
   * cleanup has already run, so its membership would stay forever.
   */
  move(tx: Tx, deltas: CounterDeltas): void {
    tx.defer(this.moveAll, deltas);
  }

  private readonly moveAll = async (tx: Tx, all: readonly CounterDeltas[]): Promise<void> => {
    const sum = new CounterDeltas();
    for (const deltas of all) sum.add(deltas);
    const { statuses, labels } = sum;
    // Each part sends all its locking statements at once, so that all transactions lock in the same order.
    await tx.sideBySide([
      () => this.moveStatuses(tx, statuses),
      ...LABEL_KINDS.map((kind) => async () => {
        const { added, changes } = labels[kind];
        const real = new Map([...changes].filter(isChange));
        const moved = await this.labels.addToCounts(tx, kind, real);
        if (moved < real.size && (await this.labels.known(tx, kind, [...added])).size < added.size)
          throw invalidParam(`${kind}s`, 'contains an id that has just been deleted');
      }),
    ]);
  };

  private async moveStatuses(tx: Tx, moves: ReadonlyMap<number, ReadonlyMap<ContactStatus, number>>): Promise<void> {
    const rows = [...moves].flatMap(([shard, changes]) =>
      [...changes].filter(([, by]) => by !== 0).map(([status, by]) => ({ shard, status, by })),
    );
    rows.sort((a, b) => a.shard - b.shard || CONTACT_STATUSES.indexOf(a.status) - CONTACT_STATUSES.indexOf(b.status));
    await Promise.all(
      rows.map((row) =>
        tx.execute('UPDATE contact_counters SET total = total + :by WHERE status = :status AND shard = :shard', row),
      ),
    );
  }

  /** Recounts one shard. Its row lock blocks concurrent changes until the transaction ends. */
  async recount(tx: Tx, status: ContactStatus, shard: number): Promise<void> {
    const params = { status, shard, shards: SHARDS };
    await tx.query('SELECT total FROM contact_counters WHERE status = :status AND shard = :shard FOR UPDATE', params);
    const [counted] = await tx.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM contacts WHERE status = :status AND id % :shards = :shard',
      params,
    );
    await tx.execute(
      `INSERT INTO contact_counters (status, shard, total) VALUES (:status, :shard, :total)
         ON DUPLICATE KEY UPDATE total = VALUES(total)`,
      { ...params, total: counted?.total ?? 0 },
    );
  }

  /** @param statuses default: all. */
  async total(statuses?: readonly ContactStatus[], reader: Reader = this.db): Promise<number> {
    const [row] = await reader.query<{ total: number | null }>(
      `SELECT SUM(total) AS total FROM contact_counters ${statuses === undefined ? '' : 'WHERE status IN (:statuses)'}`,
      { statuses: statuses ?? null },
    );
    return row?.total ?? 0;
  }
}
