import { Injectable } from '@nestjs/common';
import { FunnelStates } from '../../modules/funnels/funnel-states.service.js';
import type { FunnelStatus } from '../../modules/funnels/funnel-status.js';
import type { Funnel } from '../../modules/funnels/funnel.entity.js';
import { type FunnelInput, FunnelsService } from '../../modules/funnels/funnels.service.js';
import { Database } from '../../platform/database/database.js';

/** Writes funnels together with their status: programs of the other dialect know no other way to pause one. */
@Injectable()
export class FunnelWrites {
  constructor(
    private readonly db: Database,
    private readonly funnels: FunnelsService,
    private readonly states: FunnelStates,
  ) {}

  async create(input: FunnelInput, status: FunnelStatus | null, createdBy: number): Promise<Funnel> {
    return this.withStatus(status, () => this.funnels.create(input, createdBy));
  }

  async update(
    id: number,
    input: FunnelInput,
    status: FunnelStatus | null,
    { migrate, changedBy }: { readonly migrate: boolean; readonly changedBy: number },
  ): Promise<Funnel> {
    return this.withStatus(status, () => this.funnels.update(id, input, migrate, changedBy));
  }

  /** Both or neither. */
  private async withStatus(status: FunnelStatus | null, write: () => Promise<Funnel>): Promise<Funnel> {
    return this.db.ambientTransaction(async () => {
      const funnel = await write();
      return status === null || status === funnel.status ? funnel : this.states.set(funnel.id, status);
    });
  }
}
