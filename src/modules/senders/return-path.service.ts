import { Injectable } from '@nestjs/common';
import { PublicLinks } from '../mail-content/links/public-links.service.js';
import { fromBase32, toBase32 } from './base32.js';

export interface ReturnedMail {
  /** `bounce`: a mail server could not deliver. `unsubscribe`: the recipient's mail program requests an opt-out. */
  readonly kind: 'bounce' | 'unsubscribe';
  readonly messageId: number;
}

const KINDS = { b: 'bounce', u: 'unsubscribe' } as const;
const PURPOSES = { bounce: 'bounce', unsubscribe: 'mailto' } as const;
/** RFC 5321 section 4.5.3.1.1. */
const MAX_LOCAL_PART_LENGTH = 64;

/** Addresses that identify an email (VERP), if a domain for them is configured. Tokens are signed and caseless. */
@Injectable()
export class ReturnPaths {
  constructor(private readonly links: PublicLinks) {}

  bounceAddress(messageId: number, domain: string): string {
    return this.address('b', messageId, domain);
  }

  unsubscribeAddress(messageId: number, domain: string): string {
    return this.address('u', messageId, domain);
  }

  /** @returns null for an address that this class did not create. */
  readReturnPath(localPart: string): ReturnedMail | null {
    if (localPart.length > MAX_LOCAL_PART_LENGTH) return null;
    const [, letter, token = ''] = /^([bu])\+([a-z2-7]+)$/i.exec(localPart) ?? [];
    const bytes = fromBase32(token);
    if (letter === undefined || !bytes) return null;
    const kind = KINDS[letter.toLowerCase() as keyof typeof KINDS];
    const target = this.links.read(PURPOSES[kind], bytes.toString('base64url'));
    return target && { kind, messageId: target.messageId };
  }

  private address(letter: keyof typeof KINDS, messageId: number, domain: string): string {
    const token = this.links.token(PURPOSES[KINDS[letter]], { messageId, linkId: 0 });
    return `${letter}+${toBase32(Buffer.from(token, 'base64url'))}@${domain}`;
  }
}
