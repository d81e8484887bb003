import { ValidationErrors } from '../../../platform/errors/validation-errors.js';
import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import type { LabelKind } from '../../labels/labels.service.js';
import { type FieldRules, readFields } from '../../contacts/contact/contact-fields.js';
import type { ImportCell } from '../reading/record-source.js';
import { FOREIGN_FIELDS, type ForeignContact, type ForeignEvidence, type ForeignField } from './foreign-contact.js';

/** How to convert contacts of another platform. */
export interface Destination {
  /** The display name; part of the consent proof. */
  readonly system: string;
  readonly rules: FieldRules;
  /** Returns the id of a label by its title. */
  readonly labelId: (kind: LabelKind, title: string) => number | undefined;
  /** Custom fields by their titles there; values without a field are left out. */
  readonly fields: ReadonlyMap<string, CustomField>;
  /** Returns whether a field accepts a value. */
  readonly fits: (field: CustomField, value: string | readonly string[]) => boolean;
}

/** A contact as a row of an import. */
export interface ForeignRow {
  /** Cells by column. */
  readonly cells: Readonly<Record<string, ImportCell>>;
  /** Fields and values that were left out because they are invalid here. */
  readonly dropped: readonly string[];
}

/** Columns that a row may have, besides custom fields. */
export const ROW_COLUMNS = [
  'email',
  'status',
  ...FOREIGN_FIELDS,
  'lists',
  'tags',
  'consent.ip',
  'consent.proof',
] as const;

/** Returns the import column of a custom field. */
export const columnOfField = (slug: string): string => `custom.${slug}`;

/** The maximum length of a proof in the consent log. */
const MAX_PROOF_LENGTH = 16_000;

/**
 * Converts a contact. Invalid values are left out and reported, so that no contact is lost. The import validates the address and
 * reports the row.
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
  const faults = new ValidationErrors();
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
  return { 'consent.ip': ip ?? '', 'consent.proof': proof.length > MAX_PROOF_LENGTH ? shortened(proof) : proof };
}

const shortened = (text: string): string => Array.from(text).slice(0, MAX_PROOF_LENGTH).join('');
