import type { Recipient } from '../recipients.queries.js';

/** A custom field as far as an example of a value needs it. */
export interface SampledField {
  readonly slug: string;
  readonly type: string;
  /** A JSON array of texts, for the types that offer a choice. */
  readonly options: string | null;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  number: '42',
  date: '2026-03-01',
  email: 'ada@example.com',
  url: 'https://example.com/',
};

/** Somebody to show a mail for when no contact is named: every value is there, and nobody is harmed. */
export function samplePerson(fields: readonly SampledField[]): Recipient {
  return {
    id: 0,
    email: 'ada@example.com',
    status: 'subscribed',
    isPaused: false,
    contact: {
      id: 0,
      hash: '0123456789abcdef0123456789abcdef',
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      status: 'subscribed',
      contact_type: 'customer',
      phone: '+44 20 7946 0000',
      address_line_1: '12 St James’s Square',
      address_line_2: 'Second floor',
      city: 'London',
      state: 'London',
      country: 'GB',
      postal_code: 'SW1Y 4JH',
      date_of_birth: '1985-12-10',
      photo: 'https://example.com/ada.png',
      full_name: 'Ada Lovelace',
      created_at: '2026-01-31 09:30:00',
    },
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

function exampleOf({ slug, type, options }: SampledField): string | string[] {
  const choices = options === null ? [] : (JSON.parse(options) as string[]);
  if (type === 'checkbox') return choices.slice(0, 2);
  return choices[0] ?? EXAMPLES[type] ?? slug;
}
