import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import { TemplateError } from '../../mail-content/rendering/liquid.js';
import { trackLinks } from '../../mail-content/rendering/links.js';
import { type MergeValues, NO_OWN_LINKS } from '../../mail-content/rendering/merge-values.js';
import { Renderer } from '../../mail-content/rendering/renderer.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { type NewEmail, SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import { asLiquid } from './as-liquid.js';
import { NOTICE_SOURCE } from './notice-source.js';

export { NOTICE_SOURCE };

/** Template of a staff notification; both texts are Liquid. */
interface NoticeText {
  readonly subject: string;
  /** HTML. */
  readonly body: string;
}

interface Notice {
  /** Deduplicates: one email per address and key. */
  readonly key: string;
  readonly values: MergeValues;
}

const REMEMBERED = 50;

/**
 * Enqueues staff notifications about contacts in the ledger. They are rendered at once, because the data may have changed when
 * they are sent.
 */
@Injectable()
export class NoticesService {
  /** Oldest first. */
  private readonly renderers = new Map<string, Renderer>();

  constructor(
    private readonly contents: ContentsService,
    private readonly senders: SenderAccounts,
    private readonly sendings: SendingRuns,
  ) {}

  /**
   * Enqueues notifications to one address.
   * @returns the keys of those that cannot be rendered: the template is invalid or too expensive with their values.
   */
  async enrol(tx: Tx, email: string, text: NoticeText, notices: readonly Notice[]): Promise<ReadonlySet<string>> {
    const { senderId, identity } = await this.senders.resolve({ senderId: null, fromEmail: null }, tx);
    const emails: NewEmail[] = [];
    const faulty = new Set<string>();
    for (const { key, values } of notices) {
      try {
        const { subject, html } = this.filled(text, values);
        const written = { subject, preHeader: '', html, text: '', design: 'simple', tracksClicks: false } as const;
        // Not `freezeOnce`: the content is deleted together with its notification.
        const contentId = await this.contents.freeze(tx, written, identity, false);
        emails.push({ key, contactId: null, email, contentId });
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        faulty.add(key);
      }
    }
    if (emails.length === 0) return faulty;
    await this.sendings.join(tx, NOTICE_SOURCE, { senderId, audience: 'staff' });
    await this.sendings.enrol(tx, NOTICE_SOURCE, emails);
    return faulty;
  }

  /** Renders with the same limits as other emails, and escapes the result so that it is not a template any more. */
  private filled(text: NoticeText, values: MergeValues): { subject: string; html: string } {
    const links = { own: NO_OWN_LINKS, tracked: () => '', pixel: null, decoy: null };
    const { subject, html } = this.rendererOf(text).render(values, links);
    return { subject: asLiquid(subject), html: asLiquid(html) };
  }

  private rendererOf({ subject, body }: NoticeText): Renderer {
    const key = JSON.stringify([subject, body]);
    const known = this.renderers.get(key);
    if (known) return known;
    const renderer = new Renderer({ subject, preHeader: '', html: trackLinks(body, false).html, text: '' });
    this.renderers.set(key, renderer);
    const [oldest] = this.renderers.keys();
    if (this.renderers.size > REMEMBERED && oldest !== undefined) this.renderers.delete(oldest);
    return renderer;
  }
}
