import { Injectable } from '@nestjs/common';
import { FunnelStates } from '../../modules/funnels/funnel-states.service.js';
import type { FunnelStatus } from '../../modules/funnels/definition/funnel-status.js';
import type { Funnel } from '../../modules/funnels/definition/funnel.entity.js';
import { type FunnelInput, FunnelsService } from '../../modules/funnels/funnels.service.js';
import type { Principal } from '../../platform/access/permissions.js';
import { Database } from '../../platform/database/database.js';

/** Writes funnels with their status, because clients of the dialect pause funnels this way. */
@Injectable()
export class FunnelWrites {
  constructor(
    private readonly db: Database,
    private readonly funnels: FunnelsService,
    private readonly states: FunnelStates,
  ) {}

  async create(input: FunnelInput, status: FunnelStatus | null, principal: Principal): Promise<Funnel> {
    return this.withStatus(status, () => this.funnels.create(input, principal.managerId));
  }

  async update(
    id: number,
    input: FunnelInput,
    status: FunnelStatus | null,
    { migrate, principal }: { readonly migrate: boolean; readonly principal: Principal },
  ): Promise<Funnel> {
    return this.withStatus(status, () => this.funnels.update(id, input, migrate, principal));
  }

  /** Writes both or neither. */
  private async withStatus(status: FunnelStatus | null, write: () => Promise<Funnel>): Promise<Funnel> {
    return this.db.ambientTransaction(async () => {
      const funnel = await write();
      return status === null || status === funnel.status ? funnel : this.states.set(funnel.id, status);
    });
  }
}
