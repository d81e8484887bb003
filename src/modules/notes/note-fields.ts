import { parseTimestamp, toTheSecond, dayFault, TIMESTAMP_RULE } from '../../platform/clock/timestamps.js';
import type { ValidationErrors } from '../../platform/errors/app-error.js';
import { toBoolean } from '../../platform/http/dto-fields.js';
import { given } from '../../platform/http/given.js';
import { type Note, NOTE_STATUSES, NOTE_TYPES, type NoteStatus, type NoteType, type RawNote } from './note.entity.js';
import { sanitizedHtml } from './note-html.js';
import { accepted, fault, type Read, readFilledText, readId, readWord } from '../../platform/values/read-value.js';

/** A validated note. Optional fields that were not sent are absent; the existence of the parent is checked elsewhere. */
export type NoteFields = Pick<Note, 'title' | 'description' | 'type' | 'createdAt'> &
  Partial<Pick<Note, 'status' | 'isPrivate' | 'parentId'>>;

export const NOTE_TITLE_LENGTH = 190;
export const NOTE_DESCRIPTION_LENGTH = 65_535;
/** The range of the DATETIME type. */
const FIRST_MOMENT = Date.parse('1000-01-01T00:00:00Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

type Reader<Value> = (value: unknown) => Read<Value>;

const title: Reader<string> = (value) => readFilledText(value, NOTE_TITLE_LENGTH);

const description: Reader<string> = (value) => {
  const read = readFilledText(value, NOTE_DESCRIPTION_LENGTH);
  return 'fault' in read ? read : { value: sanitizedHtml(read.value) };
};

const type: Reader<NoteType> = (value) => readWord(value, NOTE_TYPES);
const status: Reader<NoteStatus> = (value) => readWord(value, NOTE_STATUSES);

const createdAt: Reader<Date> = (value) => {
  if (value === undefined) return fault('is required');
  const moment = typeof value === 'string' ? parseTimestamp(value) : null;
  return moment !== null && moment.getTime() >= FIRST_MOMENT && moment.getTime() <= LAST_MOMENT
    ? { value: toTheSecond(moment) }
    : fault(dayFault(value, TIMESTAMP_RULE));
};

const isPrivate: Reader<0 | 1> = (value) => {
  const flag = toBoolean(value);
  return typeof flag === 'boolean' ? { value: flag ? 1 : 0 } : fault('must be 0 or 1');
};

const parentId: Reader<number | null> = (value) =>
  value === null ? { value: null } : readId(value, 'must be the id of a note, or null');

/**
 * Validates a note, and adds errors to `faults` by API name.
 * @returns null if there is any.
 */
export function readNote(raw: RawNote, faults: ValidationErrors): NoteFields | null {
  const read = <Value>(field: keyof RawNote, reader: Reader<Value>): Value | undefined =>
    accepted(reader(raw[field]), field, faults);
  const optional = <Value>(field: keyof RawNote, reader: Reader<Value>): Value | undefined =>
    raw[field] === undefined ? undefined : read(field, reader);
  const required = {
    title: read('title', title),
    description: read('description', description),
    type: read('type', type),
    createdAt: read('created_at', createdAt),
  };
  const choices = {
    status: optional('status', status),
    isPrivate: optional('is_private', isPrivate),
    parentId: optional('parent_id', parentId),
  };
  if (Object.keys(raw).some((field) => faults.has(field)) || !isComplete(required)) return null;
  return { ...required, ...given(choices) };
}

type Complete<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

function isComplete<Fields extends object>(fields: Fields): fields is Fields & Complete<Fields> {
  return Object.values(fields).every((value) => value !== undefined);
}
