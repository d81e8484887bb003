import { CONTACT_EXTRAS } from '../modules/contacts/listing/one-contact.queries.js';

const KNOWN: ReadonlySet<string> = new Set([...CONTACT_EXTRAS, 'custom_values']);
const WITH = /^with(?:\[\d*\])?$/;

/** Drops parts of a contact that only FluentCRM has. */
export function knownExtras(search: string): string {
  const asked = [...new URLSearchParams(search)];
  if (!asked.some(([name, value]) => WITH.test(name) && !KNOWN.has(value))) return search;
  const known = asked.flatMap(([name, value]): [string, string][] =>
    WITH.test(name)
      ? value.split(',').flatMap((extra) => (KNOWN.has(extra.trim()) ? [['with[]', extra.trim()]] : []))
      : [[name, value]],
  );
  return `?${new URLSearchParams(known).toString()}`;
}
