import { ENROLLMENT_STATUSES, type EnrollmentStatus } from '../../modules/funnels/definition/funnel-status.js';
import { invalidParam } from '../../platform/errors/app-error.js';
import { Ids, OneOf } from '../../platform/http/dto-fields.js';

export class EnrollmentStatusDto {
  @OneOf(ENROLLMENT_STATUSES, { required: true }) status!: EnrollmentStatus;
}

/** In the body or the query, because some clients cannot send a body with DELETE. */
export class RemovedContactsDto {
  @Ids({ min: 1 }) subscriber_ids?: number[];

  or({ subscriber_ids: inQuery }: RemovedContactsDto): number[] {
    const ids = this.subscriber_ids ?? inQuery;
    if (ids === undefined) throw invalidParam('subscriber_ids', 'is required');
    return [...new Set(ids)];
  }
}
