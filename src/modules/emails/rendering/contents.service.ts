import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { EmailContent } from '../email-content.entity.js';
import { PublicLinks } from '../public-links/public-links.service.js';
import type { Recipient } from '../recipients/recipients.queries.js';
import { compileContent, templateFaults, type WrittenContent } from './compile-content.js';
import { hasOptOutLink } from './links.js';
import { type RecipientLinks, type RenderedEmail, Renderer } from './renderer.js';

export type { WrittenContent } from './compile-content.js';

/** Who a mail says it comes from. */
export interface SenderIdentity {
  readonly fromName: string;
  readonly fromEmail: string;
  readonly replyToName: string | null;
  readonly replyToEmail: string | null;
}

/** A frozen content, ready for rendering. */
export interface LoadedContent extends SenderIdentity {
  readonly id: number;
  readonly tracksOpens: boolean;
  readonly renderer: Renderer;
  /** By position. */
  readonly linkIds: readonly number[];
}

const CACHED = 100;

/** Contents are immutable, so each process parses each of them once. */
@Injectable()
export class ContentsService {
  private readonly cache = new Map<number, LoadedContent>();

  constructor(
    private readonly db: Database,
    private readonly publicLinks: PublicLinks,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The parts that do not parse, with line and column, by field name; empty when everything is fine. */
  templateFaults(written: WrittenContent): Record<string, string> {
    return templateFaults(written);
  }

  /** Whether a reader could opt out by a link in this HTML. */
  offersOptOut(html: string): boolean {
    return hasOptOutLink(html);
  }

  /** Keeps a content as it is now, for ever. @returns its id. */
  async freeze(tx: Tx, written: WrittenContent, sender: SenderIdentity, tracksOpens: boolean): Promise<number> {
    const compiled = compileContent(written);
    // It has to parse now, where somebody can be told, and not when the first mail is due.
    new Renderer(compiled);
    const { subject, preHeader, html, text, urls } = compiled;
    const content = await tx.save(
      tx.manager.create(EmailContent, { subject, preHeader, html, text, ...sender, tracksOpens: tracksOpens ? 1 : 0 }),
    );
    await tx.insertRows(
      'email_links',
      ['content_id', 'position', 'url'],
      urls.map((url, position) => [content.id, position, url]),
    );
    return content.id;
  }

  async load(id: number): Promise<LoadedContent> {
    const known = this.cache.get(id);
    if (known) return known;
    const content = await this.db.manager.findOneByOrFail(EmailContent, { id });
    const links = await this.db.query<{ id: number }>(
      'SELECT id FROM email_links WHERE content_id = :id ORDER BY position',
      {
        id,
      },
    );
    const { fromName, fromEmail, replyToName, replyToEmail } = content;
    const loaded: LoadedContent = {
      id,
      fromName,
      fromEmail,
      replyToName,
      replyToEmail,
      tracksOpens: content.tracksOpens === 1,
      renderer: new Renderer(content),
      linkIds: links.map((link) => link.id),
    };
    const [oldest] = this.cache.keys();
    if (this.cache.size >= CACHED && oldest !== undefined) this.cache.delete(oldest);
    this.cache.set(id, loaded);
    return loaded;
  }

  /** One recipient's mail, with that message's own links. */
  render(content: LoadedContent, recipient: Recipient, messageId: number): RenderedEmail {
    return content.renderer.render(this.mergeValues(recipient), this.linksOf(content, messageId));
  }

  mergeValues(recipient: Pick<Recipient, 'contact' | 'custom' | 'company'>): Parameters<Renderer['render']>[0] {
    const { businessName, businessAddress } = this.config.mail;
    return {
      contact: recipient.contact,
      custom: recipient.custom,
      company: recipient.company,
      business: { name: businessName, address: businessAddress },
    };
  }

  unsubscribeUrl(messageId: number): string {
    return this.publicLinks.url('unsubscribe', { messageId, linkId: 0 });
  }

  private linksOf(content: LoadedContent, messageId: number): RecipientLinks {
    const unsubscribe = this.unsubscribeUrl(messageId);
    return {
      own: {
        unsubscribe_url: unsubscribe,
        // Until the preference centre exists, its link leads where a reader can at least opt out.
        preferences_url: unsubscribe,
        view_url: this.publicLinks.url('view', { messageId, linkId: 0 }),
      },
      tracked: (position) => this.publicLinks.url('click', { messageId, linkId: content.linkIds[position] ?? 0 }),
      pixel: content.tracksOpens ? this.publicLinks.url('open', { messageId, linkId: 0 }) : null,
    };
  }
}
