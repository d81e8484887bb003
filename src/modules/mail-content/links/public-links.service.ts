import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { LinkTokens, type LinkTarget, readHmacToken } from './link-tokens.js';

export type { LinkTarget } from './link-tokens.js';

/** The letter of each purpose of a link. `bounce` and `mailto` are parts of email addresses, `target` of a longer token. */
const USE = {
  open: 'o',
  click: 'c',
  target: 't',
  decoy: 'h',
  unsubscribe: 'u',
  preferences: 'p',
  confirm: 'd',
  view: 'v',
  bounce: 'b',
  mailto: 'm',
  report: 'r',
} as const;

/** A token is valid for one purpose only. */
export type LinkPurpose = keyof typeof USE;

export interface ClickTarget extends LinkTarget {
  readonly url?: string;
}

interface LinkRequest extends LinkTarget {
  readonly purpose: LinkPurpose;
}

/** The decoy must look like any other link. */
const pathOf = (purpose: LinkPurpose): string => USE[purpose === 'decoy' ? 'click' : purpose];

const KEY_ID_BYTES = 2;
/** Mail programs take a bracket or the end of a sentence after a link for a part of it. */
const TOKEN = /^([A-Za-z0-9_-]{40})[^\p{L}\p{N}_-]{0,4}$/u;
/** A token, the target, and the signature of both. */
const WITH_TARGET = /^(([A-Za-z0-9_-]{40})\.([A-Za-z0-9_-]+))\.([A-Za-z0-9_-]{32})[^\p{L}\p{N}_-]{0,4}$/u;
/** A longer target is not tracked: email programs and proxies cut long URLs. */
const MAX_TARGET_LENGTH = 1_500;

/**
 * Creates and reads the tokens of `/t/` URLs. Each contains a key id, so old links stay valid after a change of secret;
 * no table is needed.
 */
@Injectable()
export class PublicLinks {
  private known: readonly LinkTokens[] | null = null;

  constructor(
    private readonly keys: Keys,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Returns the absolute URLs of an email, in order. Creating them together costs little more than one. */
  urls(requests: readonly LinkRequest[]): string[] {
    const tokens = this.current.make(requests.map((request) => ({ use: USE[request.purpose], ...request })));
    return requests.map(({ purpose }, index) => {
      const suffix = purpose === 'open' ? '.gif' : '';
      return `${this.config.http.publicUrl}/t/${pathOf(purpose)}/${tokens[index] ?? ''}${suffix}`;
    });
  }

  url(purpose: LinkPurpose, target: LinkTarget): string {
    return this.urls([{ purpose, ...target }])[0] ?? '';
  }

  token(purpose: LinkPurpose, target: LinkTarget): string {
    return this.current.make([{ use: USE[purpose], ...target }])[0] ?? '';
  }

  /** Returns the URL of a click that carries its target, because only the email knows it. */
  urlTo(target: string, link: LinkTarget): string {
    if (target.length > MAX_TARGET_LENGTH) return target;
    const signed = `${this.token('target', link)}.${Buffer.from(target).toString('base64url')}`;
    const signature = signatureOf(signed, this.keys.current('public-links').key).toString('base64url');
    return `${this.config.http.publicUrl}/t/${USE.click}/${signed}.${signature}`;
  }

  /** Reads a click. `url` is the target that it carries. @returns null for an invalid token. */
  readClick(token: string): ClickTarget | null {
    const [, signed, own = '', target = '', signature = ''] = WITH_TARGET.exec(token) ?? [];
    if (signed === undefined) return this.read('click', token);
    const given = Buffer.from(signature, 'base64url');
    const isSigned = this.keys.all('public-links').some(({ key }) => timingSafeEqual(signatureOf(signed, key), given));
    const link = isSigned ? this.read('target', own) : null;
    return link && { ...link, url: Buffer.from(target, 'base64url').toString() };
  }

  /** @returns null for an invalid token, in constant time. */
  read(purpose: LinkPurpose, token: string): LinkTarget | null {
    const [, written] = TOKEN.exec(token) ?? [];
    if (written === undefined) return null;
    const bytes = Buffer.from(written, 'base64url');
    const keyId = bytes.subarray(0, KEY_ID_BYTES);
    for (const tokens of this.all) {
      const target = tokens.id.equals(keyId) ? tokens.read(USE[purpose], bytes) : null;
      if (target) return target;
    }
    const hmacKey = this.keys.all('public-links').find(({ id }) => id === keyId.toString('hex'));
    return hmacKey ? readHmacToken(hmacKey.key, purpose, bytes) : null;
  }

  private get current(): LinkTokens {
    const [first] = this.all;
    if (!first) throw new Error('APP_SECRET is empty');
    return first;
  }

  /** One per known secret, the current one first. */
  private get all(): readonly LinkTokens[] {
    this.known ??= this.keys.all('public-links').map(({ key }) => new LinkTokens(key));
    return this.known;
  }
}

const signatureOf = (signed: string, key: KeyObject): Buffer =>
  createHmac('sha256', key).update(`link with target:${signed}`).digest().subarray(0, 24);
