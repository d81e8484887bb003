import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../../platform/secrets/keys.js';

/** 96 bits in hexadecimal digits. */
const MAC_DIGITS = 24;
const MESSAGE_ID = /^<?([1-9a-z][0-9a-z]{0,10})\.([0-9a-f]{24})@[^\s<>@]{1,255}>?$/;
const MAX_LENGTH = 300;

const textOf = (emailId: number): string => `message-id:${emailId}`;

/** Returns the same for every attempt, so that receivers recognize repeats. Unguessable: bounce handling trusts it. */
export function messageIdOf(keys: Keys, emailId: number, publicUrl: string): string {
  const mac = keys.hmac('public-links', textOf(emailId)).toString('hex').slice(0, MAC_DIGITS);
  return `<${emailId.toString(36)}.${mac}@${new URL(publicUrl).hostname}>`;
}

/**
 * Returns the email id of a Message-ID, with or without brackets, made with the current or a former secret. The domain
 * is ignored, because `PUBLIC_URL` may have changed.
 * @returns null for other Message-IDs.
 */
export function readMessageId(keys: Keys, text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  // Some servers change the case of the Message-ID.
  const [, id = '', mac] = MESSAGE_ID.exec(text.trim().toLowerCase()) ?? [];
  if (mac === undefined) return null;
  const emailId = parseInt(id, 36);
  if (!Number.isSafeInteger(emailId) || emailId.toString(36) !== id) return null;
  const given = Buffer.from(mac, 'hex');
  let matches = false;
  for (const { key } of keys.all('public-links')) {
    const expected = createHmac('sha256', key).update(textOf(emailId)).digest().subarray(0, given.length);
    if (timingSafeEqual(expected, given)) matches = true;
  }
  return matches ? emailId : null;
}
