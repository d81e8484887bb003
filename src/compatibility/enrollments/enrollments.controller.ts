import { Body, Delete, Param, Put, Query } from '@nestjs/common';
import { RequirePermission } from '../../platform/access/operation.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { DialectController } from '../dialect-controller.js';
import { EnrollmentChanges } from './enrollments.service.js';
import { EnrollmentStatusDto, RemovedContactsDto } from './enrollments.dto.js';

const funnelId = new IdPipe('funnel');

@DialectController('/funnels/:id/subscribers')
export class EnrollmentsController {
  constructor(private readonly enrollments: EnrollmentChanges) {}

  @Delete()
  @RequirePermission('manage_campaigns', { summary: 'Remove contacts from a funnel' })
  async remove(
    @Param('id', funnelId) id: number,
    @Body() body: RemovedContactsDto,
    @Query() query: RemovedContactsDto,
  ): Promise<{ readonly message: string }> {
    await this.enrollments.remove(id, body.or(query));
    return { message: 'Subscribers have been removed from the funnel.' };
  }

  @Put(':subscriberId/status')
  @RequirePermission('manage_campaigns', { summary: 'Update the status of a contact in a funnel' })
  async setStatus(
    @Param('id', funnelId) id: number,
    @Param('subscriberId', new IdPipe()) subscriberId: number,
    @Body() { status }: EnrollmentStatusDto,
  ): Promise<{ readonly message: string }> {
    await this.enrollments.setStatus(id, subscriberId, status);
    return { message: `Status has been updated to ${status}.` };
  }
}
