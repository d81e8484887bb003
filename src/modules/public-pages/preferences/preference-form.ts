import { DateTime } from 'luxon';
import type { PreferenceChanges, Preferences } from '../../contacts/preferences/contact-preferences.service.js';
import type { Texts } from '../../../languages/languages.js';
import { given } from '../../../platform/http/given.js';
import { MAX_ID } from '../../../platform/ids/ids.js';

/** Length of a pause; `keep` leaves it unchanged. */
export const PAUSES = ['none', 'keep', 'week', 'month', 'quarter', 'day'] as const;
export type Pause = (typeof PAUSES)[number];

export const TRACKING_CHOICES = ['granted', 'denied'] as const;

export type FieldFault = keyof Texts['faults'];
export type FormFaults = ReadonlyMap<string, FieldFault>;

interface PreferenceRequest {
  readonly changes: PreferenceChanges;
  readonly faults: FormFaults;
}

const MAX_MONTHS = 12;
const LENGTHS = { week: { weeks: 1 }, month: { months: 1 }, quarter: { months: 3 } } as const;
export const listField = (id: number): string => `list_${id}`;
export const valueField = (id: number): string => `field_${id}`;

/** Returns the first and last end date of a pause, in the format of date inputs. */
export function pauseDays(now: Date, zone: string): { readonly first: string; readonly last: string } {
  const today = DateTime.fromJSDate(now, { zone }).startOf('day');
  return { first: dayOf(today.plus({ days: 1 })), last: dayOf(today.plus({ months: MAX_MONTHS })) };
}

/** Only fields that the page showed count: an unchecked box means nothing for a list that became public later. */
export function readPreferenceForm(form: URLSearchParams, now: Date, zone: string): PreferenceRequest {
  const faults = new Map<string, FieldFault>();
  const pausedUntil = readPause(form, now, zone, faults);
  const firstName = form.get('first_name');
  const lastName = form.get('last_name');
  const fields = byName(form);
  const tracking = fields.get('tracking_consent')?.[0];
  return {
    changes: {
      ...(firstName === null ? {} : { firstName }),
      ...(lastName === null ? {} : { lastName }),
      ...(pausedUntil === undefined ? {} : { pausedUntil }),
      ...given({ trackingConsent: TRACKING_CHOICES.find((choice) => choice === tracking) }),
      ...(fields.has('forget_tracking') ? { forgetTracking: true } : {}),
      lists: new Map(idsOf(fields, 'shown_list').map((id) => [id, fields.has(listField(id))])),
      values: new Map(idsOf(fields, 'shown_field').map((id) => [id, valuesOf(fields, valueField(id))])),
    },
    faults,
  };
}

/** Merges the entered values into the preferences, to show an invalid form again. */
export function asEntered(preferences: Preferences, { changes }: PreferenceRequest): Preferences {
  return {
    ...preferences,
    firstName: changes.firstName ?? preferences.firstName,
    lastName: changes.lastName ?? preferences.lastName,
    trackingConsent: changes.trackingConsent ?? preferences.trackingConsent,
    lists: preferences.lists.map((list) => ({
      ...list,
      isPending: list.isPending && changes.lists.get(list.id) !== false,
      isMember: changes.lists.get(list.id) ?? list.isMember,
    })),
    fields: preferences.fields.map((field) => ({ ...field, value: changes.values.get(field.id) ?? field.value })),
  };
}

/** @returns undefined to keep the pause. */
function readPause(
  form: URLSearchParams,
  now: Date,
  zone: string,
  faults: Map<string, FieldFault>,
): Date | null | undefined {
  const chosen = PAUSES.find((pause) => pause === form.get('pause'));
  const day = (form.get('pause_day') ?? '').trim();
  // An entered date counts even if its radio button is not selected.
  if (chosen === 'day' || (day !== '' && (chosen === 'none' || chosen === 'keep')))
    return readDay(day, now, zone, faults);
  if (chosen === 'none') return null;
  if (chosen === undefined || chosen === 'keep') return undefined;
  return DateTime.fromJSDate(now, { zone }).plus(LENGTHS[chosen]).toJSDate();
}

function readDay(day: string, now: Date, zone: string, faults: Map<string, FieldFault>): Date | undefined {
  const start = DateTime.fromFormat(day, 'yyyy-MM-dd', { zone });
  const { first, last } = pauseDays(now, zone);
  if (start.isValid && day >= first && day <= last) return start.toJSDate();
  faults.set('pause_day', 'pause_date');
  return undefined;
}

/** Indexes the form: `URLSearchParams` searches all fields for each name, and a forged form can have very many. */
type Fields = ReadonlyMap<string, readonly string[]>;

function byName(form: URLSearchParams): Fields {
  const groups = Map.groupBy(form, ([name]) => name);
  return new Map(Array.from(groups, ([name, entries]) => [name, entries.map(([, value]) => value)]));
}

/** Returns each id once and ignores invalid ids, which only forged forms contain. */
function idsOf(fields: Fields, field: string): number[] {
  const ids = (fields.get(field) ?? [])
    .filter((id) => /^[1-9]\d{0,9}$/.test(id))
    .map(Number)
    .filter((id) => id <= MAX_ID);
  return [...new Set(ids)];
}

/** Checkboxes arrive as several fields with one name, or none; browsers send line ends as CRLF. */
function valuesOf(fields: Fields, field: string): string | readonly string[] {
  const values = (fields.get(field) ?? []).map((value) => Buffer.from(value.replace(/\r\n/g, '\n')).toString());
  if (values.length === 0) return '';
  return fields.has(`${field}_many`) ? values : (values[0] ?? '');
}

const dayOf = (moment: DateTime): string => moment.toFormat('yyyy-MM-dd');
