import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission, Refuses, Answers } from '../../../platform/access/operation.js';
import { IdPipe, PathId } from '../../../platform/http/id.pipe.js';
import { sequenceInsightShape } from './dto/sequence-insight.shapes.js';
import { UNKNOWN_PART } from '../dto/refusals.js';
import { SequenceInsights } from './sequence-insights.service.js';

@ApiTags('Funnels')
@Controller('funnels/:id/sequences')
export class SequenceInsightsController {
  constructor(private readonly insights: SequenceInsights) {}

  @Get(':sequenceId')
  @Answers(sequenceInsightShape, 'The step and its results')
  @RequirePermission(
    { anyOf: ['view_contacts', 'manage_campaigns'] },
    {
      summary: 'Get a step of a funnel',
      description: 'Returns the settings of the step, and its results in all versions.',
    },
  )
  @PathId('funnel')
  @PathId('step', 'sequenceId')
  @Refuses({ 404: UNKNOWN_PART })
  async getFunnelSequence(
    @Param('id', new IdPipe('funnel')) id: number,
    @Param('sequenceId', new IdPipe()) sequenceId: number,
  ) {
    return this.insights.sequence(id, sequenceId);
  }
}
