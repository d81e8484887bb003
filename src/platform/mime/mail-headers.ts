import { wireAddress } from './wire-address.js';

/** RFC 2047 section 2: an encoded word has at most 75 characters, a line with one at most 76. */
const MAX_WORD_LENGTH = 75;
const MAX_ENCODED_LINE_LENGTH = 76;

const OPENING = '=?utf-8?B?';
const CLOSING = '?=';
/** Characters allowed anywhere in an encoded word, including phrases (section 5 rule 3). */
const SAFE_IN_Q = /[A-Za-z0-9!*+\-/]/;

/** Whether a text needs encoding: it is not ASCII, looks like an encoded word, or could not be folded. */
export function needsEncoding(text: string): boolean {
  return !/^[ -~]*$/.test(text) || text.includes('=?') || /^ | {2}| $/.test(text) || /[^ ]{70}/.test(text);
}

/** Returns the encoded words of a text as B or Q, whichever is shorter. @param room characters left on the line of the first word. */
export function encodedWords(text: string, room: number): string[] {
  const characters = Array.from(text);
  const inQ = characters.reduce((length, character) => length + qEncoded(character).length, 0);
  const [letter, lengthOf, encode] =
    inQ <= Math.ceil(Buffer.byteLength(text) / 3) * 4
      ? (['Q', (part: string) => part.length, (part: string) => part] as const)
      : (['B', (part: string) => Math.ceil(Buffer.byteLength(part) / 3) * 4, toBase64] as const);
  const words: string[] = [];
  let part = '';
  for (const character of characters) {
    const next = part + (letter === 'Q' ? qEncoded(character) : character);
    const most =
      (words.length === 0 ? Math.min(room, MAX_WORD_LENGTH) : MAX_WORD_LENGTH) - OPENING.length - CLOSING.length;
    if (part !== '' && lengthOf(next) > most) {
      words.push(part);
      part = letter === 'Q' ? qEncoded(character) : character;
    } else part = next;
  }
  if (part !== '') words.push(part);
  return words.map((word) => `=?utf-8?${letter}?${encode(word)}${CLOSING}`);
}

const toBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

function qEncoded(character: string): string {
  if (character === ' ') return '_';
  if (SAFE_IN_Q.test(character)) return character;
  return Buffer.from(character, 'utf8').toString('hex').toUpperCase().replace(/../g, '=$&');
}

/** A rendered header in ASCII, including its folding. */
export interface MailHeader {
  readonly name: string;
  readonly value: string;
}

export interface Mailbox {
  /** Display name; may be empty. */
  readonly name: string;
  readonly address: string;
}

/** RFC 5322 section 2.1.1. */
const MAX_LINE_LENGTH = 78;
const ATOMS = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~ ]+$/;

/** A header of words that may be folded between them. */
export function wordsHeader(name: string, words: readonly string[]): MailHeader {
  let value = '';
  // The current line; the blank before the first word belongs to the name.
  let line = `${name}:`;
  for (const [index, word] of words.entries()) {
    const longest = (line + word).includes('=?') ? MAX_ENCODED_LINE_LENGTH : MAX_LINE_LENGTH;
    if (index > 0 && line.length + 1 + word.length > longest) {
      value += '\r\n';
      line = '';
    }
    value += index === 0 ? word : ` ${word}`;
    line += ` ${word}`;
  }
  return { name, value };
}

/** A header with arbitrary text (RFC 5322 `unstructured`). */
export function textHeader(name: string, text: string): MailHeader {
  const line = headerText(text);
  return wordsHeader(name, needsEncoding(line) ? encodedWords(line, roomAfter(name)) : line.split(' '));
}

/** @throws AddressError */
export function mailboxHeader(name: string, ...mailboxes: readonly Mailbox[]): MailHeader {
  const words = mailboxes.flatMap((mailbox, index) => {
    const comma = index < mailboxes.length - 1 ? ',' : '';
    const address = wireAddress(mailbox.address);
    const displayed = headerText(mailbox.name);
    return displayed === '' ? [address + comma] : [...phrase(displayed, roomAfter(name)), `<${address}>${comma}`];
  });
  return wordsHeader(name, words);
}

/** A header of a name and an identifier in brackets, such as List-Id (RFC 2919). */
export function identifierHeader(name: string, text: string, identifier: string): MailHeader {
  const displayed = headerText(text);
  return wordsHeader(name, [...(displayed === '' ? [] : phrase(displayed, roomAfter(name))), `<${identifier}>`]);
}

/** RFC 5322 section 3.3. */
export function dateHeader(at: Date): MailHeader {
  return { name: 'Date', value: at.toUTCString().replace('GMT', '+0000') };
}

function phrase(text: string, room: number): string[] {
  if (needsEncoding(text)) return encodedWords(text, room);
  if (ATOMS.test(text)) return text.split(' ');
  return `"${text.replace(/["\\]/g, '\\$&')}"`.split(' ');
}

const roomAfter = (name: string): number => MAX_ENCODED_LINE_LENGTH - name.length - ': '.length;

// Control characters and Unicode line separators would start another header.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Returns one line for a header. */
export const headerText = (text: string): string => text.replace(CONTROL, ' ').trim();
