import { addressParser } from 'postal-mime';

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Returns the first mailbox of a text such as `Shop, Inc. <news@shop.example>`; what is missing is an empty text. */
export function firstMailbox(text: string): Mailbox {
  const found = addressParser(text, { flatten: true });
  const position = Math.max(
    0,
    found.findIndex(({ address }) => Boolean(address)),
  );
  // A comma in an unquoted name separates mailboxes: the parts before the first address belong to its name.
  const names = found.slice(0, position + 1).map(({ name }) => name);
  return { name: names.filter(Boolean).join(', '), address: found[position]?.address ?? '' };
}
