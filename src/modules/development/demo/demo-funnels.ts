import { Injectable } from '@nestjs/common';
import { FunnelStates } from '../../funnels/funnel-states.service.js';
import { FunnelsService } from '../../funnels/funnels.service.js';
import { type RecipeIds, recipes, withIds } from './demo-recipes.js';

/** Publishes the funnels of docs/funnel-recipes.md, and one for customers. */
@Injectable()
export class DemoFunnels {
  constructor(
    private readonly funnels: FunnelsService,
    private readonly states: FunnelStates,
  ) {}

  async publish(ids: RecipeIds): Promise<void> {
    for (const recipe of recipes()) {
      const { id } = await this.funnels.create(withIds(recipe, ids), null);
      await this.states.set(id, 'published');
    }
  }
}
