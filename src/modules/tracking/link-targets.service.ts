import { createHmac } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { TIMED_OUT, withTimeout } from '../../platform/clock/with-timeout.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Keys } from '../../platform/secrets/keys.js';
import { RequestRedis } from '../../platform/redis/redis.js';
import { type Recipient, RecipientsQueries } from '../mail-content/recipients.queries.js';
import { ContentsService } from '../mail-content/rendering/contents.service.js';
import { TemplateError } from '../mail-content/rendering/liquid.js';
import { fillLiquidUrl } from '../mail-content/rendering/liquid-url.js';

const CACHED = 20_000;
/** How long a click waits for a slow database before the copy in Redis is used. */
const DATABASE_TIMEOUT_MS = 500;
const COPY_SECONDS = 90 * 86_400;
const MAC_LENGTH = 43;

/** The target of a link; `away` if it cannot be looked up now. */
export type Target = { readonly url: string } | 'unknown' | 'away';

const NO_RECIPIENT = { contact: {}, custom: {}, company: {} } as const;

/**
 * Looks up the targets of tracked links. They never change, so each process caches them. A signed copy in Redis
 * replaces an unavailable database; merge values that cannot be looked up are left empty.
 */
@Injectable()
export class LinkTargets {
  private readonly logger = new Logger(LinkTargets.name);
  /** Oldest first. */
  private readonly known = new Map<number, string>();

  constructor(
    private readonly db: Database,
    private readonly redis: RequestRedis,
    private readonly keys: Keys,
    private readonly contents: ContentsService,
    private readonly recipients: RecipientsQueries,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Returns the target of a link for the recipient of the email. */
  async targetOf(messageId: number, linkId: number): Promise<Target> {
    try {
      const template = await this.template(linkId);
      if (template === null) return 'unknown';
      if (template.includes('{')) return await this.filled(template, messageId);
      return targetAt(this.fill(template, undefined)) ?? 'unknown';
    } catch (error) {
      this.logger.warn({ err: error }, 'Link target lookup failed');
      return 'away';
    }
  }

  /** Returns the targets of many links, each with the values of its recipient; deleted ones are missing. */
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
    const answer = await withTimeout(DATABASE_TIMEOUT_MS, asked).catch((): typeof TIMED_OUT => TIMED_OUT);
    if (answer !== TIMED_OUT) return answer?.url ?? null;
    const copy = await this.copyOf(linkId);
    if (copy !== null) return copy;
    // Without a copy, the database is the only source.
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

  private async filled(template: string, messageId: number): Promise<Target> {
    const reader = await this.readerOf(messageId).catch(() => 'away' as const);
    const url = this.fill(template, reader === 'away' ? undefined : reader);
    return targetAt(url) ?? (reader === 'away' ? 'away' : 'unknown');
  }

  private async readerOf(messageId: number): Promise<Recipient | undefined> {
    const [row] = await this.db.query<{ contact_id: number | null }>(
      'SELECT contact_id FROM email_messages WHERE id = :messageId',
      { messageId },
    );
    const id = row?.contact_id ?? null;
    return id === null ? undefined : (await this.recipients.byIds([id])).get(id);
  }

  /** @returns undefined if the link leads nowhere with this recipient's values, or they exceed the budget. */
  private fill(template: string, reader: Recipient | undefined): string | undefined {
    try {
      return fillLiquidUrl(template, this.contents.mergeValues(reader ?? NO_RECIPIENT)) ?? undefined;
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

  /** Not awaited: the copy is only a fallback. */
  private keepCopy(linkId: number, url: string): void {
    if (!this.redis.ready) return;
    this.redis.client.set(this.key(linkId), this.mac(linkId, url) + url, 'EX', COPY_SECONDS).catch(() => undefined);
  }

  private async copyOf(linkId: number): Promise<string | null> {
    const copy = await this.redis.client.get(this.key(linkId)).catch(() => null);
    if (copy === null) return null;
    const url = copy.slice(MAC_LENGTH);
    // Write access to Redis must not be enough to redirect recipients.
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

/** A header has only ASCII letters, and a host is encoded in its own way (RFC 3490). */
function targetAt(url: string | undefined): Target | undefined {
  return url === undefined ? undefined : { url: /^[ -~]*$/.test(url) ? url : new URL(url).href };
}
