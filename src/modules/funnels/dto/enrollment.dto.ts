import { Ids, OneOf, WholeNumber } from '../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../platform/http/page.js';
import { ENROLLMENT_STATUSES, type EnrollmentStatus } from '../definition/funnel-status.js';

export class ListEnrollmentsDto extends pageQuery(25) {
  @OneOf(ENROLLMENT_STATUSES, { description: '`cancelled`: left before the end' }) status?: EnrollmentStatus;
}

export class AddEnrollmentsDto {
  @Ids({ required: true, min: 1, description: 'Ids of contacts; all of them are enrolled, or none', example: [1] })
  subscribers!: number[];
}

export class TraceDto {
  @WholeNumber({ min: 1, description: 'The id of an earlier enrollment; defaults to the latest one' })
  entry_id?: number;
}
