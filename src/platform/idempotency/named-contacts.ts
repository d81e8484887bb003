import { isObject, type JsonObject } from '../values/json.js';

/** Finds the contacts in an answer: by address, or as `contact:42`. */
export type NamedContact = string;

export const contactNamed = (id: number): NamedContact => `contact:${id}`;
export const addressNamed = (email: string): NamedContact => email.toLowerCase();

const CONTACT_MEMBERS: readonly string[] = ['contact_id', 'subscriber_id'];
/** Anchored at a word start: otherwise every letter of a long word would be tried. */
const ADDRESS = /(?<![^\s"<>(),;:[\]\\@])[^\s"<>(),;:[\]\\@]+@[^\s"<>(),;:[\]\\@]+/gu;
/** Texts that contain no personal data. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['message', 'status', 'action_type', 'type', 'event', 'event_key', 'provider', 'currency', 'country'],
  ...['contact_type', 'tracking_consent', 'created_at', 'updated_at', 'slug', 'is_private', 'subscriber_id'],
]);
/** Lists, tags, and companies of a contact contain data of their own. */
const OF_OTHERS: ReadonlySet<string> = new Set(['lists', 'tags', 'companies']);

export function contactsNamedIn(value: unknown): Set<NamedContact> {
  const people = new Set<NamedContact>();
  const look = (part: unknown): void => {
    if (typeof part === 'string') for (const [address] of part.matchAll(ADDRESS)) people.add(addressNamed(address));
    else if (Array.isArray(part)) part.forEach(look);
    else if (isObject(part)) {
      for (const id of contactsOf(part)) people.add(contactNamed(id));
      Object.values(part).forEach(look);
    }
  };
  look(value);
  return people;
}

/** Removes data of a contact: texts of objects that name it become null. */
export function withoutContactData(
  value: unknown,
  person: { readonly contactId: number; readonly email: string },
): unknown {
  const names = new Set([contactNamed(person.contactId), addressNamed(person.email)]);
  const naming = (part: JsonObject): boolean =>
    contactsOf(part).some((id) => names.has(contactNamed(id))) ||
    Object.values(part).some((member) => typeof member === 'string' && names.has(addressNamed(member)));
  const without = (part: unknown, isAbout: boolean): unknown => {
    if (typeof part === 'string') return isAbout || part.toLowerCase().includes(person.email) ? null : part;
    if (Array.isArray(part)) return part.map((item) => without(item, isAbout));
    if (!isObject(part)) return part;
    const about = isAbout || naming(part);
    const isPersonal = (name: string): boolean => about && !HARMLESS.has(name) && !OF_OTHERS.has(name);
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, without(member, isPersonal(name))]));
  };
  return without(value, false);
}

/** Returns the contacts that an object names by id, as a contact or as its owner: its address may have changed. */
function contactsOf(part: JsonObject): number[] {
  const isContact = 'email' in part && 'first_name' in part;
  return [...CONTACT_MEMBERS, ...(isContact ? ['id'] : [])]
    .map((name) => part[name])
    .filter(isId)
    .map(Number);
}

const isId = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
