type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** The name of a property for a name of the API: `address_line_1` is `addressLine1`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());

/** The reverse: `contactId` is `contact_id`. */
export const snakeCase = (property: string): string => property.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** An object with the API names of its members in camel case. */
export type InCamelCase<Fields> = { readonly [Name in keyof Fields as CamelCase<Name>]: Fields[Name] };
