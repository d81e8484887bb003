import { WholeNumber } from '../../../platform/http/dto-fields.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import type { SimulationInput } from '../simulation/funnel-simulations.service.js';

const MAX_ID = 4_294_967_295;
const MAX_SAMPLE = 100;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 365;

export class SimulateFunnelDto {
  @WholeNumber({ nullable: true, min: 1, max: MAX_ID, description: 'Whose way; either this or `sample`', example: 1 })
  contact_id?: number | null;

  @WholeNumber({
    nullable: true,
    min: 1,
    max: MAX_SAMPLE,
    description: 'So many contacts whom the filters of the funnel let in, drawn at random',
    example: null,
  })
  sample?: number | null;

  @WholeNumber({ min: 1, max: MAX_DAYS, default: DEFAULT_DAYS, description: 'How far the clock runs ahead' })
  horizon_days?: number;

  @WholeNumber({ nullable: true, min: 1, description: 'The present version unless told otherwise', example: null })
  version?: number | null;

  /** @throws AppError rest_invalid_param unless exactly one of the two says who is meant. */
  toInput(): SimulationInput {
    const { contact_id: contactId = null, sample = null, horizon_days = DEFAULT_DAYS, version = null } = this;
    if (contactId !== null && sample !== null) throw invalidParam('sample', 'cannot be given beside contact_id');
    const rest = { horizonDays: horizon_days, version };
    if (contactId !== null) return { whom: { contactIds: [contactId] }, ...rest };
    if (sample !== null) return { whom: { sample }, ...rest };
    throw invalidParam('contact_id', 'or sample is required');
  }
}
