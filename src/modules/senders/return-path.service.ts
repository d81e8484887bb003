import { Injectable } from '@nestjs/common';
import { PublicLinks } from '../mail-content/links/public-links.service.js';
import { fromBase32, toBase32 } from './base32.js';

/** What a mail to one of our own addresses is about. */
export interface ReturnedMail {
  /** `bounce`: a mail server could not deliver. `unsubscribe`: a reader's mail program asks for no more. */
  readonly kind: 'bounce' | 'unsubscribe';
  /** The mail in the ledger. */
  readonly messageId: number;
}

const KINDS = { b: 'bounce', u: 'unsubscribe' } as const;
const PURPOSES = { bounce: 'bounce', unsubscribe: 'mailto' } as const;
/** RFC 5321 section 4.5.3.1.1. */
const LONGEST_LOCAL_PART = 64;

/**
 * Addresses that tell which mail an answer belongs to (VERP). Whoever is to read them gets them by their domain, so they
 * are made only where somebody has set up one. Nobody can make up a token, and it reads the same in any case.
 */
@Injectable()
export class ReturnPaths {
  constructor(private readonly links: PublicLinks) {}

  /** Where a mail that cannot be delivered comes back to. */
  bounceAddress(messageId: number, domain: string): string {
    return this.address('b', messageId, domain);
  }

  /** Where a mail program may write to opt out. */
  unsubscribeAddress(messageId: number, domain: string): string {
    return this.address('u', messageId, domain);
  }

  /** @returns null for everything that we did not make. */
  readReturnPath(localPart: string): ReturnedMail | null {
    if (localPart.length > LONGEST_LOCAL_PART) return null;
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
