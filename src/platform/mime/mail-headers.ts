import { headerText } from './header-text.js';
import { encodedWords, MAX_ENCODED_LINE_LENGTH, needsEncoding } from './encoded-words.js';
import { wireAddress } from './wire-address.js';

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
export function mailboxHeader(name: string, mailbox: Mailbox): MailHeader {
  const address = wireAddress(mailbox.address);
  const displayed = headerText(mailbox.name);
  if (displayed === '') return wordsHeader(name, [address]);
  return wordsHeader(name, [...phrase(displayed, roomAfter(name)), `<${address}>`]);
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
