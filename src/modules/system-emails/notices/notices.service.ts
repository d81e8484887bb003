import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import { TemplateError } from '../../mail-content/rendering/liquid.js';
import type { MergeValues, OwnLinks } from '../../mail-content/rendering/merge-values.js';
import { Renderer } from '../../mail-content/rendering/renderer.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { type NewMail, SendingRuns } from '../../sending/sending-runs.service.js';
import { asLiquid } from './as-liquid.js';
import { NOTICE_SOURCE } from './notice-source.js';

export { NOTICE_SOURCE };

/** A mail to somebody of the house; both texts are Liquid. */
export interface NoticeText {
  readonly subject: string;
  /** HTML. */
  readonly body: string;
}

/** One of them, with what it is filled in with. */
export interface Notice {
  /** Who gets the same key twice gets one mail. */
  readonly key: string;
  readonly values: MergeValues;
}

const REMEMBERED = 50;
/** Notices have no reader who could opt out or be counted. */
const NO_LINKS: OwnLinks = { unsubscribe_url: '', preferences_url: '', view_url: '', confirm_url: '' };

/**
 * Mails for people of the house about a contact, through the ledger like all others. They are filled in at once, because
 * what they are about may have changed when they leave.
 */
@Injectable()
export class NoticesService {
  /** The oldest first. */
  private readonly renderers = new Map<string, Renderer>();

  constructor(
    private readonly contents: ContentsService,
    private readonly senders: SenderAccounts,
    private readonly sendings: SendingRuns,
  ) {}

  /**
   * Writes notices to one address.
   * @returns the keys of those that cannot be written: with their values the text costs too much, or is none any more.
   */
  async enrol(tx: Tx, email: string, text: NoticeText, notices: readonly Notice[]): Promise<ReadonlySet<string>> {
    const sender = await this.senders.resolve({ senderId: null, fromEmail: null }, tx);
    const { fromName, fromEmail, replyTo: replyToEmail, senderId } = sender;
    const identity = { fromName, fromEmail, replyToName: null, replyToEmail };
    const mails: NewMail[] = [];
    const faulty = new Set<string>();
    for (const { key, values } of notices) {
      try {
        const { subject, html } = this.filled(text, values);
        const written = { subject, preHeader: '', html, text: '', design: 'simple', tracksClicks: false } as const;
        // Not `freezeOnce`: the text goes with its notice, when that is forgotten.
        const contentId = await this.contents.freeze(tx, written, identity, false);
        mails.push({ key, contactId: null, email, contentId });
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        faulty.add(key);
      }
    }
    if (mails.length === 0) return faulty;
    await this.sendings.join(tx, NOTICE_SOURCE, { senderId, audience: 'staff' });
    await this.sendings.enrol(tx, NOTICE_SOURCE, mails);
    return faulty;
  }

  /** By the renderer of all mails, so that values can do as little harm; and then no template any more. */
  private filled(text: NoticeText, values: MergeValues): { subject: string; html: string } {
    const links = { own: NO_LINKS, tracked: () => '', pixel: null, decoy: null };
    const { subject, html } = this.rendererOf(text).render(values, links);
    return { subject: asLiquid(subject), html: asLiquid(html) };
  }

  private rendererOf({ subject, body }: NoticeText): Renderer {
    const key = JSON.stringify([subject, body]);
    const known = this.renderers.get(key);
    if (known) return known;
    const renderer = new Renderer({ subject, preHeader: '', html: body, text: '' });
    this.renderers.set(key, renderer);
    const [oldest] = this.renderers.keys();
    if (this.renderers.size > REMEMBERED && oldest !== undefined) this.renderers.delete(oldest);
    return renderer;
  }
}
