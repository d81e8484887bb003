import { Faults } from '../../../platform/errors/faults.js';
import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import type { LabelKind } from '../../labels/labels.service.js';
import { type FieldRules, readFields } from '../../contacts/contact-fields.js';
import type { ImportCell } from '../reading/record-source.js';
import { FOREIGN_FIELDS, type ForeignContact, type ForeignEvidence, type ForeignField } from './foreign-contact.js';

/** What people of another system become here. */
export interface Destination {
  /** For people: stands in the proof of a consent. */
  readonly system: string;
  readonly rules: FieldRules;
  /** The id of a label by its title. */
  readonly labelId: (kind: LabelKind, title: string) => number | undefined;
  /** The field of a value, by the title that it has there; values without one are left out. */
  readonly fields: ReadonlyMap<string, CustomField>;
  /** Whether a field takes a value. */
  readonly fits: (field: CustomField, value: string | readonly string[]) => boolean;
}

/** One person as a row of an import. */
export interface ForeignRow {
  /** By what the column is in an import. */
  readonly cells: Readonly<Record<string, ImportCell>>;
  /** Names of members and titles of values that do not fit here and are not in it. */
  readonly dropped: readonly string[];
}

/** The columns that rows may have beside those of values. */
export const ROW_COLUMNS = [
  'email',
  'status',
  ...FOREIGN_FIELDS,
  'lists',
  'tags',
  'consent.ip',
  'consent.proof',
] as const;

/** What the column of a custom field is called in an import. */
export const columnOfField = (slug: string): string => `custom.${slug}`;

/** As long as the log of consents takes a proof. */
const LONGEST_PROOF = 16_000;

/**
 * Nobody is lost for a country that nobody knows: what does not fit is left out of the row, and told. The address alone is
 * not judged here but by the import, which keeps the row with its reason.
 */
export function rowOf(contact: ForeignContact, destination: Destination): ForeignRow {
  const dropped: string[] = [];
  const cells: Record<string, ImportCell> = {
    email: contact.email,
    status: contact.status,
    ...fittingFields(contact.fields, destination.rules, dropped),
    lists: idsOf('list', contact.lists, destination),
    tags: idsOf('tag', contact.tags, destination),
    ...(contact.evidence === null ? {} : consentOf(contact.evidence, destination.system)),
  };
  for (const [title, text] of Object.entries(contact.values)) {
    const field = destination.fields.get(title);
    if (field === undefined) continue;
    const value = valueFor(field, text);
    if (destination.fits(field, value)) cells[columnOfField(field.slug)] = value;
    else dropped.push(title);
  }
  return { cells, dropped };
}

type Fields = Partial<Record<ForeignField, string>>;

function fittingFields(fields: Readonly<Fields>, rules: FieldRules, dropped: string[]): Fields {
  const faults = new Faults();
  readFields(fields, rules, faults);
  const wrong = Object.keys(faults.reasonsByField());
  dropped.push(...wrong);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !wrong.includes(name)));
}

function valueFor(field: CustomField, text: string): string | readonly string[] {
  return field.type === 'checkbox' ? text.split(',').map((option) => option.trim()) : text;
}

function idsOf(kind: LabelKind, titles: readonly string[], { labelId }: Destination): string[] {
  const found = titles.map((title) => labelId(kind, title)).filter((id) => id !== undefined);
  return [...new Set(found)].map(String);
}

function consentOf({ ip, facts }: ForeignEvidence, system: string): Record<string, string> {
  const proof = JSON.stringify({ system, ...facts });
  return { 'consent.ip': ip ?? '', 'consent.proof': proof.length > LONGEST_PROOF ? shortened(proof) : proof };
}

const shortened = (text: string): string => Array.from(text).slice(0, LONGEST_PROOF).join('');
