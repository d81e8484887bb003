import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { isObject } from '../../../platform/values/json.js';
import type { Filters } from '../../segments/segments.service.js';
import { type PayloadCondition, payloadCondition, valueFault } from '../definition/trigger-conditions.js';
import { checked } from './schema-check.js';

/** Stands for a row on the data of the enrollment while the filter language reads the others. */
const STAND_IN = { source: ['subscriber', 'id'], operator: 'not_null' };

/** Validates a rule of a step. @param readOthers reads the rows on the contact. */
export async function readStepRule(
  input: unknown,
  path: string,
  faults: ValidationErrors,
  readOthers: (others: unknown) => Promise<Filters>,
): Promise<Filters> {
  const read = new Map<string, Filters[number][number]>();
  const withoutTrigger = (value: unknown, place: string): unknown => {
    if (Array.isArray(value)) return value.map((each, index) => withoutTrigger(each, `${place}.${index}`));
    const { source, ...row } = isObject(value) ? value : {};
    const [entity, field] = (Array.isArray(source) ? source : []) as unknown[];
    if (entity !== 'trigger') return value;
    const condition = checked(payloadCondition, { ...row, path: field }, place, faults) as PayloadCondition | null;
    const fault = condition && valueFault(condition);
    if (fault !== null) faults.add(`${place}.value`, fault);
    read.set(place, { source, ...row } as Filters[number][number]);
    return STAND_IN;
  };
  const others = await readOthers(withoutTrigger(input, path));
  return others.map((group, at) => group.map((row, index) => read.get(`${path}.${at}.${index}`) ?? row));
}
