import { createHmac } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { LATE, within } from '../../platform/clock/within.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Keys } from '../../platform/secrets/keys.js';
import { RequestRedis } from '../../platform/redis/redis.js';
import { type Recipient, RecipientsQueries } from '../mail-content/recipients.queries.js';
import { ContentsService } from '../mail-content/rendering/contents.service.js';
import { TemplateError } from '../mail-content/rendering/liquid.js';
import { fillLiquidUrl } from '../mail-content/rendering/liquid-url.js';

const CACHED = 20_000;
/** A reader who clicks waits for a slow database no longer than this before we look elsewhere. */
const DATABASE_WAITS_MS = 500;
const COPY_SECONDS = 90 * 86_400;
const MAC_LENGTH = 43;

/** Where a link leads; `away` when nobody can be asked just now. */
export type Target = { readonly url: string } | 'unknown' | 'away';

const NOBODY = { contact: {}, custom: {}, company: {} } as const;

/**
 * Where tracked links lead. They never change, so each process asks once; a signed copy in Redis stands in for a database
 * that is away, and a reader whose values cannot be looked up is led on without them.
 */
@Injectable()
export class LinkTargets {
  private readonly logger = new Logger(LinkTargets.name);
  /** The oldest first. */
  private readonly known = new Map<number, string>();

  constructor(
    private readonly db: Database,
    private readonly redis: RequestRedis,
    private readonly keys: Keys,
    private readonly contents: ContentsService,
    private readonly recipients: RecipientsQueries,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Where the link leads the reader of this mail. */
  async targetOf(messageId: number, linkId: number): Promise<Target> {
    try {
      const template = await this.template(linkId);
      if (template === null) return 'unknown';
      if (!template.includes('{')) return { url: template };
      return await this.filled(template, messageId);
    } catch (error) {
      this.logger.warn({ err: error }, 'The target of a link could not be looked up');
      return 'away';
    }
  }

  /** The targets of many links, each as it reads for the reader of its mail; what is gone is left out. */
  async targetsOf(
    clicks: readonly { readonly linkId: number; readonly contactId: number | null }[],
  ): Promise<(linkId: number, contactId: number | null) => string | undefined> {
    const missing = [...new Set(clicks.map(({ linkId }) => linkId))].filter((id) => !this.known.has(id));
    if (missing.length > 0) {
      const rows = await this.db.query<{ id: number; url: string }>(
        'SELECT id, url FROM email_links WHERE id IN (:missing)',
        { missing },
      );
      for (const { id, url } of rows) this.remember(id, url);
    }
    const readers = clicks
      .filter(({ linkId }) => this.known.get(linkId)?.includes('{'))
      .map(({ contactId }) => contactId)
      .filter((id) => id !== null);
    const recipients = await this.recipients.byIds([...new Set(readers)]);
    return (linkId, contactId) => {
      const template = this.known.get(linkId);
      if (!template?.includes('{')) return template;
      return this.fill(template, contactId === null ? undefined : recipients.get(contactId));
    };
  }

  private async template(linkId: number): Promise<string | null> {
    const known = this.known.get(linkId);
    if (known !== undefined) return known;
    const asked = this.askDatabase(linkId);
    const answer = await within(DATABASE_WAITS_MS, asked).catch((): typeof LATE => LATE);
    if (answer !== LATE) return answer?.url ?? null;
    const copy = await this.copyOf(linkId);
    if (copy !== null) return copy;
    // Whoever has no copy has to wait for the one that knows.
    return (await asked)?.url ?? null;
  }

  private async askDatabase(linkId: number): Promise<{ readonly url: string } | undefined> {
    const [row] = await this.db.query<{ url: string }>('SELECT url FROM email_links WHERE id = :linkId', { linkId });
    if (row) {
      this.remember(linkId, row.url);
      this.keepCopy(linkId, row.url);
    }
    return row;
  }

  /** Without a reader's values, or with empty ones, nothing may be left of its host. */
  private async filled(template: string, messageId: number): Promise<Target> {
    const reader = await this.readerOf(messageId).catch(() => 'away' as const);
    const url = this.fill(template, reader === 'away' ? undefined : reader);
    if (url !== undefined && URL.canParse(url)) return { url };
    return reader === 'away' ? 'away' : 'unknown';
  }

  private async readerOf(messageId: number): Promise<Recipient | undefined> {
    const [row] = await this.db.query<{ contact_id: number | null }>(
      'SELECT contact_id FROM email_messages WHERE id = :messageId',
      { messageId },
    );
    const id = row?.contact_id ?? null;
    return id === null ? undefined : (await this.recipients.byIds([id])).get(id);
  }

  /** @returns undefined where this reader's values make it too expensive. */
  private fill(template: string, reader: Recipient | undefined): string | undefined {
    try {
      return fillLiquidUrl(template, this.contents.mergeValues(reader ?? NOBODY));
    } catch (error) {
      if (error instanceof TemplateError) return undefined;
      throw error;
    }
  }

  private remember(linkId: number, url: string): void {
    this.known.set(linkId, url);
    const [oldest] = this.known.keys();
    if (this.known.size > CACHED && oldest !== undefined) this.known.delete(oldest);
  }

  /** Never waited for: a copy is for bad days. */
  private keepCopy(linkId: number, url: string): void {
    if (!this.redis.ready) return;
    this.redis.client.set(this.key(linkId), this.mac(linkId, url) + url, 'EX', COPY_SECONDS).catch(() => undefined);
  }

  private async copyOf(linkId: number): Promise<string | null> {
    const copy = await this.redis.client.get(this.key(linkId)).catch(() => null);
    if (copy === null) return null;
    const url = copy.slice(MAC_LENGTH);
    // Whoever can write to Redis must not be able to lead readers astray.
    return copy.slice(0, MAC_LENGTH) === this.mac(linkId, url) ? url : null;
  }

  private key(linkId: number): string {
    return `${this.config.redis.prefix}:link:${linkId}`;
  }

  private mac(linkId: number, url: string): string {
    return createHmac('sha256', this.keys.current('public-links').key)
      .update(`target:${linkId}:${url}`)
      .digest('base64url');
  }
}
