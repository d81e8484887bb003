import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey } from 'node:crypto';
import { hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import type { Database } from '../database/database.js';

/** Each purpose has its own key. */
export type KeyPurpose =
  | 'password-pepper'
  | 'webhook-secrets'
  | 'public-links'
  | 'suppression'
  | 'sender-passwords'
  | 'oauth2-refresh-tokens'
  | 'idempotency-answers'
  | 'idempotency-people'
  | 'erased-people'
  | 'bulk-job-addresses'
  | 'hit-clients'
  | 'feedback-secrets'
  | 'funnel-http-calls'
  | 'funnel-headers'
  | 'log-usernames'
  | 'console-forms'
  | 'browser-sessions'
  | 'sign-up-proofs';

const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
/** 128 bits: shorter signatures could be guessed. */
const MIN_HMAC_LENGTH = 16;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Returns the plaintext size of a value of `Keys.encrypt`, without a key. */
export function sealedLength(sealedText: string): number {
  const [, body = ''] = sealedText.split('.', 2);
  return Buffer.byteLength(body, 'base64') - NONCE_LENGTH - TAG_LENGTH;
}

interface PurposeKey {
  readonly id: string;
  /** Using a Buffer instead costs five times as much per use. */
  readonly key: KeyObject;
}

/** Keys derived from APP_SECRET by HKDF (RFC 5869). The first key of a purpose is current; the others only verify and decrypt. */
@Injectable()
export class Keys {
  private readonly cache = new Map<KeyPurpose, readonly PurposeKey[]>();

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  all(purpose: KeyPurpose): readonly PurposeKey[] {
    const known = this.cache.get(purpose);
    if (known) return known;
    const { current, previous } = this.config.secrets;
    const keys = [current, ...previous].map((secret) => {
      const key = createSecretKey(new Uint8Array(hkdfSync('sha256', secret, 'carillon', purpose, KEY_LENGTH)));
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

  /** The same under each key of the purpose, the current one first, to find values stored under an earlier one. */
  hmacs(purpose: KeyPurpose, message: string): Buffer[] {
    return this.all(purpose).map(({ key }) => createHmac('sha256', key).update(message).digest());
  }

  /** Verifies an HMAC, or its first 16 bytes or more, against all keys of the purpose, in constant time. */
  verifyHmac(purpose: KeyPurpose, message: string, given: Buffer): boolean {
    if (given.length < MIN_HMAC_LENGTH) return false;
    let matches = false;
    for (const { key } of this.all(purpose)) {
      const expected = createHmac('sha256', key).update(message).digest().subarray(0, given.length);
      if (expected.length === given.length && timingSafeEqual(expected, given)) matches = true;
    }
    return matches;
  }

  /** AES-256-GCM. `context` (such as `webhook:7`) is authenticated: a ciphertext copied to another row cannot be decrypted there. */
  encrypt(purpose: KeyPurpose, text: string, context: string): string {
    const { id, key } = this.current(purpose);
    const nonce = randomBytes(NONCE_LENGTH);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${id}.${sealed.toString('base64')}`;
  }

  /** @throws Error if the text was changed, moved to another context, or encrypted under an unknown secret. */
  decrypt(purpose: KeyPurpose, sealedText: string, context: string): string {
    const [id, body = ''] = sealedText.split('.', 2);
    const found = this.all(purpose).find((candidate) => candidate.id === id);
    if (!found) throw new Error('The secret that encrypted this value is unknown; is APP_SECRET_PREVIOUS complete?');
    const sealed = Buffer.from(body, 'base64');
    const [nonce, tag] = [sealed.subarray(0, NONCE_LENGTH), sealed.subarray(sealed.length - TAG_LENGTH)];
    // Without the length Node accepts a tag of four bytes.
    const decipher = createDecipheriv('aes-256-gcm', found.key, nonce, { authTagLength: TAG_LENGTH });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    const text = decipher.update(sealed.subarray(NONCE_LENGTH, sealed.length - TAG_LENGTH), undefined, 'utf8');
    return text + decipher.final('utf8');
  }
}

/** A column of texts encrypted by `Keys.encrypt`. Its table has an `id`. */
export interface SealedColumn {
  /** Constants, never input; they become part of statements. */
  readonly table: string;
  readonly column: string;
  readonly purpose: KeyPurpose;
  /** Columns of the same row that form the context. */
  readonly contextOf: readonly string[];
  /** Builds the context from these columns. */
  readonly context: (...values: readonly (string | number)[]) => string;
  /** Encrypts plaintext of early versions, or with `look` counts it; returns the number of rows. */
  readonly sealPlain?: (
    db: Database,
    keys: Keys,
    options: { readonly look: boolean; readonly goOn: () => boolean },
  ) => Promise<number>;
}

/** Injection token of all sealed columns. */
export const SEALED_COLUMNS = Symbol('SEALED_COLUMNS');
