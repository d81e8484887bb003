import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { emailSnapshot, type SnapshotRow } from '../email-snapshot.js';
import { fillLiquidUrl } from '../rendering/liquid-url.js';
import { ContentsService } from '../rendering/contents.service.js';
import { RecipientsQueries } from '../recipients/recipients.queries.js';

/** What was touched, and where a click led. */
export type Touch =
  { readonly kind: 'open' } | { readonly kind: 'click'; readonly linkId: number; readonly url: string };

export interface Hit {
  readonly touch: Touch;
  readonly messageId: number;
  readonly machineReason: string | null;
  readonly userAgent: string | null;
}

interface MessageRow extends SnapshotRow {
  readonly first_human_open_at: Date | null;
  readonly first_human_click_at: Date | null;
  readonly now: Date;
}

/** A reader waits no longer than this for our bookkeeping; it then goes on without him. */
const READER_WAITS_MS = 300;
const LONGEST_AGENT = 255;

/** Opens and clicks: resolving links, and writing down who did what. */
@Injectable()
export class HitsService implements OnApplicationShutdown {
  private readonly logger = new Logger(HitsService.name);
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly contents: ContentsService,
    private readonly recipients: RecipientsQueries,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  /** Where a tracked link leads for this reader; null when the message or link is gone. */
  async targetOf(messageId: number, linkId: number): Promise<string | null> {
    const [row] = await this.db.query<{ url: string; contact_id: number | null }>(
      `SELECT l.url, m.contact_id
         FROM email_messages m
         JOIN email_links l ON l.content_id = m.content_id
        WHERE m.id = :messageId AND l.id = :linkId`,
      { messageId, linkId },
    );
    if (!row) return null;
    if (!row.url.includes('{')) return row.url;
    const recipient =
      row.contact_id === null ? undefined : (await this.recipients.byIds([row.contact_id])).get(row.contact_id);
    return fillLiquidUrl(row.url, this.contents.mergeValues(recipient ?? { contact: {}, custom: {}, company: {} }));
  }

  /** Writes a hit down. It never fails and never keeps a reader waiting: what takes longer goes on by itself. */
  async record(hit: Hit): Promise<void> {
    const task = this.db
      .transaction((tx) => this.store(tx, hit))
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'A hit could not be written down');
      })
      .finally(() => this.underWay.delete(task));
    this.underWay.add(task);
    await Promise.race([task, new Promise((resolve) => setTimeout(resolve, READER_WAITS_MS).unref())]);
  }

  private async store(tx: Tx, hit: Hit): Promise<void> {
    const { kind } = hit.touch;
    const [message] = await tx.query<MessageRow>(
      `SELECT id, source_type, source_id, contact_id, email, subject, message_id, first_human_open_at,
              first_human_click_at, NOW(3) AS now
         FROM email_messages WHERE id = :id FOR UPDATE`,
      { id: hit.messageId },
    );
    if (!message) return;
    await tx.execute(
      `INSERT INTO email_hits (message_id, link_id, kind, is_machine, reason, user_agent)
       VALUES (:messageId, :linkId, :kind, :isMachine, :reason, :userAgent)`,
      {
        messageId: hit.messageId,
        linkId: hit.touch.kind === 'click' ? hit.touch.linkId : null,
        kind,
        isMachine: hit.machineReason === null ? 0 : 1,
        reason: hit.machineReason,
        userAgent: hit.userAgent?.slice(0, LONGEST_AGENT) ?? null,
      },
    );
    const who = hit.machineReason === null ? 'human' : 'machine';
    const first =
      hit.machineReason === null ? `, first_human_${kind}_at = COALESCE(first_human_${kind}_at, NOW(3))` : '';
    await tx.execute(`UPDATE email_messages SET ${who}_${kind}s = ${who}_${kind}s + 1 ${first} WHERE id = :id`, {
      id: hit.messageId,
    });
    await this.outbox.appendAll(tx, eventsOf(hit, message));
  }
}

function eventsOf(hit: Hit, message: MessageRow): NewEvent[] {
  const email = emailSnapshot(message);
  if (hit.machineReason !== null) {
    const { campaign_id, contact_id } = email;
    const data = { email_id: message.id, campaign_id, contact_id, kind: hit.touch.kind };
    return [{ type: 'email.machine_hit', subjectId: message.id, data }];
  }
  const moment = message.now.toISOString();
  if (hit.touch.kind === 'open') {
    if (message.first_human_open_at !== null) return [];
    return [{ type: 'email.opened', subjectId: message.id, data: { email: { ...email, opened_at: moment } } }];
  }
  const click = {
    clicked_at: moment,
    url: hit.touch.url,
    link_id: hit.touch.linkId,
    first_click: message.first_human_click_at === null,
  };
  return [{ type: 'email.clicked', subjectId: message.id, data: { email: { ...email, ...click } } }];
}
