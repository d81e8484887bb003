import { Get, Param, Post, Put } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Principal } from '../../../platform/access/permissions.js';
import { CurrentPrincipal, RequirePermission, Refuses, Answers, invalid } from '../../../platform/access/operation.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { AcceptsBody } from '../../../platform/http/request-bodies.guard.js';
import { RestoreVersionDto, SaveSequencesDto } from '../dto/funnel.dto.js';
import { RESTORATIONS, SAVED_SEQUENCES } from '../dto/funnel.examples.js';
import { funnelWrittenShape } from '../dto/funnel.shapes.js';
import { oneVersionShape, sequencesShape, versionsShape } from '../dto/sequence.shapes.js';
import { INVALID_FUNNEL, READERS, UNKNOWN_FUNNEL, UNKNOWN_PART } from '../dto/refusals.js';
import { FunnelPresenter } from '../funnel-presenter.js';
import { FunnelsService } from '../funnels.service.js';
import { FunnelVersions } from './funnel-versions.service.js';

const versionNumber = new IdPipe();
const VERSION = {
  name: 'version',
  description: 'Number of the version, counted from 1',
  schema: { type: 'integer', minimum: 1 },
  example: 1,
} as const;

@Resource('funnels/:id', 'Funnels')
export class FunnelVersionsController {
  constructor(
    private readonly funnels: FunnelsService,
    private readonly versions: FunnelVersions,
    private readonly presenter: FunnelPresenter,
  ) {}

  @Get('sequences')
  @RequirePermission(READERS, {
    summary: 'List the steps of a funnel',
    description: 'Returns the steps of the current version as a tree.',
  })
  @Answers(sequencesShape, 'The steps of the current version, as a tree')
  @Refuses({ 404: UNKNOWN_FUNNEL })
  async listFunnelSequences(@RecordId('funnel') id: number) {
    return { sequences: await this.presenter.sequences(await this.funnels.find(id)) };
  }

  @AcceptsBody({ large: true })
  @Put('sequences')
  @RequirePermission('manage_campaigns', {
    summary: 'Save the steps of a funnel',
    description:
      'Creates a new version. Active enrollments stay in their version, unless `migrate` is `yes`. Changing the steps of a published funnel also needs `send_campaigns`.',
  })
  @Answers(funnelWrittenShape, 'The funnel with its current version')
  @Refuses({ 400: INVALID_FUNNEL, 404: UNKNOWN_FUNNEL })
  async saveFunnelSequences(
    @RecordId('funnel') id: number,
    @BodyLike(SAVED_SEQUENCES) { sequences, migrate = false }: SaveSequencesDto,
    @CurrentPrincipal() principal: Principal,
  ) {
    const funnel = await this.funnels.update(id, { sequences }, migrate, principal);
    return this.presenter.written(funnel, `Version ${funnel.version} has been saved.`);
  }

  @Get('versions')
  @RequirePermission(READERS, {
    summary: 'List the versions of a funnel',
    description: 'Returns the versions without their steps, newest first.',
  })
  @Answers(versionsShape, 'The versions, newest first')
  @Refuses({ 404: UNKNOWN_FUNNEL })
  async listFunnelVersions(@RecordId('funnel') id: number) {
    return { versions: await this.versions.list(id) };
  }

  @Get('versions/:version')
  @RequirePermission(READERS, { summary: 'Get a version of a funnel', description: 'Returns it with its steps.' })
  @ApiParam(VERSION)
  @Answers(oneVersionShape, 'The version with its steps')
  @Refuses({ 404: UNKNOWN_PART })
  async getFunnelVersion(@RecordId('funnel') id: number, @Param('version', versionNumber) version: number) {
    return this.versions.one(id, version);
  }

  @Post('versions/:version/restore')
  @RequirePermission('manage_campaigns', {
    summary: 'Restore a version of a funnel',
    description:
      'Creates a new version from the steps of an older one; the steps keep their ids and are only checked for loops. Restoring in a published funnel also needs `send_campaigns`.',
  })
  @ApiParam(VERSION)
  @Answers(funnelWrittenShape, 'The funnel with its current version')
  @Refuses({
    400: invalid('A member is invalid, or steps loop', { migrate: 'must be true or false' }),
    404: UNKNOWN_PART,
  })
  async restoreFunnelVersion(
    @RecordId('funnel') id: number,
    @Param('version', versionNumber) version: number,
    @BodyLike(RESTORATIONS) { migrate = false }: RestoreVersionDto,
    @CurrentPrincipal() principal: Principal,
  ) {
    const funnel = await this.versions.restore(id, version, migrate, principal);
    return this.presenter.written(funnel, `Version ${version} has been restored as version ${funnel.version}.`);
  }
}
