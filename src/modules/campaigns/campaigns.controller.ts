import { Delete, Get, Post, Put, Query } from '@nestjs/common';
import { RequirePermission, Refuses, Answers } from '../../platform/access/operation.js';
import { BodyLike, Resource } from '../../platform/http/resource.js';
import { PageUrl, pageOf } from '../../platform/http/page.js';
import { AcceptsBody } from '../../platform/http/request-bodies.guard.js';
import { CampaignPresenter } from './campaign-presenter.js';
import { CampaignRows } from './campaign/campaign-rows.js';
import { CampaignFigures } from './figures/campaign-figures.queries.js';
import { CampaignsService } from './campaigns.service.js';
import { CampaignCopies } from './copies/campaign-copies.service.js';
import { CampaignId, CampaignView } from './dto/campaign-routes.js';
import { CampaignTitleDto, CreateCampaignDto, ListCampaignsDto, UpdateCampaignDto } from './dto/campaign.dto.js';
import { campaignRemovedShape, campaignsShape, campaignWrittenShape, oneCampaignShape } from './dto/campaign.shapes.js';
import { CAMPAIGN_CHANGES, CAMPAIGN_EXAMPLES, RENAMES } from './dto/campaign.examples.js';
import { FAULTY_CAMPAIGN, refusedIn, TAKEN_TITLE, UNKNOWN_CAMPAIGN } from './dto/refusals.js';

@Resource('campaigns', 'Campaigns')
export class CampaignsController {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly copies: CampaignCopies,
    private readonly rows: CampaignRows,
    private readonly figures: CampaignFigures,
    private readonly presenter: CampaignPresenter,
  ) {}

  @Get()
  @RequirePermission('manage_campaigns', {
    summary: 'List campaigns',
    description: 'By default, the newest come first. `with[]=stats` adds figures to each campaign.',
  })
  @Answers(campaignsShape, 'A page of campaigns')
  async listCampaigns(@Query() query: ListCampaignsDto, @PageUrl() url: string) {
    const page = await this.rows.list(query.toFilter(), query.toSorting(), query.toPage());
    const ids = query.withStats ? page.items.map((campaign) => campaign.id) : [];
    const campaigns = await this.presenter.many(page.items, await this.figures.stats(ids));
    return { campaigns: pageOf({ ...page, items: campaigns }, url) };
  }

  @CampaignView(':id', oneCampaignShape, {
    summary: 'Get a campaign',
    returns: 'The campaign',
    description: 'Returns its content, settings, and status. `GET /campaigns/{id}/status` returns the progress.',
  })
  async getCampaign(@CampaignId() id: number) {
    return this.presenter.one(await this.rows.find(id));
  }

  @AcceptsBody({ large: true })
  @Post()
  @RequirePermission('manage_campaigns', {
    summary: 'Create a campaign',
    description:
      'Creates a draft. `POST /campaigns/{id}/send` and `.../schedule` check that everything required is present.',
  })
  @Answers(campaignWrittenShape, 'The new draft')
  @Refuses({ 400: TAKEN_TITLE })
  async createCampaign(@BodyLike(CAMPAIGN_EXAMPLES) body: CreateCampaignDto) {
    return this.presenter.written(await this.campaigns.create(body.toInput()), 'Campaign has been created.');
  }

  @AcceptsBody({ large: true })
  @Put(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Update a campaign',
    description:
      'Omitted fields are unchanged. Drafts and scheduled campaigns accept all fields, other campaigns only the title. Changing a scheduled campaign, or one that a published funnel sends, also needs `send_campaigns`, except for its title.',
  })
  @Answers(campaignWrittenShape, 'The updated campaign')
  @Refuses({ 400: FAULTY_CAMPAIGN, 404: UNKNOWN_CAMPAIGN })
  async updateCampaign(@CampaignId() id: number, @BodyLike(CAMPAIGN_CHANGES) body: UpdateCampaignDto) {
    return this.presenter.written(await this.campaigns.update(id, body.toInput()), 'Campaign has been saved.');
  }

  @Put(':id/title')
  @RequirePermission('manage_campaigns', {
    summary: 'Rename a campaign',
    description: 'Allowed in every status. The slug does not change.',
  })
  @Answers(campaignWrittenShape, 'The renamed campaign')
  @Refuses({ 400: TAKEN_TITLE, 404: UNKNOWN_CAMPAIGN })
  async renameCampaign(@CampaignId() id: number, @BodyLike(RENAMES) { title }: CampaignTitleDto) {
    return this.presenter.written(await this.campaigns.update(id, { title }), 'Campaign title has been updated.');
  }

  @Post(':id/duplicate')
  @RequirePermission('manage_campaigns', {
    summary: 'Duplicate a campaign',
    description: 'Creates a draft with a new title and slug, without schedule and statistics.',
  })
  @Answers(campaignWrittenShape, 'The new draft')
  @Refuses({ 404: UNKNOWN_CAMPAIGN })
  async duplicateCampaign(@CampaignId() id: number) {
    return this.presenter.written(await this.copies.duplicate(id), 'Campaign has been duplicated.');
  }

  @Delete(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Delete a campaign',
    description: 'Refused while the campaign is `working`. Links in sent emails keep working, and report totals stay.',
  })
  @Answers(campaignRemovedShape, 'The campaign is deleted')
  @Refuses({ 400: refusedIn('delete', 'is working'), 404: UNKNOWN_CAMPAIGN })
  async deleteCampaign(@CampaignId() id: number) {
    await this.campaigns.delete(id);
    return { message: 'Campaign has been deleted.' };
  }
}
