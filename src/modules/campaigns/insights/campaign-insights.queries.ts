import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { likeContains } from '../../../platform/sql/like.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import { COUNTED_AS_SENT, type EmailState, type EmailStatus, statesOf } from '../../emails/email-state.js';

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

export interface LinkRow {
  readonly id: number;
  readonly url: string;
  readonly total: number;
  readonly unique: number;
  readonly machine: number;
}

export interface UnsubscriberRow {
  readonly contact_id: number | null;
  readonly type: string;
  readonly created_at: Date;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly status: string | null;
}

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
  constructor(private readonly db: Database) {}

  async emails(campaignId: number, filter: EmailsFilter, request: PageRequest): Promise<Page<CampaignEmailRow>> {
    const { sql, params } = emailsCondition(campaignId, filter);
    const walking = request.cursor !== undefined;
    const after = request.cursor?.id ?? 0;
    const place = walking
      ? `AND m.id > :after ORDER BY m.id LIMIT ${request.perPage + 1}`
      : `ORDER BY m.id LIMIT :perPage OFFSET :offset`;
    const rows = await this.db.query<CampaignEmailRow>(
      `SELECT m.id, m.source_id AS campaign_id, m.contact_id, m.email, m.subject, m.state, m.reason, m.message_id, m.attempts,
              m.human_clicks, m.first_human_open_at, m.next_attempt_at, m.settled_at, m.created_at, m.updated_at,
              c.first_name, c.last_name, c.email AS contact_email, c.status AS contact_status
         FROM email_messages m LEFT JOIN contacts c ON c.id = m.contact_id
        WHERE ${sql} ${place}`,
      { ...params, after, perPage: request.perPage, offset: offsetOf(request) },
    );
    const [count] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM email_messages m LEFT JOIN contacts c ON c.id = m.contact_id WHERE ${sql}`,
      params,
    );
    const items = rows.slice(0, request.perPage);
    const last = rows.length > request.perPage ? items.at(-1) : undefined;
    return { items, total: count?.total ?? 0, request, next: last ? { value: null, id: last.id } : null };
  }

  /** Every tracked link, also those that nobody has followed. */
  async links(campaignId: number): Promise<LinkRow[]> {
    return this.db.query<LinkRow>(
      `SELECT l.id, l.url,
              COALESCE(SUM(h.is_machine = 0), 0) AS total,
              COUNT(DISTINCT IF(h.is_machine = 0, h.message_id, NULL)) AS \`unique\`,
              COALESCE(SUM(h.is_machine = 1), 0) AS machine
         FROM campaigns c
         JOIN email_links l ON l.content_id = c.content_id
         LEFT JOIN email_hits h ON h.link_id = l.id
        WHERE c.id = :campaignId
        GROUP BY l.id, l.url, l.position
        ORDER BY l.position`,
      { campaignId },
    );
  }

  async unsubscribers(campaignId: number, request: PageRequest): Promise<Page<UnsubscriberRow>> {
    const condition = `${OF_CAMPAIGN} AND m.unsubscribed_at IS NOT NULL`;
    const items = await this.db.query<UnsubscriberRow>(
      `SELECT m.contact_id, m.unsubscribe_method AS type, m.unsubscribed_at AS created_at,
              COALESCE(c.email, m.email) AS email, c.first_name, c.last_name, c.status
         FROM email_messages m LEFT JOIN contacts c ON c.id = m.contact_id
        WHERE ${condition} ORDER BY m.unsubscribed_at DESC, m.id DESC LIMIT :perPage OFFSET :offset`,
      { campaignId, perPage: request.perPage, offset: offsetOf(request) },
    );
    const [count] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM email_messages m WHERE ${condition}`,
      { campaignId },
    );
    return { items, total: count?.total ?? 0, request };
  }

  /** How many people (not hits) opened, clicked and left, as percent of what was delivered. */
  async reactions(
    campaignId: number,
  ): Promise<{ delivered: number; opened: number; clicked: number; unsubscribed: number }> {
    const [row] = await this.db.query<{ delivered: number; opened: number; clicked: number; unsubscribed: number }>(
      `SELECT COALESCE(SUM(m.state IN (:sent) AND m.state <> 'bounced'), 0) AS delivered,
              COALESCE(SUM(m.first_human_open_at IS NOT NULL), 0) AS opened,
              COALESCE(SUM(m.first_human_click_at IS NOT NULL), 0) AS clicked,
              COALESCE(SUM(m.unsubscribed_at IS NOT NULL), 0) AS unsubscribed
         FROM email_messages m WHERE ${OF_CAMPAIGN}`,
      { campaignId, sent: COUNTED_AS_SENT },
    );
    return row ?? { delivered: 0, opened: 0, clicked: 0, unsubscribed: 0 };
  }
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
