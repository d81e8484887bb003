import { Body, Param, Put } from '@nestjs/common';
import { CreateFunnelDto, FunnelStatusDto, UpdateFunnelDto } from '../../modules/funnels/dto/funnel.dto.js';
import { FunnelPresenter } from '../../modules/funnels/funnel-presenter.js';
import type { FunnelStatus } from '../../modules/funnels/definition/funnel-status.js';
import type { FunnelInput } from '../../modules/funnels/funnels.service.js';
import type { Principal } from '../../platform/access/permissions.js';
import { CurrentPrincipal, RequirePermission } from '../../platform/access/operation.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { AcceptsBody } from '../../platform/http/request-bodies.guard.js';
import { DialectController, DialectPost } from '../dialect-controller.js';
import { emailOf } from '../dialect-tools.service.js';
import { FunnelWrites } from './funnel-writes.service.js';
import { StepEmailDto } from './funnel-writes.dto.js';

@DialectController('/funnels')
export class FunnelWritesController {
  constructor(
    private readonly writes: FunnelWrites,
    private readonly presenter: FunnelPresenter,
  ) {}

  @AcceptsBody({ large: true })
  @DialectPost('', 'manage_campaigns', 'Create a funnel')
  async create(@Body() body: CreateFunnelDto, @CurrentPrincipal() principal: Principal) {
    const funnel = await this.writes.create(withoutStatus(body), statusOf(body), principal);
    return this.presenter.written(funnel, 'Funnel has been created.');
  }

  @AcceptsBody({ large: true })
  @Put(':id')
  @RequirePermission('manage_campaigns', { summary: 'Update a funnel' })
  async update(
    @Param('id', new IdPipe('funnel')) id: number,
    @Body() body: UpdateFunnelDto,
    @CurrentPrincipal() principal: Principal,
  ) {
    const migrate = body.migrate ?? false;
    const funnel = await this.writes.update(id, withoutStatus(body), statusOf(body), { migrate, principal });
    return this.presenter.written(funnel, 'Funnel has been saved.');
  }

  /** Clients store the email of a step before the step. */
  @AcceptsBody({ large: true })
  @DialectPost(':id/sequences/save-email-action', 'manage_campaigns', 'Store the email of a step')
  async saveEmail(@Param('id', new IdPipe('funnel')) id: number, @Body() body: StepEmailDto) {
    const { title: _title, ...content } = body.toInput();
    const { type, campaign } = await this.writes.saveEmail(id, body.id ?? null, content);
    return { type, reference_campaign: campaign.id, campaign: { id: campaign.id, ...emailOf(campaign) } };
  }
}

function withoutStatus(body: CreateFunnelDto | UpdateFunnelDto): FunnelInput {
  const { title, trigger_name, conditions, settings, sequences } = body;
  return { title, trigger_name, conditions, settings, sequences, allowsUnknownTrigger: true };
}

function statusOf({ status }: CreateFunnelDto | UpdateFunnelDto): FunnelStatus | null {
  if (status === undefined || status === null) return null;
  return Object.assign(new FunnelStatusDto(), { status }).toStatus();
}
