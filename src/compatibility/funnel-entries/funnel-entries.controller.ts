import { Body, Controller, Delete, Param, Put, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { DIALECT_PATH } from '../dialect.js';
import { FunnelEntryChanges } from './funnel-entry-changes.service.js';
import { EntryStatusDto, LeavingContactsDto } from './funnel-entry.dto.js';

const funnelId = new IdPipe('funnel');

@ApiExcludeController()
@Controller(`${DIALECT_PATH}/funnels/:id/subscribers`)
export class FunnelEntriesController {
  constructor(private readonly entries: FunnelEntryChanges) {}

  @Delete()
  @RequirePermission('manage_campaigns', { summary: 'Take contacts out of a funnel' })
  async remove(
    @Param('id', funnelId) id: number,
    @Body() body: LeavingContactsDto,
    @Query() query: LeavingContactsDto,
  ): Promise<{ readonly message: string }> {
    await this.entries.remove(id, body.or(query));
    return { message: 'Subscribers have been removed from the funnel.' };
  }

  @Put(':subscriberId/status')
  @RequirePermission('manage_campaigns', { summary: 'End the way of a contact through a funnel' })
  async setStatus(
    @Param('id', funnelId) id: number,
    @Param('subscriberId', new IdPipe()) subscriberId: number,
    @Body() { status }: EntryStatusDto,
  ): Promise<{ readonly message: string }> {
    await this.entries.setStatus(id, subscriberId, status);
    return { message: `Status has been updated to ${status}.` };
  }
}
