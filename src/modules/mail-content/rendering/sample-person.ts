import { FIELDS } from '../../contacts/contact/contact-field-catalog.js';
import type { Recipient } from '../recipients.queries.js';
import { WrittenNumber } from '../written-number.js';

/** The parts of a custom field that sample values depend on. */
export interface SampledField {
  readonly slug: string;
  readonly type: string;
  /** A JSON array of texts, for choice types. */
  readonly options: string | null;
}

const EXAMPLES: Readonly<Record<string, string | WrittenNumber>> = {
  number: new WrittenNumber('42'),
  date: '2026-03-01',
  email: 'ada@example.com',
  url: 'https://example.com/',
};

const MERGE_TAGS = Object.fromEntries(
  FIELDS.filter(({ isMergeTag }) => isMergeTag !== false).map(({ name, example = '' }) => [name, example]),
);
/** Values without a suitable example in the catalog. */
const CONTACT = {
  id: 0,
  hash: '0123456789abcdef0123456789abcdef',
  contact_type: 'customer',
  address_line_1: '12 St James’s Square',
  state: 'London',
  postal_code: 'SW1Y 4JH',
  date_of_birth: '1985-12-10',
  photo: 'https://example.com/ada.png',
  full_name: 'Ada Lovelace',
  created_at: '2026-01-31 09:30:00',
};

/** Returns a sample recipient for previews, with every value set. */
export function samplePerson(fields: readonly SampledField[]): Recipient {
  return {
    id: 0,
    email: 'ada@example.com',
    status: 'subscribed',
    isPaused: false,
    contact: { ...MERGE_TAGS, ...CONTACT },
    custom: Object.fromEntries(fields.map((field) => [field.slug, exampleOf(field)])),
    company: {
      name: 'Analytical Engines Ltd',
      website: 'https://example.com/',
      industry: 'Software',
      city: 'London',
      country: 'GB',
    },
  };
}

function exampleOf({ slug, type, options }: SampledField): Recipient['custom'][string] {
  const choices = options === null ? [] : (JSON.parse(options) as string[]);
  if (type === 'checkbox') return choices.slice(0, 2);
  return choices[0] ?? EXAMPLES[type] ?? slug;
}
