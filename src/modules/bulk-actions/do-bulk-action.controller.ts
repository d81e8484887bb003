import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentPrincipal } from '../../platform/access/current-principal.js';
import type { Principal } from '../../platform/access/permissions.js';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { Refuses } from '../../platform/openapi/refusals.js';
import { checkAccess } from './action-access.js';
import { BulkActionRequests, actionNamed } from './bulk-action-requests.service.js';
import { BulkActionsService } from './bulk-actions.service.js';
import { BULK_ACTION_EXAMPLES, DoBulkActionDto } from './dto/do-bulk-action.dto.js';
import { BulkActionDoneResponse, BulkActionQueuedResponse } from './dto/do-bulk-action.response.js';
import { FAULTY_ACTION } from './dto/refusals.js';

/** The one call that does something to many contacts. */
@ApiTags('Bulk actions')
@Controller('subscribers')
export class DoBulkActionController {
  constructor(
    private readonly requests: BulkActionRequests,
    private readonly actions: BulkActionsService,
  ) {}

  @Post('do-bulk-action')
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Do something to many contacts',
    description:
      'To those in `subscriber_ids` before the answer; to whoever matches `filter` by a job that can be watched, stopped and, unless it deletes, undone. `add_to_funnel` also needs `manage_campaigns`.',
  })
  @ApiBody({ type: DoBulkActionDto, examples: BULK_ACTION_EXAMPLES })
  @ApiOkResponse({ type: BulkActionDoneResponse, description: 'It is done' })
  @ApiAcceptedResponse({ type: BulkActionQueuedResponse, description: 'A job will do it' })
  @Refuses({ 400: FAULTY_ACTION })
  async startBulkAction(
    @Body() body: DoBulkActionDto,
    @CurrentPrincipal() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BulkActionDoneResponse | BulkActionQueuedResponse> {
    const raw = body.toRaw();
    checkAccess(principal, actionNamed(raw.action_name));
    const { action, whom, expectedCount, ...manner } = await this.requests.read(raw);
    if ('ids' in whom)
      return new BulkActionDoneResponse(await this.actions.doNow(action, whom.ids, manner), manner.dryRun);
    response.status(202);
    const job = await this.actions.queue(action, whom.choice, manner, expectedCount, principal.managerId);
    return new BulkActionQueuedResponse(job);
  }
}
