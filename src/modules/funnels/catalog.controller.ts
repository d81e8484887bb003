import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission, Answers } from '../../platform/access/operation.js';
import { actionsOf, actionsShape, triggersOf, triggersShape } from './dto/catalog.shapes.js';
import { READERS } from './dto/refusals.js';

@ApiTags('Funnels')
@Controller('funnels')
export class CatalogController {
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
}
