import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Keys } from '../../../platform/secrets/keys.js';

/** What a public link is for; a token made for one use is worthless for another. */
export type LinkPurpose = 'open' | 'click' | 'unsubscribe' | 'view';

export interface LinkTarget {
  readonly messageId: number;
  /** Of a click; 0 otherwise. */
  readonly linkId: number;
}

const PATH: Record<LinkPurpose, string> = { open: 'o', click: 'c', unsubscribe: 'u', view: 'v' };

const KEY_ID_BYTES = 2;
const MAC_BYTES = 16;
const TARGET_BYTES = 12;
const TOKEN = /^[A-Za-z0-9_-]{40}$/;

/**
 * The tokens behind `/t/`. Each is the encrypted pair of message and link with a 128-bit MAC over purpose and content:
 * a synthetic-IV construction, so the same link always reads the same, nothing in it can be counted up, and no table is
 * needed. A key id leads, so links in old mails outlive a change of secret.
 */
@Injectable()
export class PublicLinks {
  constructor(
    private readonly keys: Keys,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The absolute URL for a mail. */
  url(purpose: LinkPurpose, target: LinkTarget): string {
    const suffix = purpose === 'open' ? '.gif' : '';
    return `${this.config.http.publicUrl}/t/${PATH[purpose]}/${this.token(purpose, target)}${suffix}`;
  }

  token(purpose: LinkPurpose, { messageId, linkId }: LinkTarget): string {
    const { id, key } = this.keys.current('public-links');
    const target = Buffer.alloc(TARGET_BYTES);
    target.writeBigUInt64BE(BigInt(messageId), 0);
    target.writeUInt32BE(linkId, 8);
    const mac = macOf(key, purpose, target);
    return Buffer.concat([Buffer.from(id, 'hex'), mac, masked(key, mac, target)]).toString('base64url');
  }

  /** @returns null for everything that we did not make for this purpose; it takes the same time whatever is wrong. */
  read(purpose: LinkPurpose, token: string): LinkTarget | null {
    if (!TOKEN.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const keyId = bytes.subarray(0, KEY_ID_BYTES).toString('hex');
    const mac = bytes.subarray(KEY_ID_BYTES, KEY_ID_BYTES + MAC_BYTES);
    const key = this.keys.all('public-links').find((candidate) => candidate.id === keyId)?.key;
    if (!key) return null;
    const target = masked(key, mac, bytes.subarray(KEY_ID_BYTES + MAC_BYTES));
    if (!timingSafeEqual(macOf(key, purpose, target), mac)) return null;
    return { messageId: Number(target.readBigUInt64BE(0)), linkId: target.readUInt32BE(8) };
  }
}

function macOf(key: Buffer, purpose: LinkPurpose, target: Buffer): Buffer {
  return createHmac('sha256', key).update(`mac:${purpose}:`).update(target).digest().subarray(0, MAC_BYTES);
}

/** XOR with a stream that depends on the MAC; doing it twice gives the input back. */
function masked(key: Buffer, mac: Buffer, target: Buffer): Buffer {
  const stream = createHmac('sha256', key).update('stream:').update(mac).digest();
  return Buffer.from(target.map((byte, index) => byte ^ (stream[index] ?? 0)));
}
