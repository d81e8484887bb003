import { createHmac } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { TIMED_OUT, withTimeout } from '../../platform/values/with-timeout.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { contactOfLink } from '../sending/ledger/past-email.entity.js';
import { Keys } from '../../platform/secrets/keys.js';
import { RequestRedis } from '../../platform/redis/redis.js';
import { keep } from '../../platform/values/collections.js';
import { type Recipient, RecipientsQueries } from '../mail-content/recipients.queries.js';
import { ContentsService } from '../mail-content/rendering/contents.service.js';
import { TemplateError } from '../mail-content/rendering/liquid.js';
import type { ClickTarget } from '../mail-content/links/public-links.service.js';
import { canFillLiquidUrl, fillLiquidUrl } from '../mail-content/rendering/liquid-url.js';

const CACHED = 20_000;
/** How long a click waits for a slow database before the copy in Redis is used. */
const DATABASE_TIMEOUT_MS = 500;
const COPY_SECONDS = 90 * 86_400;
const MAC_LENGTH = 43;

/** `timezone`: of dates in the link; null for `APP_TIMEZONE`. */
interface StoredLink {
  readonly url: string;
  readonly timezone: string | null;
}

const LINKS =
  'SELECT l.id, l.url, c.timezone FROM email_links l LEFT JOIN email_contents c ON c.id = l.content_id WHERE l.id IN (:ids)';

/** The target of a link; `away` if it cannot be looked up now. */
type Target = { readonly url: string } | 'unknown' | 'away';

const NO_RECIPIENT = { contact: {}, custom: {}, company: {} } as const;

/**
 * Looks up the targets of tracked links. They never change, so each process caches them. A signed copy in Redis
 * replaces an unavailable database; merge values that cannot be looked up are left empty.
 */
@Injectable()
export class LinkTargets {
  private readonly logger = new Logger(LinkTargets.name);
  /** Oldest first. */
  private readonly known = new Map<number, StoredLink>();

  constructor(
    private readonly db: Database,
    private readonly redis: RequestRedis,
    private readonly keys: Keys,
    private readonly contents: ContentsService,
    private readonly recipients: RecipientsQueries,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Returns the target of a link for the recipient of the email. */
  async targetOf({ messageId, linkId, url }: ClickTarget): Promise<Target> {
    if (url !== undefined) return targetAt(url) ?? 'unknown';
    try {
      const link = await this.link(linkId);
      if (link === null) return 'unknown';
      if (link.url.includes('{')) return await this.filled(link, messageId);
      return targetAt(this.fill(link, undefined)) ?? 'unknown';
    } catch (error) {
      this.logger.warn({ err: error }, 'Link target lookup failed');
      return 'away';
    }
  }

  /** Returns the targets of many links, each with the values of its recipient, but without data; deleted ones are missing. */
  async targetsOf(
    clicks: readonly { readonly linkId: number; readonly contactId: number | null }[],
  ): Promise<(linkId: number, contactId: number | null) => string | undefined> {
    const ids = [...new Set(clicks.map(({ linkId }) => linkId))].filter((id) => !this.known.has(id));
    if (ids.length > 0)
      for (const row of await this.db.query<StoredLink & { id: number }>(LINKS, { ids })) this.remember(row.id, row);
    const readers = clicks
      .filter(({ linkId }) => this.known.get(linkId)?.url.includes('{'))
      .map(({ contactId }) => contactId)
      .filter((id) => id !== null);
    const recipients = await this.recipients.byIds([...new Set(readers)]);
    return (linkId, contactId) => {
      const link = this.known.get(linkId);
      if (!link?.url.includes('{') || !canFillLiquidUrl(link.url)) return link?.url;
      return this.fill(link, contactId === null ? undefined : recipients.get(contactId));
    };
  }

  private async link(linkId: number): Promise<StoredLink | null> {
    const known = this.known.get(linkId);
    if (known !== undefined) return known;
    const asked = this.askDatabase(linkId);
    const answer = await withTimeout(DATABASE_TIMEOUT_MS, asked).catch((): typeof TIMED_OUT => TIMED_OUT);
    if (answer !== TIMED_OUT) return answer ?? null;
    const copy = await this.copyOf(linkId);
    if (copy !== null) return copy;
    // Without a copy, the database is the only source.
    return (await asked) ?? null;
  }

  private async askDatabase(linkId: number): Promise<StoredLink | undefined> {
    const [row] = await this.db.query<StoredLink>(LINKS, { ids: [linkId] });
    if (row) {
      this.remember(linkId, row);
      this.keepCopy(linkId, row);
    }
    return row;
  }

  private async filled(link: StoredLink, messageId: number): Promise<Target> {
    const reader = await this.readerOf(messageId).catch(() => 'away' as const);
    const url = this.fill(link, reader === 'away' ? undefined : reader);
    return targetAt(url) ?? (reader === 'away' ? 'away' : 'unknown');
  }

  private async readerOf(messageId: number): Promise<Recipient | undefined> {
    const id = (await contactOfLink(this.db, messageId)) ?? null;
    return id === null ? undefined : (await this.recipients.byIds([id])).get(id);
  }

  /** @returns undefined if the link leads nowhere with this recipient's values, or they exceed the budget. */
  private fill({ url, timezone }: StoredLink, reader: Recipient | undefined): string | undefined {
    try {
      const values = this.contents.mergeValues(reader ?? NO_RECIPIENT);
      return fillLiquidUrl(url, { ...values, timezone: timezone ?? values.timezone }) ?? undefined;
    } catch (error) {
      if (error instanceof TemplateError) return undefined;
      throw error;
    }
  }

  private remember(linkId: number, { url, timezone }: StoredLink): void {
    keep(this.known, linkId, { url, timezone }, CACHED);
  }

  /** Not awaited: the copy is only a fallback. */
  private keepCopy(linkId: number, { url, timezone }: StoredLink): void {
    if (!this.redis.ready) return;
    const text = timezone === null ? url : `${url}\0${timezone}`;
    this.redis.client.set(this.key(linkId), this.mac(linkId, text) + text, 'EX', COPY_SECONDS).catch(() => undefined);
  }

  private async copyOf(linkId: number): Promise<StoredLink | null> {
    const copy = await this.redis.client.get(this.key(linkId)).catch(() => null);
    if (copy === null) return null;
    const text = copy.slice(MAC_LENGTH);
    const [url = '', timezone = null] = text.split('\0');
    // Write access to Redis must not be enough to redirect recipients.
    return copy.slice(0, MAC_LENGTH) === this.mac(linkId, text) ? { url, timezone } : null;
  }

  private key(linkId: number): string {
    return `${this.config.redis.prefix}:link:${linkId}`;
  }

  private mac(linkId: number, text: string): string {
    return createHmac('sha256', this.keys.current('public-links').key)
      .update(`target:${linkId}:${text}`)
      .digest('base64url');
  }
}

/** A header has only ASCII letters, and a host is encoded in its own way (RFC 3490). */
function targetAt(url: string | undefined): Target | undefined {
  return url === undefined ? undefined : { url: /^[ -~]*$/.test(url) ? url : new URL(url).href };
}
