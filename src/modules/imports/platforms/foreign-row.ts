import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import type { LabelKind } from '../../labels/labels.service.js';
import type { ImportCell } from '../reading/record-source.js';
import { FOREIGN_FIELDS, type ForeignContact, type ForeignEvidence } from './foreign-contact.js';

/** How to convert contacts of another platform. */
export interface Destination {
  /** The display name; part of the consent proof. */
  readonly system: string;
  /** Returns the id of a label by its title. */
  readonly labelId: (kind: LabelKind, title: string) => number | undefined;
  /** Custom fields by their titles there; values without a field are left out. */
  readonly fields: ReadonlyMap<string, CustomField>;
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

/** Returns the cells of a contact by column. The import validates them, and leaves out what it cannot read. */
export function rowOf(contact: ForeignContact, destination: Destination): Readonly<Record<string, ImportCell>> {
  const cells: Record<string, ImportCell> = {
    email: contact.email,
    status: contact.status,
    ...contact.fields,
    lists: idsOf('list', contact.lists, destination),
    tags: idsOf('tag', contact.tags, destination),
    ...(contact.evidence === null ? {} : consentOf(contact.evidence, destination.system)),
  };
  for (const [title, text] of Object.entries(contact.values)) {
    const field = destination.fields.get(title);
    if (field !== undefined) cells[columnOfField(field.slug)] = text;
  }
  return cells;
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
