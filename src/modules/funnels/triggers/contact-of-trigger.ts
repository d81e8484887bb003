import { AppError } from '../../../platform/errors/app-error.js';
import type { Faults } from '../../../platform/errors/faults.js';
import { SETTABLE } from '../../contacts/contact-field-catalog.js';
import type { ContactInput } from '../../contacts/contact-check.service.js';

/** What of a contact may come with a trigger; everything else that is sent is taken for a custom value. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...SETTABLE.filter(({ fromTriggers }) => fromTriggers !== false).map(({ name }) => name),
  ...['full_name', 'Country', 'tags', 'lists', 'custom_values', 'consent'],
]);

/**
 * A contact with its custom values beside its fields, as forms send them.
 * @param path of the contact in the body.
 */
export function flatContact(data: Readonly<Record<string, unknown>>, path: string, faults: Faults): ContactInput {
  const { status, ...members } = data;
  if (status !== undefined) faults.add(`${path}.status`, 'is decided by the funnel');
  const entries = Object.entries(members);
  const values = entries.filter(([name]) => !MEMBERS.has(name));
  const fields = Object.fromEntries(entries.filter(([name]) => MEMBERS.has(name))) as ContactInput;
  if (values.length === 0) return fields;
  // What is no object is told as a fault of its own.
  const { custom_values: named = {} } = fields;
  if (typeof named !== 'object' || named === null || Array.isArray(named)) return fields;
  return { ...fields, custom_values: { ...named, ...Object.fromEntries(values) } };
}

/**
 * Does something with such a contact, and tells faults by where its members stand in the body.
 * @param faults what is wrong already; it is told together with the rest, and what was done is not to stay.
 */
export async function withFaultsUnder<T>(
  path: string,
  data: Readonly<Record<string, unknown>>,
  faults: Faults,
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
