import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type FunnelExtra, funnelOf, type FunnelResponse, type OneFunnelResponse } from './dto/funnel.shapes.js';
import { idsOf } from '../../platform/ids/ids.js';
import { type SequenceResponse, treeOf } from './dto/sequence.shapes.js';
import type { Funnel } from './definition/funnel.entity.js';
import { RunningFunnels } from './versions/running-funnels.service.js';

@Injectable()
export class FunnelPresenter {
  constructor(
    private readonly db: Database,
    private readonly funnels: RunningFunnels,
  ) {}

  async many(funnels: readonly Funnel[], extras: readonly FunnelExtra[]): Promise<FunnelResponse[]> {
    const counts = extras.includes('subscribers_count') ? await this.subscribersCounts(idsOf(funnels)) : null;
    return Promise.all(
      funnels.map(async (funnel) => {
        const count = counts && (counts.get(funnel.id) ?? 0);
        return funnelOf(funnel, count, extras.includes('sequences') ? await this.sequences(funnel) : null);
      }),
    );
  }

  async one(funnel: Funnel, extras: readonly FunnelExtra[]): Promise<OneFunnelResponse> {
    const [presented] = await this.many([funnel], extras);
    if (!presented) throw new Error('no funnel to present');
    return { funnel: presented };
  }

  /** Includes the steps by default, because the caller needs their ids. */
  async written(funnel: Funnel, message: string, extras: readonly FunnelExtra[] = ['sequences']) {
    return { ...(await this.one(funnel, extras)), message };
  }

  async sequences({ id, versionId }: Funnel): Promise<SequenceResponse[]> {
    return treeOf(await this.funnels.definition(versionId), id);
  }

  /** Counts all enrollments ever; a contact that was enrolled twice counts twice. */
  private async subscribersCounts(ids: readonly number[]): Promise<Map<number, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<{ id: number; entered: number }>(
      'SELECT funnel_id AS id, entered FROM funnel_counts WHERE funnel_id IN (:ids)',
      { ids },
    );
    return new Map(rows.map(({ id, entered }) => [id, entered]));
  }
}
