import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { ActionsResponse, TriggersResponse } from './dto/catalog.response.js';

const BUILDERS = { anyOf: ['view_contacts', 'manage_campaigns'] } as const;

@ApiTags('Funnels')
@Controller('funnels')
export class CatalogController {
  @Get('triggers')
  @RequirePermission(BUILDERS, {
    summary: 'List funnel triggers',
    description: 'Returns the triggers with JSON Schemas of their settings and payloads.',
  })
  @ApiOkResponse({ type: TriggersResponse, description: 'The triggers of funnels' })
  listFunnelTriggers(): TriggersResponse {
    return new TriggersResponse();
  }

  @Get('actions')
  @RequirePermission(BUILDERS, {
    summary: 'List funnel actions',
    description: 'Returns the actions of steps with JSON Schemas of their settings.',
  })
  @ApiOkResponse({ type: ActionsResponse, description: 'The actions of steps' })
  listFunnelActions(): ActionsResponse {
    return new ActionsResponse();
  }
}
