import { ENTRY_STATUSES, type EntryStatus } from '../../modules/funnels/funnel-status.js';
import { invalidParam } from '../../platform/errors/app-error.js';
import { Ids, OneOf } from '../../platform/http/dto-fields.js';

export class EntryStatusDto {
  @OneOf(ENTRY_STATUSES, { required: true }) status!: EntryStatus;
}

/** In the body, or in the query: not every program can send a body with DELETE. */
export class LeavingContactsDto {
  @Ids({ min: 1 }) subscriber_ids?: number[];

  /** @throws AppError rest_invalid_param where neither names anybody. */
  or({ subscriber_ids: inQuery }: LeavingContactsDto): number[] {
    const ids = this.subscriber_ids ?? inQuery;
    if (ids === undefined)
      throw invalidParam('subscriber_ids', 'is required', 'Invalid parameter: subscriber_ids is required');
    return [...new Set(ids)];
  }
}
