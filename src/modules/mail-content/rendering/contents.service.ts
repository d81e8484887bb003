import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { invalidParams } from '../../../platform/errors/app-error.js';
import { AttachmentsService, type MailAttachment } from '../attachments/attachments.service.js';
import { EmailContent } from '../email-content.entity.js';
import { PublicLinks } from '../links/public-links.service.js';
import type { Recipient } from '../recipients.queries.js';
import { triggerValues } from '../trigger-data.js';
import { withSnippets } from './snippet-texts.js';
import { type CompiledContent, compileContent, templateFaults, type WrittenContent } from './compile-content.js';
import { hasConfirmLink } from './links.js';
import { fillLiquidUrl } from './liquid-url.js';
import { type MergeValues, OWN_PAGES, ownLinks } from './merge-values.js';
import type { SlotLinks } from './part-template.js';
import { type RecipientLinks, Renderer } from './renderer.js';
import { samplePerson } from './sample-person.js';
import { inEachLanguage } from './translations.js';
import { NOWHERE } from './value-places.js';

export type { WrittenContent } from './compile-content.js';
export { FOOTER_MODES, type FooterChoice, type FooterMode } from './footer.js';
export type { UtmName, UtmParameters } from './utm.js';

/** From and Reply-To of an email. */
export type SenderIdentity = Readonly<Pick<EmailContent, 'fromName' | 'fromEmail' | 'replyToName' | 'replyToEmail'>>;

/** For content that is rendered but not sent. */
export const NO_SENDER: SenderIdentity = { fromName: '', fromEmail: '', replyToName: null, replyToEmail: null };

export interface LoadedContent extends SenderIdentity {
  readonly id: number;
  readonly tracksOpens: boolean;
  readonly renderer: Renderer;
  readonly linkIds: readonly number[];
  /** The URLs of its tracked links by position; they may contain Liquid. */
  readonly urls: readonly string[];
  readonly attachments: readonly MailAttachment[];
}

/** For checks of the text, in which links do not matter. */
const NO_LINKS: RecipientLinks = {
  own: ownLinks((page) => `https://carillon.invalid/${page}`),
  tracked: () => 'https://carillon.invalid/',
  pixel: null,
  decoy: null,
};

const CACHED = 100;
/** Attachments, which each process keeps raw and encoded. */
const CACHED_FILE_BYTES = 32 * 1024 * 1024;

/** Stores contents. They are immutable, so each process parses each of them once. */
@Injectable()
export class ContentsService {
  /** Promises, because many emails of one content start at the same time. Oldest first. */
  private readonly cache = new Map<number, Promise<LoadedContent>>();
  private readonly fileBytes = new Map<number, number>();

