import { Body, Injectable, Param, Put } from '@nestjs/common';
import type { CampaignInput } from '../../modules/campaigns/campaign/campaign-input.js';
import type { Campaign } from '../../modules/campaigns/campaign/campaign.entity.js';
import { CampaignsService } from '../../modules/campaigns/campaigns.service.js';
import { UpdateCampaignDto } from '../../modules/campaigns/dto/campaign.dto.js';
import type { FunnelStatus } from '../../modules/funnels/definition/funnel-status.js';
import type { Funnel } from '../../modules/funnels/definition/funnel.entity.js';
import { isTriggerName } from '../../modules/funnels/definition/trigger-catalog.js';
import { CreateFunnelDto, FunnelStatusDto, UpdateFunnelDto } from '../../modules/funnels/dto/funnel.dto.js';
import { FunnelPresenter } from '../../modules/funnels/funnel-presenter.js';
import { FunnelStates } from '../../modules/funnels/funnel-states.service.js';
import { type FunnelInput, FunnelsService } from '../../modules/funnels/funnels.service.js';
import { CurrentPrincipal, RequirePermission } from '../../platform/access/operation.js';
import type { Principal } from '../../platform/access/permissions.js';
import { Database } from '../../platform/database/database.js';
import { WholeNumber } from '../../platform/http/dto-fields.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { AcceptsBody } from '../../platform/http/request-bodies.guard.js';
import { ulid } from '../../platform/ids/ulid.js';
import { DialectController, DialectPost } from '../dialect-controller.js';
import { emailOf } from '../dialect-tools.service.js';

/** Leaves room for the ids behind it. */
const MAX_TITLE_LENGTH = 140;

/** Writes funnels with their status, because clients of the dialect pause funnels this way. */
@Injectable()
export class FunnelWrites {
  constructor(
    private readonly db: Database,
    private readonly funnels: FunnelsService,
    private readonly states: FunnelStates,
    private readonly campaigns: CampaignsService,
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

  /** Stores the email of a step as a draft campaign, from which the step copies it. */
  async saveEmail(
    funnelId: number,
    campaignId: number | null,
    content: CampaignInput,
  ): Promise<{ readonly type: 'created' | 'updated'; readonly campaign: Campaign }> {
    const { title } = await this.funnels.find(funnelId);
    if (campaignId !== null) return { type: 'updated', campaign: await this.campaigns.update(campaignId, content) };
    // Titles are unique, and clients send none.
    const unique = `${title.slice(0, MAX_TITLE_LENGTH)} (${funnelId}, ${ulid()})`;
    return { type: 'created', campaign: await this.campaigns.create({ ...content, title: unique }) };
  }

  /** Writes both or neither. */
  private async withStatus(status: FunnelStatus | null, write: () => Promise<Funnel>): Promise<Funnel> {
    return this.db.ambientTransaction(async () => {
      const funnel = await write();
      // A funnel with an unknown trigger remains a draft.
      const isSet = status === null || status === funnel.status || !isTriggerName(funnel.triggerName);
      return isSet ? funnel : this.states.set(funnel.id, status);
    });
  }
}

class StepEmailDto extends UpdateCampaignDto {
  /** Of the campaign that holds the email. */
  @WholeNumber({ min: 1 }) id?: number;
}

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
