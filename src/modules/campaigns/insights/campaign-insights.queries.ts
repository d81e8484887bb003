import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { likeContains } from '../../../platform/sql/like.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import { type EmailState, type EmailStatus, statesOf } from '../../../events/email-state.js';
import { type SendingProgress, SendingRuns } from '../../sending/sending-runs.service.js';

export const EMAIL_FILTERS = ['click', 'view', 'unopened', 'failed', 'bounced'] as const;
export type EmailFilter = (typeof EMAIL_FILTERS)[number];

export interface EmailsFilter {
  readonly filterType?: EmailFilter;
  readonly status?: EmailStatus;
  readonly search?: string;
}

/** One row of the ledger with its contact, who may be gone. */
export interface CampaignEmailRow {
  readonly id: number;
  readonly campaign_id: number;
  readonly contact_id: number | null;
  readonly email: string | null;
  readonly subject: string | null;
  readonly variant: string | null;
  readonly state: EmailState;
  readonly reason: string | null;
  readonly message_id: string | null;
  readonly attempts: number;
  readonly human_clicks: number;
  readonly first_human_open_at: Date | null;
  readonly next_attempt_at: Date | null;
  readonly settled_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly contact_email: string | null;
  readonly contact_status: string | null;
}

export interface UnsubscriberRow {
  readonly contact_id: number | null;
  readonly type: string;
  readonly reason: string | null;
  readonly created_at: Date;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly status: string | null;
}

/** An open or a click, of a person or of a machine. */
export interface HitRow {
  readonly id: number;
  readonly kind: 'open' | 'click';
  readonly is_machine: number;
  readonly reason: string | null;
  readonly is_decoy: number;
  readonly link_id: number | null;
  readonly url: string | null;
  readonly user_agent: string | null;
  readonly occurred_at: Date;
}

/** What people did, from the daily rollup. */
export interface Reactions {
  readonly opened: number;
  readonly clicked: number;
  readonly unsubscribed: number;
}

/**
 * Of more mails than these in one state, most of the ledger is in it, and walking by id finds a page at once; of fewer,
 * sorting them is nothing.
 */
const FEW = 20_000;

const CONDITIONS: Record<EmailFilter, string> = {
  click: 'm.first_human_click_at IS NOT NULL',
  view: 'm.first_human_open_at IS NOT NULL',
  unopened: `m.state = 'sent' AND m.first_human_open_at IS NULL`,
  failed: `m.state = 'failed'`,
  bounced: `m.state = 'bounced'`,
};

const OF_CAMPAIGN = `m.source_type = 'campaign' AND m.source_id = :campaignId`;

/** What became of a campaign's mails, person by person and link by link. */
@Injectable()
export class CampaignInsightsQueries {
  constructor(
    private readonly db: Database,
    private readonly sendings: SendingRuns,
  ) {}

  async emails(campaignId: number, filter: EmailsFilter, request: PageRequest): Promise<Page<CampaignEmailRow>> {
    const { sql, params } = emailsCondition(campaignId, filter);
    const counted = await this.countedTotal(campaignId, filter);
    const after = request.cursor?.id ?? 0;
    const place =
      request.cursor === undefined
        ? 'ORDER BY m.id LIMIT :perPage OFFSET :offset'
        : `AND m.id > :after ORDER BY m.id LIMIT ${request.perPage + 1}`;
    // Looking for what nobody did would read the whole ledger.
    const nobody = counted === 0 && filter.filterType !== undefined;
    const rows = nobody
      ? []
      : await this.db.query<CampaignEmailRow>(
          `SELECT m.id, m.source_id AS campaign_id, m.contact_id, m.email, m.subject, m.variant, m.state, m.reason,
                  m.message_id, m.attempts, m.human_clicks, m.first_human_open_at, m.next_attempt_at, m.settled_at,
                  m.created_at, m.updated_at, c.first_name, c.last_name, c.email AS contact_email,
                  c.status AS contact_status
             FROM email_messages m FORCE INDEX (${indexFor(filter, counted)})
             LEFT JOIN contacts c ON c.id = m.contact_id
            WHERE ${sql} ${place}`,
          { ...params, after, perPage: request.perPage, offset: offsetOf(request) },
        );
    const items = rows.slice(0, request.perPage);
    const last = rows.length > request.perPage ? items.at(-1) : undefined;
    const total = counted ?? (await this.count(sql, params));
    return { items, total, request, next: last ? { value: null, id: last.id } : null };
  }

