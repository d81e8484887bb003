import { Injectable } from '@nestjs/common';
import { FunnelStates } from '../../funnels/funnel-states.service.js';
import { FunnelsService } from '../../funnels/funnels.service.js';
import { SegmentsService } from '../../segments/segments.service.js';
import { DEMO_SEGMENT } from './demo-data.js';
import { recipes, withIds } from './demo-recipes.js';
import { DemoRows } from './demo-rows.js';

/** Publishes the funnels of docs/funnel-recipes.md. */
@Injectable()
export class DemoFunnels {
  constructor(
    private readonly rows: DemoRows,
    private readonly segments: SegmentsService,
    private readonly funnels: FunnelsService,
    private readonly states: FunnelStates,
  ) {}

  /** Existing contacts are not enrolled; those that join the list later are. @returns new titles. */
  async publish(lists: readonly number[], tags: readonly number[]): Promise<string[]> {
    const segments = await this.rows.ids('segments', [DEMO_SEGMENT], (segment) => this.segments.create(segment));
    const made: string[] = [];
    for (const recipe of recipes()) {
      if (await this.rows.has('funnels', recipe.title)) continue;
      const { id } = await this.funnels.create(withIds(recipe, { lists, tags, segments }), null);
      await this.states.set(id, 'published', null);
      made.push(recipe.title);
    }
    return made;
  }
}