  constructor(
    private readonly db: Database,
    private readonly publicLinks: PublicLinks,
    private readonly attachments: AttachmentsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Returns parse errors with line and column, by field name; empty if there are none. */
  templateFaults(written: WrittenContent): Record<string, string> {
    return templateFaults(written);
  }

  /** Returns why the content requires the standard footer; null if it does not. @param written with its snippets. */
  footerFault(written: WrittenContent): string | null {
    if (written.footer?.mode !== 'none' || Object.keys(templateFaults(written)).length > 0) return null;
    const faults = inEachLanguage(written).map(([, content]) => this.footerFaultOf(content));
    return faults.find((fault) => fault !== null) ?? null;
  }

  private footerFaultOf(written: WrittenContent): string | null {
    if (written.html.trim() === '') return null;
    const compiled = compileContent({ ...written, footer: { mode: 'auto', language: null } });
    const { html, text } = new Renderer(compiled).fill(this.mergeValues(samplePerson([])), NO_LINKS);
    const field = html.hasFooter
      ? 'email_body'
      : written.text.trim() !== '' && text.hasFooter
        ? 'email_body_text'
        : null;
    return field && `must be auto unless ${field} links to {{ unsubscribe_url }} or {{ preferences_url }}`;
  }

  /** Returns why this content must not go to many recipients; null if it may. @param written with its snippets. */
  bodyProblem(written: WrittenContent): string | null {
    const snippets = Object.values(written.snippets ?? {}).map(({ html, mjml }) => `${html} ${mjml}`);
    return [...inEachLanguage(written).map(([, { html }]) => html), ...snippets].some(hasConfirmLink)
      ? 'must not contain {{ confirm_url }}: it works only in double opt-in emails'
      : null;
  }

  /** Stores a content permanently. @returns its id. */
  async freeze(tx: Tx, written: WrittenContent, sender: SenderIdentity, tracksOpens: boolean): Promise<number> {
    return this.keep(tx, written, compileContent(await withSnippets(tx, written)), sender, tracksOpens, null);
  }

  /** Like `freeze`, but reuses identical content, for emails to one recipient at a time. @returns its id. */
  async freezeOnce(tx: Tx, written: WrittenContent, sender: SenderIdentity, tracksOpens: boolean): Promise<number> {
    const compiled = compileContent(await withSnippets(tx, written));
    const { fromName, fromEmail, replyToName, replyToEmail } = sender;
    const files = idsOf(written.attachments ?? []);
    const hash = createHash('sha256')
      .update(JSON.stringify([compiled, fromName, fromEmail, replyToName, replyToEmail, tracksOpens, ...files]))
      .digest();
    const [known] = await tx.query<{ id: number }>(
      'SELECT id FROM email_contents WHERE hash = :hash ORDER BY id LIMIT 1',
      { hash },
    );
    return known?.id ?? this.keep(tx, written, compiled, sender, tracksOpens, hash);
  }

  private async keep(
    tx: Tx,
    written: WrittenContent,
    compiled: CompiledContent,
    sender: SenderIdentity,
    tracksOpens: boolean,
    hash: Buffer | null,
  ): Promise<number> {
    // Parse now, while the caller can still get the error.
    new Renderer(compiled);
    const { urls, ...parts } = compiled;
    const row = { ...parts, ...sender, hash, tracksOpens: tracksOpens ? 1 : 0 };
    const content = await tx.save(tx.manager.create(EmailContent, row));
    await tx.insertRows(
      'email_links',
      ['content_id', 'position', 'url'],
      urls.map((url, position) => [content.id, position, url]),
    );
    await this.attachments.freeze(tx, content.id, written.attachments ?? []);
    return content.id;
  }

  /** Removes contents with a single owner, and their files. Links in emails that were sent stay, unless `withLinks`. */
  async remove(tx: Tx, contents: readonly { readonly id: number }[], withLinks = false): Promise<void> {
    const params = { ids: [0, ...idsOf(contents)] };
    const owned = 'SELECT id FROM email_contents WHERE id IN (:ids) AND hash IS NULL';
    const ids = idsOf(await tx.query<{ id: number }>(owned, params));
    if (ids.length === 0) return;
    await this.attachments.forgetOwned(tx, ids);
    if (withLinks) await tx.execute('DELETE FROM email_links WHERE content_id IN (:ids)', { ids });
    await tx.delete('email_contents', ids);
  }

  /** Compiles without storing, for previews. */
  async compile(draft: WrittenContent, sender: SenderIdentity): Promise<LoadedContent> {
    const written = await withSnippets(this.db, draft);
    const faults = templateFaults(written);
    if (Object.keys(faults).length > 0) throw invalidParams(faults);
    // Both halves use the CPU; other requests run in between.
    await setImmediate();
    const compiled = compileContent(written);
    return {
      ...sender,
      id: 0,
      tracksOpens: false,
      renderer: new Renderer(compiled),
      linkIds: compiled.urls.map(() => 0),
      urls: compiled.urls,
      attachments: await this.attachments.load(written.attachments ?? []),
    };
  }

  async load(id: number): Promise<LoadedContent> {
    const known = this.cache.get(id);
    if (known) return known;
    const loading = this.read(id);
    this.cache.set(id, loading);
    try {
      const loaded = await loading;
      // It may have been evicted meanwhile.
      if (this.cache.get(id) !== loading) return loaded;
      this.fileBytes.set(
        id,
        loaded.attachments.reduce((bytes, { content }) => bytes + content.length, 0),
      );
      this.makeRoom();
      return loaded;
    } catch (error) {
      this.forget(id);
      throw error;
    }
  }

  /** Evicts old contents. The newest stays whatever its size, because it is in use. */
  private makeRoom(): void {
    for (const id of [...this.cache.keys()].slice(0, -1)) {
      const bytes = [...this.fileBytes.values()].reduce((sum, each) => sum + each, 0);
      if (this.cache.size <= CACHED && bytes <= CACHED_FILE_BYTES) return;
      this.forget(id);
    }
  }

  private forget(id: number): void {
    this.cache.delete(id);
    this.fileBytes.delete(id);
  }

  private async read(id: number): Promise<LoadedContent> {
    const content = await this.db.manager.findOneByOrFail(EmailContent, { id });
    const links = await this.db.query<{ id: number; url: string }>(
      'SELECT id, url FROM email_links WHERE content_id = :id ORDER BY position',
      { id },
    );
    const { fromName, fromEmail, replyToName, replyToEmail } = content;
    return {
      ...{ id, fromName, fromEmail, replyToName, replyToEmail },
      tracksOpens: content.tracksOpens === 1,
      renderer: new Renderer(content),
      linkIds: idsOf(links),
      urls: links.map(({ url }) => url),
      attachments: await this.attachments.ofContent(id),
    };
  }

  mergeValues(recipient: Pick<Recipient, 'contact' | 'custom' | 'company' | 'data' | 'single'>): MergeValues {
    const { timeZone: timezone, mail } = this.config;
    const { contact, custom, company, single, data } = recipient;
    return {
      ...{ contact, custom, company, timezone },
      ...(single && { data: single.data }),
      business: { name: mail.businessName, address: mail.businessAddress },
      ...(data && triggerValues(data)),
    };
  }

  /** Returns links that lead to their targets, without pixel and decoy. */
  plainLinks({ renderer, urls }: LoadedContent, recipient: Recipient): SlotLinks {
    const values = renderer.localized(this.mergeValues(recipient));
    return {
      tracked: (position, target) => target ?? fillLiquidUrl(urls[position] ?? '', values) ?? NOWHERE,
      pixel: null,
      decoy: null,
    };
  }

  /** Returns the links of one message. */
  linksOf(content: LoadedContent, messageId: number): RecipientLinks {
    const [open = '', decoy = '', ...others] = this.publicLinks.urls([
      ...(['open', 'decoy', ...OWN_PAGES] as const).map((purpose) => ({ purpose, messageId, linkId: 0 })),
      ...content.linkIds.map((linkId) => ({ purpose: 'click', messageId, linkId }) as const),
    ]);
    const clicks = others.slice(OWN_PAGES.length);
    return {
      own: ownLinks((page) => others[OWN_PAGES.indexOf(page)] ?? ''),
      tracked: (position, target) =>
        target === undefined
          ? (clicks[position] ?? this.publicLinks.url('click', { messageId, linkId: 0 }))
          : this.publicLinks.urlTo(target, { messageId, linkId: content.linkIds[position] ?? 0 }),
      pixel: content.tracksOpens ? open : null,
      decoy: content.linkIds.length > 0 ? decoy : null,
    };
  }
}
