import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';

/** Each use has a key of its own, so that what one use reveals is worth nothing to another. */
export type KeyPurpose =
  | 'password-pepper'
  | 'webhook-secrets'
  | 'public-links'
  | 'suppression'
  | 'sender-passwords'
  | 'idempotency-answers'
  | 'idempotency-people'
  | 'erased-people'
  | 'bulk-job-addresses'
  | 'hit-clients'
  | 'feedback-secrets'
  | 'funnel-http-calls'
  | 'funnel-headers'
  | 'log-usernames';

const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
/** 128 bits: links carry shortened signatures, but a shorter one than this could be guessed. */
const SHORTEST_HMAC = 16;

/** How many bytes of text a value of `Keys.encrypt` holds; no key is needed for that. */
export function sealedLength(sealedText: string): number {
  const [, body = ''] = sealedText.split('.', 2);
  return Buffer.byteLength(body, 'base64') - NONCE_LENGTH - TAG_LENGTH;
}

interface PurposeKey {
  readonly id: string;
  readonly key: Buffer;
}

/** Keys derived from APP_SECRET by HKDF (RFC 5869). The first of a purpose is the current one, the rest still verify. */
@Injectable()
export class Keys {
  private readonly cache = new Map<KeyPurpose, readonly PurposeKey[]>();

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  all(purpose: KeyPurpose): readonly PurposeKey[] {
    const known = this.cache.get(purpose);
    if (known) return known;
    const { current, previous } = this.config.secrets;
    const keys = [current, ...previous].map((secret) => {
      const key = Buffer.from(hkdfSync('sha256', secret, 'carillon', purpose, KEY_LENGTH));
      return { id: createHmac('sha256', key).update('key id').digest('hex').slice(0, 4), key };
    });
    this.cache.set(purpose, keys);
    return keys;
  }

  current(purpose: KeyPurpose): PurposeKey {
    const [first] = this.all(purpose);
    if (!first) throw new Error('APP_SECRET is empty');
    return first;
  }

  /** HMAC-SHA-256 under the current key of the purpose. */
  hmac(purpose: KeyPurpose, message: string): Buffer {
    return createHmac('sha256', this.current(purpose).key).update(message).digest();
  }

  /** The same under each key of the purpose, the current one first: to find what was stored under an earlier one. */
  hmacs(purpose: KeyPurpose, message: string): Buffer[] {
    return this.all(purpose).map(({ key }) => createHmac('sha256', key).update(message).digest());
  }

  /** Whether one of the purpose's keys made this HMAC, or its first 16 bytes or more; in the same time whatever differs. */
  verifyHmac(purpose: KeyPurpose, message: string, given: Buffer): boolean {
    if (given.length < SHORTEST_HMAC) return false;
    let matches = false;
    for (const { key } of this.all(purpose)) {
      const expected = createHmac('sha256', key).update(message).digest().subarray(0, given.length);
      if (expected.length === given.length && timingSafeEqual(expected, given)) matches = true;
    }
    return matches;
  }

  /**
   * AES-256-GCM. `context` (such as `webhook:7`) is authenticated with the text: a ciphertext copied to another row does
   * not open there.
   */
  encrypt(purpose: KeyPurpose, text: string, context: string): string {
    const { id, key } = this.current(purpose);
    const nonce = randomBytes(NONCE_LENGTH);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${id}.${sealed.toString('base64')}`;
  }

  /** @throws Error when the text was changed, moved to another context or made under a secret that we no longer know. */
  decrypt(purpose: KeyPurpose, sealedText: string, context: string): string {
    const [id, body = ''] = sealedText.split('.', 2);
    const found = this.all(purpose).find((candidate) => candidate.id === id);
    if (!found) throw new Error('The secret that encrypted this value is unknown; is APP_SECRET_PREVIOUS complete?');
    const sealed = Buffer.from(body, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(0, NONCE_LENGTH), {
      // Without it Node takes a tag of four bytes for a tag as well.
      authTagLength: TAG_LENGTH,
    })
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(sealed.length - TAG_LENGTH));
    return (
      decipher.update(sealed.subarray(NONCE_LENGTH, sealed.length - TAG_LENGTH), undefined, 'utf8') +
      decipher.final('utf8')
    );
  }
}
