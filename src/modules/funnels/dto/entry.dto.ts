import { Ids, OneOf, WholeNumber } from '../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../platform/http/page.js';
import { ENTRY_STATUSES, type EntryStatus } from '../funnel-status.js';

export class ListEntriesDto extends pageQuery(25) {
  @OneOf(ENTRY_STATUSES, { description: '`cancelled`: left before the end' }) status?: EntryStatus;
}

export class AddEntriesDto {
  @Ids({ required: true, min: 1, description: 'Contacts; all of them or none', example: [1] })
  subscribers!: number[];
}

export class TraceDto {
  @WholeNumber({ min: 1, description: 'An earlier way of the contact; the newest unless it is named' })
  entry_id?: number;
}
