import { Body, Controller, Delete, Param, Put, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { DIALECT_PATH } from '../dialect.js';
import { EnrollmentChanges } from './enrollment-changes.service.js';
import { ENROLLMENT_STATUSES, type EnrollmentStatus } from '../../modules/funnels/definition/funnel-status.js';
import { invalidParam } from '../../platform/errors/app-error.js';
import { Ids, OneOf } from '../../platform/http/dto-fields.js';

class EnrollmentStatusDto {
  @OneOf(ENROLLMENT_STATUSES, { required: true }) status!: EnrollmentStatus;
}

/** In the body or the query, because some clients cannot send a body with DELETE. */
class RemovedContactsDto {
  @Ids({ min: 1 }) subscriber_ids?: number[];

  or({ subscriber_ids: inQuery }: RemovedContactsDto): number[] {
    const ids = this.subscriber_ids ?? inQuery;
    if (ids === undefined) throw invalidParam('subscriber_ids', 'is required');
    return [...new Set(ids)];
  }
}

const funnelId = new IdPipe('funnel');

@ApiExcludeController()
@Controller(`${DIALECT_PATH}/funnels/:id/subscribers`)
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
