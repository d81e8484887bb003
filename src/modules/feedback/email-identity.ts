import { Injectable } from '@nestjs/common';
import { Keys } from '../../platform/secrets/keys.js';
import { PublicLinks } from '../mail-content/links/public-links.service.js';
import { ReturnPaths, type ReturnedMail } from '../senders/return-path.service.js';
import { readMessageId } from '../sending/ledger/message-id.js';

/** Longer headers are not ours, and patterns must not run over a megabyte. */
const MAX_HEADER_LENGTH = 4_096;

/** Identifies emails by tokens that only this installation can create. Anyone can forge addresses and names. */
@Injectable()
export class EmailIdentity {
  constructor(
    private readonly keys: Keys,
    private readonly links: PublicLinks,
    private readonly returnPaths: ReturnPaths,
  ) {}

  /** By the Message-ID, with or without brackets. */
  fromMessageId(text: string): number | null {
    return readMessageId(this.keys, text);
  }

  /** By the return path or the opt-out address. */
  fromAddress(address: string): ReturnedMail | null {
    const at = address.lastIndexOf('@');
    return this.returnPaths.readReturnPath((at === -1 ? address : address.slice(0, at)).replace(/^\s*</, ''));
  }

  fromReturnPath(address: string): number | null {
    const found = this.fromAddress(address);
    return found?.kind === 'bounce' ? found.messageId : null;
  }

  /** By the List-Unsubscribe header, folded or not; the address or the URL is enough. */
  fromListUnsubscribe(header: string): number | null {
    for (const [, uri = ''] of header.slice(0, MAX_HEADER_LENGTH).matchAll(/<([^<>]{1,1000})>/g)) {
      const found = this.fromUnsubscribeUri(uri.replace(/\s+/g, ''));
      if (found !== null) return found;
    }
    return null;
  }

  private fromUnsubscribeUri(uri: string): number | null {
    const mailbox = /^mailto:([^?]+)/i.exec(uri)?.[1];
    if (mailbox !== undefined) {
      const found = this.fromAddress(decoded(mailbox));
      return found?.kind === 'unsubscribe' ? found.messageId : null;
    }
    const token = /\/t\/u\/([\w-]{1,100})/.exec(uri)?.[1];
    return token === undefined ? null : (this.links.read('unsubscribe', token)?.messageId ?? null);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
