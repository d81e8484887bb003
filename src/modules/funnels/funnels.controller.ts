import { Delete, Get, Post, Put, Query } from '@nestjs/common';
import type { Principal } from '../../platform/access/permissions.js';
import { CurrentPrincipal, RequirePermission, Refuses, Answers, invalid } from '../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { PageUrl } from '../../platform/http/page.js';
import { AcceptsBody } from '../../platform/http/request-bodies.guard.js';
import { actionsOf, actionsShape, triggersOf, triggersShape } from './dto/catalog.shapes.js';
import {
  CreateFunnelDto,
  FunnelQuery,
  FunnelStatusDto,
  INVALID_STATUS,
  ListFunnelsDto,
  UpdateFunnelDto,
} from './dto/funnel.dto.js';
import { FUNNEL_STATUSES } from './definition/funnel-status.js';
import { oneOfRule } from '../../platform/text/closest-name.js';
import { FUNNEL_CHANGES, FUNNELS, STATUSES } from './dto/funnel.examples.js';
import {
  FUNNEL_EXTRAS,
  funnelRemovedShape,
  funnelsOf,
  funnelsShape,
  funnelWrittenShape,
  oneFunnelShape,
} from './dto/funnel.shapes.js';
import { INVALID_FUNNEL, INVALID_QUERY, READERS, UNKNOWN_FUNNEL } from './dto/refusals.js';
import { FunnelPresenter } from './funnel-presenter.js';
import { FunnelStates } from './funnel-states.service.js';
import { FunnelsService } from './funnels.service.js';

@Resource('funnels', 'Funnels')
export class FunnelsController {
  constructor(
    private readonly funnels: FunnelsService,
    private readonly states: FunnelStates,
    private readonly presenter: FunnelPresenter,
  ) {}

  // The names in the path come before `:id`, which would match them.
  @Get('triggers')
  @RequirePermission(READERS, {
    summary: 'List funnel triggers',
    description: 'Returns the triggers with JSON Schemas of their settings and payloads.',
  })
  @Answers(triggersShape, 'The triggers of funnels')
  listFunnelTriggers() {
    return triggersOf();
  }

  @Get('actions')
  @RequirePermission(READERS, {
    summary: 'List funnel actions',
    description: 'Returns the actions of steps with JSON Schemas of their settings.',
  })
  @Answers(actionsShape, 'The actions of steps')
  listFunnelActions() {
    return actionsOf();
  }

  @Get()
  @RequirePermission(READERS, {
    summary: 'List funnels',
    description: 'By default, the newest come first. `with[]` adds the steps or the number of contacts.',
  })
  @Answers(funnelsShape, 'A page of funnels')
  @Refuses({ 400: INVALID_QUERY })
  async listFunnels(@Query() query: ListFunnelsDto, @PageUrl() url: string) {
    const page = await this.funnels.list(query.toFilter(), query.toSorting(), query.toPage());
    return funnelsOf(page, await this.presenter.many(page.items, query.with ?? []), url);
  }

  @Get(':id')
  @RequirePermission(READERS, {
    summary: 'Get a funnel',
    description: 'Returns its rules and status. `with[]` adds the steps or the number of contacts.',
  })
  @Answers(oneFunnelShape, 'The funnel')
  @Refuses({ 400: invalid('`with` is invalid', { with: oneOfRule(FUNNEL_EXTRAS) }), 404: UNKNOWN_FUNNEL })
  async getFunnel(@RecordId('funnel') id: number, @Query() query: FunnelQuery) {
    return this.presenter.one(await this.funnels.find(id), query.with ?? []);
  }

  @AcceptsBody({ large: true })
  @Post()
  @RequirePermission('manage_campaigns', {
    summary: 'Create a funnel',
    description: 'Creates a draft; `PUT /funnels/{id}/status` publishes it.',
  })
  @Answers(funnelWrittenShape, 'The new draft')
  @Refuses({ 400: INVALID_FUNNEL })
  async createFunnel(@BodyLike(FUNNELS) body: CreateFunnelDto, @CurrentPrincipal() { managerId }: Principal) {
    return this.presenter.written(await this.funnels.create(body, managerId), 'Funnel has been created.');
  }

  @AcceptsBody({ large: true })
  @Put(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Update a funnel',
    description:
      'Allowed in every status. Omitted fields are unchanged; `sequences` creates a new version. Changing anything but the title of a published funnel also needs `send_campaigns`.',
  })
  @Answers(funnelWrittenShape, 'The updated funnel')
  @Refuses({ 400: INVALID_FUNNEL, 404: UNKNOWN_FUNNEL })
  async updateFunnel(
    @RecordId('funnel') id: number,
    @BodyLike(FUNNEL_CHANGES) body: UpdateFunnelDto,
    @CurrentPrincipal() principal: Principal,
  ) {
    const funnel = await this.funnels.update(id, body, body.migrate ?? false, principal);
    return this.presenter.written(funnel, 'Funnel has been saved.');
  }

  @Put(':id/status')
  @RequirePermission('manage_campaigns', {
    summary: 'Set the status of a funnel',
    description:
      'A funnel that is not published enrolls no contacts and runs no steps; due steps run after it is published again. Publishing also needs `send_campaigns`.',
  })
  @Answers(funnelWrittenShape, 'The funnel with its new status')
  @Refuses({
    400: invalid('The status is invalid', { status: oneOfRule(FUNNEL_STATUSES) }, INVALID_STATUS),
    404: UNKNOWN_FUNNEL,
  })
  async setFunnelStatus(@RecordId('funnel') id: number, @BodyLike(STATUSES) body: FunnelStatusDto) {
    const funnel = await this.states.set(id, body.toStatus());
    return this.presenter.written(funnel, `Funnel status has been set to ${funnel.status}.`, []);
  }

  @Post(':id/duplicate')
  @RequirePermission('manage_campaigns', {
    summary: 'Duplicate a funnel',
    description: 'Creates a draft with the same rules and steps, without enrollments.',
  })
  @Answers(funnelWrittenShape, 'The new draft')
  @Refuses({ 404: UNKNOWN_FUNNEL })
  async duplicateFunnel(@RecordId('funnel') id: number, @CurrentPrincipal() { managerId }: Principal) {
    return this.presenter.written(await this.funnels.duplicate(id, managerId), 'Funnel has been duplicated.');
  }

  @Delete(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Delete a funnel',
    description: 'Cancels unsent emails, and deletes all enrollments in the background. Report totals stay.',
  })
  @Answers(funnelRemovedShape, 'The funnel is deleted')
  @Refuses({ 404: UNKNOWN_FUNNEL })
  async deleteFunnel(@RecordId('funnel') id: number) {
    await this.funnels.delete(id);
    return { message: 'Funnel has been deleted.' };
  }
}
