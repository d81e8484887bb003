import { AppError, type ValidationErrors } from '../../../platform/errors/app-error.js';
import { SETTABLE } from '../../contacts/contact/contact-field-catalog.js';
import type { ContactInput } from '../../contacts/writing/contact-check.service.js';
import type { CaselessMap } from '../../../platform/text/caseless-map.js';
import { isObject, type JsonObject } from '../../../platform/values/json.js';

const MEMBERS: ReadonlySet<string> = new Set([
  ...SETTABLE.filter(({ fromTriggers }) => fromTriggers !== false).map(({ name }) => name),
  ...['full_name', 'Country', 'tags', 'lists', 'custom_values', 'consent'],
]);

/** Separates fields and custom values of a contact from other data. @param slugs the custom fields. */
export function contactAndOthers(data: JsonObject, slugs: CaselessMap<string>): readonly [JsonObject, JsonObject] {
  const names = new Set([...MEMBERS, ...SETTABLE.map((field) => field.name)] as string[]);
  const members = Map.groupBy(Object.entries(data), ([name]) => names.has(name) || slugs.has(name));
  return [Object.fromEntries(members.get(true) ?? []), Object.fromEntries(members.get(false) ?? [])];
}

/** Reads a contact whose custom values are next to its fields, as forms send them. */
export function flatContact(
  data: Readonly<Record<string, unknown>>,
  path: string,
  faults: ValidationErrors,
): ContactInput {
  const { status, ...members } = data;
  if (status !== undefined) faults.add(`${path}.status`, 'must not be set: the funnel determines it');
  const entries = Object.entries(members);
  const values = entries.filter(([name]) => !MEMBERS.has(name));
  const fields = Object.fromEntries(entries.filter(([name]) => MEMBERS.has(name))) as ContactInput;
  if (values.length === 0) return fields;
  const { custom_values: named = {} } = fields;
  if (!isObject(named)) return fields;
  return { ...fields, custom_values: { ...named, ...Object.fromEntries(values) } };
}

/** Runs `work` and reports its errors under `path`, together with the given errors, which also roll it back. */
export async function withFaultsUnder<T>(
  path: string,
  data: Readonly<Record<string, unknown>>,
  faults: ValidationErrors,
  work: () => Promise<T>,
): Promise<T> {
  let done: T;
  try {
    done = await work();
  } catch (error) {
    const params =
      error instanceof AppError && error.code === 'rest_invalid_param' ? error.options.data?.['params'] : null;
    if (!(error instanceof AppError) || !params) throw error;
    const renamed = Object.entries(params).map(([field, reason]): [string, string] => {
      const slug = /^custom_values\.(.+)$/.exec(field)?.[1];
      return [`${path}.${slug !== undefined && Object.hasOwn(data, slug) ? slug : field}`, reason as string];
    });
    throw new AppError('rest_invalid_param', error.message, {
      data: { params: { ...Object.fromEntries(renamed), ...faults.reasonsByField() } },
    });
  }
  faults.throwIfAny();
  return done;
}
