import { createHash, type KeyObject, sign } from 'node:crypto';
import type { MailHeader } from './mail-headers.js';

/** A signing key; receivers find the public key at `<selector>._domainkey.<domain>`. */
export interface SigningKey {
  readonly domain: string;
  readonly selector: string;
  readonly privateKey: KeyObject;
}

/** Signed headers, including those of one-click unsubscribe (RFC 8058) and of the complaint address (RFC 9477). */
const SIGNED = new Set([
  ...[
    'from',
    'to',
    'subject',
    'date',
    'message-id',
    'reply-to',
    'list-id',
    'list-unsubscribe',
    'list-unsubscribe-post',
  ],
  ...['feedback-id', 'cfbl-address', 'cfbl-feedback-id', 'mime-version', 'content-type'],
]);

const MAX_LINE_LENGTH = 76;

/**
 * Returns the DKIM-Signature header (RFC 6376; RFC 8463 for Ed25519), `relaxed` for headers and body. Signs on libuv's threads, because RSA
 * takes as long as the rest of an email.
 * @param body in the canonical form of `relaxed`, as `MimeTemplate` writes it.
 */
export async function dkimSignature(
  { domain, selector, privateKey }: SigningKey,
  headers: readonly MailHeader[],
  body: Buffer,
  at: Date,
): Promise<MailHeader> {
  const signed = headers.filter(({ name }) => SIGNED.has(name.toLowerCase()));
  const value = [
    `v=1; a=${algorithmOf(privateKey)}; c=relaxed/relaxed; d=${domain}; s=${selector};`,
    ` t=${Math.floor(at.getTime() / 1000)}; bh=${createHash('sha256').update(body).digest('base64')};`,
    // From is oversigned: a second From header, which some programs would show, breaks the signature.
    ` h=${foldedNames(['from', ...signed.map(({ name }) => name.toLowerCase())])};`,
    ' b=',
  ].join('\r\n');
  const name = 'DKIM-Signature';
  const data = [...signed, { name, value }].map(canonical).join('\r\n');
  const signature = (await signatureOf(data, privateKey)).toString('base64');
  return { name, value: value + folded(signature) };
}

function algorithmOf({ asymmetricKeyType }: KeyObject): string {
  if (asymmetricKeyType === 'rsa') return 'rsa-sha256';
  if (asymmetricKeyType === 'ed25519') return 'ed25519-sha256';
  throw new Error(`DKIM has no signatures by ${asymmetricKeyType ?? 'symmetric'} keys`);
}

/** Canonicalizes a header as `relaxed` (RFC 6376 section 3.4.2), without the line break. */
function canonical({ name, value }: MailHeader): string {
  return `${name.toLowerCase()}:${value.replace(/[ \t\r\n]+/g, ' ').trim()}`;
}

function signatureOf(data: string, key: KeyObject): Promise<Buffer> {
  const bytes = Buffer.from(data, 'latin1');
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, signature: Buffer): void => {
      if (error) reject(error);
      else resolve(signature);
    };
    // RFC 8463 section 3: Ed25519 signs the hash.
    if (key.asymmetricKeyType === 'ed25519') sign(null, createHash('sha256').update(bytes).digest(), key, done);
    else sign('sha256', bytes, key, done);
  });
}

function foldedNames(names: readonly string[]): string {
  let line = ' h=';
  let list = '';
  for (const [index, name] of names.entries()) {
    const item = index === names.length - 1 ? name : `${name}:`;
    if (line.length + item.length > MAX_LINE_LENGTH) {
      list += '\r\n  ';
      line = '  ';
    }
    list += item;
    line += item;
  }
  return list;
}

function folded(base64: string): string {
  const lines = [base64.slice(0, MAX_LINE_LENGTH - 3)];
  for (let start = MAX_LINE_LENGTH - 3; start < base64.length; start += MAX_LINE_LENGTH - 2)
    lines.push(base64.slice(start, start + MAX_LINE_LENGTH - 2));
  return lines.join('\r\n  ');
}
