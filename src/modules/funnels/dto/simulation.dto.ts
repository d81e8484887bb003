import type { JsonObject } from '../../../platform/values/json.js';
import { Id, WholeNumber } from '../../../platform/http/dto-fields.js';
import { SendTestEmailDto } from '../../system-emails/test-emails/dto/test-emails.dto.js';
import { TriggerDataField } from './enrollment.dto.js';
import { invalidParam } from '../../../platform/errors/app-error.js';

const MAX_SAMPLE = 100;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 365;

export class SendStepTestEmailDto extends SendTestEmailDto {
  @TriggerDataField('Defaults to an example of what the trigger reports') data?: JsonObject;
}

export class SimulateFunnelDto {
  @Id({ nullable: true, description: 'The contact; or use `sample`', example: 1 })
  contact_id?: number | null;

  @WholeNumber({
    nullable: true,
    min: 1,
    max: MAX_SAMPLE,
    description: 'The number of random contacts that match the filters of the funnel; or use `contact_id`',
    example: null,
  })
  sample?: number | null;

  @WholeNumber({ min: 1, max: MAX_DAYS, default: DEFAULT_DAYS, description: 'Days to simulate' })
  horizon_days?: number;

  @WholeNumber({ nullable: true, min: 1, description: 'Defaults to the current version', example: null })
  version?: number | null;

  @TriggerDataField('Defaults to the data of the latest enrollment, else to an example') data?: JsonObject;

  /** @throws AppError rest_invalid_param unless exactly one of `contact_id` and `sample` is set. */
  toInput() {
    const { contact_id: contactId = null, sample = null, horizon_days = DEFAULT_DAYS, version = null, data } = this;
    if (contactId !== null && sample !== null) throw invalidParam('sample', 'cannot be given beside contact_id');
    const rest = { horizonDays: horizon_days, version, data };
    if (contactId !== null) return { target: { contactIds: [contactId] }, ...rest };
    if (sample !== null) return { target: { sample }, ...rest };
    throw invalidParam('contact_id', 'or sample is required');
  }
}
