import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Principal } from '../../platform/access/permissions.js';
import { CurrentPrincipal, RequirePermission, Refuses } from '../../platform/access/operation.js';
import { checkAccess } from './action-access.js';
import { actionNamed, BulkActionRequests } from './bulk-action-requests.service.js';
import { BulkActionsService } from './bulk-actions.service.js';
import { bulkActionOf, bulkActionDoneShape, bulkActionQueuedShape } from './dto/bulk-action.shapes.js';
import { BULK_ACTION_EXAMPLES, DoBulkActionDto } from './dto/bulk-action.dto.js';
import { FAULTY_ACTION } from './dto/refusals.js';

/** The endpoint that starts bulk actions. */
@ApiTags('Bulk actions')
@Controller('subscribers')
export class DoBulkActionController {
  constructor(
    private readonly requests: BulkActionRequests,
    private readonly actions: BulkActionsService,
  ) {}

  @Post('do-bulk-action')
  @RequirePermission('manage_contacts', {
    summary: 'Run a bulk action',
    description:
      'Applies one action to many contacts. With `subscriber_ids`, it runs before the response (200), for all of them or none. With `filter`, a job runs it (202); the job can be watched, cancelled, and, unless it deletes contacts, undone. `add_to_funnel` also needs `manage_campaigns`.',
  })
  @ApiBody({ type: DoBulkActionDto, examples: BULK_ACTION_EXAMPLES })
  @HttpCode(200)
  @ApiOkResponse({ schema: bulkActionDoneShape as object, description: 'The action was applied' })
  @ApiAcceptedResponse({ schema: bulkActionQueuedShape as object, description: 'A job was queued' })
  @Refuses({ 400: FAULTY_ACTION })
  async startBulkAction(
    @Body() body: DoBulkActionDto,
    @CurrentPrincipal() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const raw = body.toRaw();
    checkAccess(actionNamed(raw.action_name));
    const { action, target, expectedCount, ...mode } = await this.requests.read(raw);
    if ('ids' in target) return this.actions.runNow(action, target.ids, mode);
    response.status(202);
    const job = await this.actions.queue(action, target.choice, mode, expectedCount, principal.managerId);
    return { message: 'The bulk action has been queued', bulk_action: bulkActionOf(job) };
  }
}
