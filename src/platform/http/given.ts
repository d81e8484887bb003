import { camelCase, type InCamelCase } from '../text/camel-case.js';

type Given<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Returns the fields that were given. Omitted fields are unchanged by an update, so they must be absent, not undefined. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;
}

/** Returns undefined for an empty text or array: clients with an empty form send it for what they leave out. */
export const nonEmpty = <Value extends string | readonly unknown[]>(value: Value | undefined): Value | undefined =>
  value?.length === 0 ? undefined : value;

/** Returns the fields that were given, by the names of their properties. */
export function givenInput<Fields extends object>(fields: Fields): Given<InCamelCase<Fields>> {
  const members = Object.entries(given(fields)).map(([name, value]) => [camelCase(name), value] as const);
  return Object.fromEntries(members) as Given<InCamelCase<Fields>>;
}