  /** One mail of a campaign and what happened to it; null when the campaign has none by this id. */
  async hits(campaignId: number, emailId: number, request: PageRequest): Promise<Page<HitRow> | null> {
    const mails = await this.db.query(`SELECT m.id FROM email_messages m WHERE m.id = :emailId AND ${OF_CAMPAIGN}`, {
      campaignId,
      emailId,
    });
    if (mails.length === 0) return null;
    const items = await this.db.query<HitRow>(
      `SELECT h.id, h.kind, h.is_machine, h.reason, h.is_decoy, h.link_id, l.url, h.user_agent, h.occurred_at
         FROM email_hits h LEFT JOIN email_links l ON l.id = h.link_id
        WHERE h.message_id = :emailId ORDER BY h.id LIMIT :perPage OFFSET :offset`,
      { emailId, perPage: request.perPage, offset: offsetOf(request) },
    );
    const [count] = await this.db.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM email_hits WHERE message_id = :emailId',
      { emailId },
    );
    return { items, total: count?.total ?? 0, request };
  }

  async unsubscribers(campaignId: number, request: PageRequest): Promise<Page<UnsubscriberRow>> {
    const { unsubscribed: total } = await this.reactions(campaignId);
    const items =
      total === 0
        ? []
        : await this.db.query<UnsubscriberRow>(
            `SELECT m.contact_id, m.unsubscribe_method AS type, m.unsubscribe_reason AS reason,
                    m.unsubscribed_at AS created_at,
                    COALESCE(c.email, m.email) AS email, c.first_name, c.last_name, c.status
               FROM email_messages m LEFT JOIN contacts c ON c.id = m.contact_id
              WHERE ${OF_CAMPAIGN} AND m.unsubscribed_at IS NOT NULL
              ORDER BY m.unsubscribed_at DESC, m.id DESC LIMIT :perPage OFFSET :offset`,
            { campaignId, perPage: request.perPage, offset: offsetOf(request) },
          );
    return { items, total, request };
  }

  /** How many people (not hits) opened, clicked and left; a second behind at most. */
  async reactions(campaignId: number): Promise<Reactions> {
    const [row] = await this.db.query<Reactions>(
      `SELECT COALESCE(SUM(opened), 0) AS opened, COALESCE(SUM(clicked), 0) AS clicked,
              COALESCE(SUM(unsubscribed), 0) AS unsubscribed
         FROM campaign_daily_stats WHERE campaign_id = :campaignId`,
      { campaignId },
    );
    return row ?? { opened: 0, clicked: 0, unsubscribed: 0 };
  }

  /** A total that is counted as things happen; undefined where it has to be counted now. */
  private async countedTotal(campaignId: number, filter: EmailsFilter): Promise<number | undefined> {
    const { filterType, status, search = '' } = filter;
    if (search !== '' || (filterType !== undefined && status !== undefined)) return undefined;
    if (filterType === 'unopened') return undefined;
    if (filterType === 'view') return (await this.reactions(campaignId)).opened;
    if (filterType === 'click') return (await this.reactions(campaignId)).clicked;
    const { byState } = await this.sendings.progress({ type: 'campaign', id: campaignId });
    const states = filterType === undefined ? (status === undefined ? null : statesOf(status)) : [filterType];
    return totalOf(byState, states);
  }

  private async count(condition: string, params: SqlParams): Promise<number> {
    const [row] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM email_messages m LEFT JOIN contacts c ON c.id = m.contact_id WHERE ${condition}`,
      params,
    );
    return row?.total ?? 0;
  }
}

function totalOf(byState: SendingProgress['byState'], states: readonly EmailState[] | null): number {
  const counted = Object.entries(byState) as [EmailState, number][];
  return counted.reduce((sum, [state, total]) => (states === null || states.includes(state) ? sum + total : sum), 0);
}

/** By state where that leaves little to sort, in the order of the page everywhere else. */
function indexFor({ filterType, status }: EmailsFilter, counted: number | undefined): string {
  const byState = status !== undefined || filterType === 'failed' || filterType === 'bounced';
  return byState && counted !== undefined && counted <= FEW ? 'ix_email_messages_due' : 'ix_email_messages_source';
}

function emailsCondition(campaignId: number, filter: EmailsFilter): { sql: string; params: SqlParams } {
  const conditions = [OF_CAMPAIGN];
  const params: Record<string, string | number | readonly string[]> = { campaignId };
  if (filter.filterType) conditions.push(CONDITIONS[filter.filterType]);
  if (filter.status) {
    conditions.push('m.state IN (:states)');
    params['states'] = statesOf(filter.status);
  }
  if (filter.search !== undefined && filter.search !== '') {
    conditions.push(`(m.email LIKE :search OR CONCAT_WS(' ', c.first_name, c.last_name) LIKE :search)`);
    params['search'] = likeContains(filter.search);
  }
  return { sql: conditions.join(' AND '), params };
}
