import { Body, Controller, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { UpdateCampaignDto } from '../../modules/campaigns/dto/campaign.dto.js';
import { CreateFunnelDto, FunnelStatusDto, UpdateFunnelDto } from '../../modules/funnels/dto/funnel.dto.js';
import { FunnelPresenter } from '../../modules/funnels/funnel-presenter.js';
import type { FunnelStatus } from '../../modules/funnels/definition/funnel-status.js';
import type { FunnelInput } from '../../modules/funnels/funnels.service.js';
import { CurrentPrincipal } from '../../platform/access/current-principal.js';
import type { Principal } from '../../platform/access/permissions.js';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { WholeNumber } from '../../platform/http/dto-fields.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { AcceptsBody } from '../../platform/http/request-bodies.guard.js';
import { DIALECT_PATH } from '../dialect.js';
import type { Members } from '../dialect-route.js';
import { emailOf } from '../dialect-tools.service.js';
import { FunnelWrites } from './funnel-writes.service.js';

class StepEmailDto extends UpdateCampaignDto {
  /** Of the campaign that holds the email. */
  @WholeNumber({ min: 1 }) id?: number;
}

/** The email of a step, which clients store before the step. */
interface StoredEmail {
  readonly type: 'created' | 'updated';
  readonly reference_campaign: number;
  readonly campaign: Members;
}

@ApiExcludeController()
@Controller(`${DIALECT_PATH}/funnels`)
export class FunnelWritesController {
  constructor(
    private readonly writes: FunnelWrites,
    private readonly presenter: FunnelPresenter,
  ) {}

  @AcceptsBody({ large: true })
  @Post()
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Create a funnel' })
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

  @AcceptsBody({ large: true })
  @Post(':id/sequences/save-email-action')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Store the email of a step' })
  async saveEmail(@Param('id', new IdPipe('funnel')) id: number, @Body() body: StepEmailDto): Promise<StoredEmail> {
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
