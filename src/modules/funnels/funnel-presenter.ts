import { Injectable } from '@nestjs/common';
import { treeOf } from './definition/sequence-tree.js';
import type { SequenceResponse } from './dto/sequence.response.js';
import { FunnelResponse, FunnelWrittenResponse, OneFunnelResponse } from './dto/funnel.response.js';
import type { Funnel } from './funnel.entity.js';
import { FunnelsQueries } from './funnels.queries.js';
import { RunningFunnels } from './running-funnels.service.js';

/** What a caller may ask for beside the funnel itself. */
export const FUNNEL_EXTRAS = ['subscribers_count', 'sequences'] as const;
export type FunnelExtra = (typeof FUNNEL_EXTRAS)[number];

/** Funnels as they go over the wire. */
@Injectable()
export class FunnelPresenter {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly queries: FunnelsQueries,
  ) {}

  async many(funnels: readonly Funnel[], extras: readonly FunnelExtra[]): Promise<FunnelResponse[]> {
    const counts = extras.includes('subscribers_count')
      ? await this.queries.subscribersCounts(funnels.map(({ id }) => id))
      : null;
    return Promise.all(
      funnels.map(async (funnel) => {
        const count = counts && (counts.get(funnel.id) ?? 0);
        return new FunnelResponse(funnel, count, extras.includes('sequences') ? await this.sequences(funnel) : null);
      }),
    );
  }

  async one(funnel: Funnel, extras: readonly FunnelExtra[]): Promise<OneFunnelResponse> {
    return new OneFunnelResponse(await this.single(funnel, extras));
  }

  /** With its steps, because whoever wrote some wants to know their ids. */
  async written(funnel: Funnel, message: string): Promise<FunnelWrittenResponse> {
    return new FunnelWrittenResponse(await this.single(funnel, ['sequences']), message);
  }

  async moved(funnel: Funnel, message: string): Promise<FunnelWrittenResponse> {
    return new FunnelWrittenResponse(await this.single(funnel, []), message);
  }

  /** The steps of the present version. */
  async sequences({ id, versionId }: Funnel): Promise<SequenceResponse[]> {
    return this.stepsOf(versionId, id);
  }

  async stepsOf(versionId: number, funnelId: number): Promise<SequenceResponse[]> {
    return treeOf(await this.funnels.definition(versionId), funnelId);
  }

  private async single(funnel: Funnel, extras: readonly FunnelExtra[]): Promise<FunnelResponse> {
    const [presented] = await this.many([funnel], extras);
    if (!presented) throw new Error('one goes in and one comes out');
    return presented;
  }
}
