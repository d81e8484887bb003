import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { ActionsResponse, TriggersResponse } from './dto/catalogue.response.js';

const BUILDERS = { anyOf: ['view_contacts', 'manage_campaigns'] } as const;

/** What funnels can be made of. */
@ApiTags('Funnels')
@Controller('funnels')
export class CatalogueController {
  @Get('triggers')
  @RequirePermission(BUILDERS, {
    summary: 'List the triggers of funnels',
    description: 'What funnels can begin with, with JSON Schemas of the parameters.',
  })
  @ApiOkResponse({ type: TriggersResponse })
  listFunnelTriggers(): TriggersResponse {
    return new TriggersResponse();
  }

  @Get('actions')
  @RequirePermission(BUILDERS, {
    summary: 'List the actions of funnels',
    description: 'What steps can do, with JSON Schemas of their settings.',
  })
  @ApiOkResponse({ type: ActionsResponse })
  listFunnelActions(): ActionsResponse {
    return new ActionsResponse();
  }
}
