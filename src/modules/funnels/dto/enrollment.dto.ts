import { Ids, OneOf, SmallObject, WholeNumber } from '../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../platform/http/page.js';
import type { JsonObject } from '../../../platform/values/json.js';
import { ENROLLMENT_STATUSES, type EnrollmentStatus } from '../definition/funnel-status.js';

export const TriggerDataField = (description: string, options: object = {}): PropertyDecorator =>
  SmallObject(65_536, {
    description: `${description}. Data for conditions, emails, and texts of steps; at most 64 KB of JSON`,
    ...options,
  });

export class ListEnrollmentsDto extends pageQuery(25) {
  @OneOf(ENROLLMENT_STATUSES, { description: '`cancelled`: left before the end' }) status?: EnrollmentStatus;
}

export class AddEnrollmentsDto {
  @Ids({ required: true, min: 1, description: 'Ids of contacts; all of them are enrolled, or none', example: [1] })
  subscribers!: number[];
  @TriggerDataField('Of these enrollments', { example: { coupon: 'SPRING' } }) data?: JsonObject;
}

export class TraceDto {
  @WholeNumber({ min: 1, description: 'The id of an earlier enrollment; defaults to the latest one' })
  entry_id?: number;
}
