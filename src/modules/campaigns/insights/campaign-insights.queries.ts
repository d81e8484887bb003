import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { numberOf } from '../../../platform/database/records.js';
import { offsetOf, type Page, type PageRequest, pageOfRows, windowOf } from '../../../platform/http/page.js';
import { likeContains } from '../../../platform/sql/like.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import { formsOf } from '../../../platform/text/email-address.js';
import { apiStatus, COUNTED_AS_SENT, type EmailState, IS_TRACKED, statesOf } from '../../../events/email-state.js';
import { withSqlTimestamps } from '../../../platform/clock/timestamps.js';
import { UNTIL_RELEASED } from '../../sending/ledger/held-emails.service.js';
import { type SendingProgress, SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import type { EmailFilter, EmailsFilter } from '../campaign/campaign-input.js';
import { type ContactColumns, embedded } from '../../contacts/dto/embedded-contact.shapes.js';
import { explanationOf } from '../../tracking/tracking-events.service.js';
import {
  type CampaignEmailResponse,
  type CampaignLinkResponse,
  type LanguageOutcomeResponse,
  type StoredEmail,
  type StoredTrackingEvent,
  type StoredUnsubscriber,
  type TrackingEventResponse,
  type UnsubscriberResponse,
} from './dto/campaign-insights.shapes.js';

type EmailRow = Omit<StoredEmail, 'status' | 'subscriber'> & ContactColumns & { readonly status: EmailState };

type UnsubscriberRow = Omit<StoredUnsubscriber, 'subscriber'> & ContactColumns;

interface TrackingEventRow extends Omit<StoredTrackingEvent, 'is_machine' | 'explanation' | 'is_decoy'> {
  readonly is_machine: number;
  readonly is_decoy: number;
}

/** With more emails in one state, a walk by id finds a page at once; with fewer, sorting them is cheap. */
const FEW = 20_000;

const CONDITIONS: Record<EmailFilter, string> = {
  click: 'm.first_human_click_at IS NOT NULL',
  view: 'm.first_human_open_at IS NOT NULL',
  unopened: `m.state = 'sent' AND m.first_human_open_at IS NULL AND ${IS_TRACKED}`,
  failed: `m.state = 'failed'`,
  bounced: `m.state = 'bounced'`,
};

const OF_CAMPAIGN = `m.source_type = 'campaign' AND m.source_id = :campaignId`;

/** In the order of the members of the response. */
const COLUMNS = `m.id, IF(m.source_type = 'campaign', m.source_id, NULL) AS campaign_id, m.source_type AS email_type,
  m.contact_id AS subscriber_id, m.email AS email_address, m.subject AS email_subject, m.variant, m.language,
  m.first_human_open_at IS NOT NULL AS is_open, m.human_clicks AS click_counter, m.state AS status, m.reason AS note,
  m.message_id, m.attempts, m.next_attempt_at AS scheduled_at,
  IF(m.state IN ('sent', 'complained'), m.settled_at, NULL) AS sent_at, m.created_at, m.updated_at,
  c.first_name, c.last_name, c.email AS contact_email, c.status AS contact_status`;

@Injectable()
export class CampaignInsightsQueries {
  constructor(
    private readonly db: Database,
    private readonly sendings: SendingRuns,
  ) {}

  async emails(campaignId: number, filter: EmailsFilter, request: PageRequest): Promise<Page<CampaignEmailResponse>> {
    const { sql, params } = emailsCondition(campaignId, filter);
    const counted = await this.countedTotal(campaignId, filter);
    // Without any match the query would read the whole ledger.
    const isEmpty = counted === 0 && filter.filterType !== undefined;
    const rows = isEmpty
      ? []
      : await this.db.query<EmailRow>(
          `SELECT ${COLUMNS}
             FROM email_messages m FORCE INDEX (${indexFor(filter, counted)})
             LEFT JOIN contacts c ON c.id = m.contact_id
            WHERE ${sql} ${request.cursor === undefined ? '' : 'AND m.id > :after'} ORDER BY m.id LIMIT :limit OFFSET :offset`,
          { ...params, after: request.cursor?.id ?? 0, ...windowOf(request) },
        );
    const page = pageOfRows(rows, counted ?? (await this.count(sql, params)), request);
    return { ...page, items: page.items.map(toEmail) };
  }

  /** Lists all emails to a contact, newest first. */
  async ofContact(contactId: number, request: PageRequest): Promise<Page<CampaignEmailResponse>> {
    const where = 'm.contact_id = :contactId';
    const rows = await this.db.query<EmailRow>(
      `SELECT ${COLUMNS} FROM email_messages m LEFT JOIN contacts c ON c.id = m.contact_id
        WHERE ${where} ORDER BY m.id DESC LIMIT :perPage OFFSET :offset`,
      { contactId, perPage: request.perPage, offset: offsetOf(request) },
    );
    return { items: rows.map(toEmail), total: await this.count(where, { contactId }), request };
  }

  /** Lists the opens and clicks of one email; null when the campaign has no such email. */
  async hits(campaignId: number, emailId: number, request: PageRequest): Promise<Page<TrackingEventResponse> | null> {
    const emails = await this.db.query(`SELECT m.id FROM email_messages m WHERE m.id = :emailId AND ${OF_CAMPAIGN}`, {
      campaignId,
      emailId,
    });
    if (emails.length === 0) return null;
    const hits = await this.db.query<TrackingEventRow>(
      `SELECT h.id, h.kind, h.is_machine, h.reason AS machine_reason, h.is_decoy, h.link_id, l.url, h.user_agent,
              h.occurred_at AS created_at
         FROM email_hits h LEFT JOIN email_links l ON l.id = h.link_id
        WHERE h.message_id = :emailId ORDER BY h.id LIMIT :perPage OFFSET :offset`,
      { emailId, perPage: request.perPage, offset: offsetOf(request) },
    );
    const total = await numberOf(this.db, 'SELECT COUNT(*) FROM email_hits WHERE message_id = :emailId', { emailId });
    return { items: hits.map(toTrackingEvent), total, request };
  }

  async unsubscribers(campaignId: number, request: PageRequest): Promise<Page<UnsubscriberResponse>> {
    const { unsubscribed } = await this.reactions(campaignId);
    if (unsubscribed === 0) return { items: [], total: 0, request };
    const isLeft = 'm.unsubscribed_at IS NOT NULL';
    const total = (await this.hasPastEmails(campaignId))
      ? await this.count(`${OF_CAMPAIGN} AND ${isLeft}`, { campaignId })
      : unsubscribed;
    const rows = await this.db.query<UnsubscriberRow>(
      `SELECT m.contact_id AS subscriber_id, m.unsubscribe_method AS type, m.unsubscribe_reason AS reason,
              m.unsubscribed_at AS created_at, COALESCE(c.email, m.email) AS contact_email, c.first_name, c.last_name,
              c.status AS contact_status
         FROM email_messages m LEFT JOIN contacts c ON c.id = m.contact_id
        WHERE ${OF_CAMPAIGN} AND ${isLeft}
        ORDER BY m.unsubscribed_at DESC, m.id DESC LIMIT :perPage OFFSET :offset`,
      { campaignId, perPage: request.perPage, offset: offsetOf(request) },
    );
    const items = rows.map(({ contact_email, first_name, last_name, contact_status, ...row }) => ({
      ...withSqlTimestamps(row),
      subscriber: embedded(row.subscriber_id, { contact_email, first_name, last_name, contact_status }),
    }));
    return { items, total, request };
  }

  /** Returns every tracked link, including those without clicks. @param during UTC, without removed emails; all time if null. */
  async links(
    campaignId: number,
    during: Record<'start' | 'end', string> | null = null,
  ): Promise<CampaignLinkResponse[]> {
    const clicks = `email_hits h WHERE h.link_id = l.id ${during ? 'AND h.occurred_at >= :start AND h.occurred_at < :end' : ''}`;
    const past = (figure: string): string => (during ? '0' : `l.past_${figure}`);
    const rows = await this.db.query<Omit<CampaignLinkResponse, 'variant'> & { readonly variant: string | null }>(
      // Each count reads a range of the index by link, which is ordered by email.
      `SELECT l.id, l.url, v.variant_key AS variant, NULLIF(t.language, '') AS language,
              (SELECT COUNT(*) FROM ${clicks} AND h.is_machine = 0) + ${past('clicks')} AS total,
              (SELECT COUNT(DISTINCT h.message_id) FROM ${clicks} AND h.is_machine = 0) + ${past('readers')} AS \`unique\`,
              (SELECT COUNT(*) FROM ${clicks} AND h.is_machine = 1) + ${past('machine_clicks')} AS machine
         FROM campaigns c
         LEFT JOIN campaign_variants v ON v.campaign_id = c.id
         LEFT JOIN campaign_contents t ON t.campaign_id = c.id AND t.variant_key = COALESCE(v.variant_key, '')
         JOIN email_links l ON l.content_id = COALESCE(t.content_id, v.content_id, c.content_id)
        WHERE c.id = :campaignId
        ORDER BY v.position, t.language, l.position`,
      { campaignId, ...during },
    );
    return rows.map(({ variant, ...row }) => (variant === null ? row : { ...row, variant }));
  }

  /** Returns the results by language, that of the content itself first; empty for a campaign without translations. */
  async languages(campaignId: number): Promise<LanguageOutcomeResponse[]> {
    return this.db.query<LanguageOutcomeResponse>(
      `SELECT language, SUM(sent) AS sent, SUM(bounced) AS bounced, SUM(opened) AS opened, SUM(clicked) AS clicked,
              SUM(unsubscribed) AS unsubscribed
         FROM (${outcomesOf('email_messages', 'm.first_human_open_at IS NOT NULL', 'm.first_human_click_at IS NOT NULL')}
               UNION ALL ${outcomesOf('past_emails', 'm.opened', 'm.clicked')}) m
        GROUP BY language ORDER BY language`,
      { campaignId, sent: COUNTED_AS_SENT },
    );
  }

  /** Counts contacts (not events) who opened, clicked, and opted out; lags by about a second. */
  async reactions(campaignId: number) {
    const none = { opened: 0, clicked: 0, unsubscribed: 0, untracked: 0 };
    const [row] = await this.db.query<typeof none>(
      `SELECT COALESCE(SUM(opened), 0) AS opened, COALESCE(SUM(clicked), 0) AS clicked,
              COALESCE(SUM(unsubscribed), 0) AS unsubscribed,
              COALESCE(SUM(untracked_sent) - SUM(untracked_bounced), 0) AS untracked
         FROM campaign_daily_stats WHERE campaign_id = :campaignId`,
      { campaignId },
    );
    return row ?? none;
  }

  /** Returns a total from counters; undefined when it has to be counted now. */
  private async countedTotal(campaignId: number, filter: EmailsFilter): Promise<number | undefined> {
    const { filterType, status, search = '' } = filter;
    if (search !== '' || (filterType !== undefined && status !== undefined)) return undefined;
    if (filterType === 'unopened' || (await this.hasPastEmails(campaignId))) return undefined;
    if (filterType === 'view') return (await this.reactions(campaignId)).opened;
    if (filterType === 'click') return (await this.reactions(campaignId)).clicked;
    const { byState } = await this.sendings.progress({ type: 'campaign', id: campaignId });
    const states = filterType === undefined ? (status === undefined ? null : statesOf(status)) : [filterType];
    return totalOf(byState, states);
  }

  private async hasPastEmails(campaignId: number): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 AS past FROM past_emails m WHERE ${OF_CAMPAIGN} LIMIT 1`, {
      campaignId,
    });
    return rows.length > 0;
  }

  private async count(condition: string, params: SqlParams): Promise<number> {
    const from = 'email_messages m LEFT JOIN contacts c ON c.id = m.contact_id';
    return numberOf(this.db, `SELECT COUNT(*) FROM ${from} WHERE ${condition}`, params);
  }
}

function toEmail({ contact_email, first_name, last_name, contact_status, ...email }: EmailRow): CampaignEmailResponse {
  // An email that waits for the winner of an A/B test has no due time.
  const isHeld = email.scheduled_at?.getTime() === UNTIL_RELEASED.getTime();
  return {
    ...withSqlTimestamps(email),
    status: apiStatus(email.status),
    ...(isHeld && { scheduled_at: null }),
    subscriber: embedded(email.subscriber_id, { contact_email, first_name, last_name, contact_status }),
  };
}

/** Members have the order of the response. */
function toTrackingEvent({ id, kind, is_machine, machine_reason, is_decoy, ...hit }: TrackingEventRow) {
  const explanation = explanationOf(machine_reason);
  const origin = { is_machine: is_machine === 1, machine_reason, explanation, is_decoy: is_decoy === 1 };
  return { id, kind, ...origin, ...withSqlTimestamps(hit) };
}

const outcomesOf = (table: string, opened: string, clicked: string): string =>
  `SELECT m.language, SUM(m.state IN (:sent)) AS sent, SUM(m.state = 'bounced') AS bounced, SUM(${opened}) AS opened,
          SUM(${clicked}) AS clicked, SUM(m.unsubscribed_at IS NOT NULL) AS unsubscribed
     FROM ${table} m
    WHERE ${OF_CAMPAIGN} AND EXISTS (SELECT 1 FROM campaign_contents t WHERE t.campaign_id = :campaignId)
    GROUP BY m.language`;

function totalOf(byState: SendingProgress['byState'], states: readonly EmailState[] | null): number {
  const counted = Object.entries(byState) as [EmailState, number][];
  return counted.reduce((sum, [state, total]) => (states === null || states.includes(state) ? sum + total : sum), 0);
}

/** Chooses the index by state when that leaves little to sort, and the order of the page otherwise. */
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
    conditions.push(
      `(m.email LIKE :search OR m.email LIKE :address OR CONCAT_WS(' ', c.first_name, c.last_name) LIKE :search)`,
    );
    params['search'] = likeContains(filter.search);
    params['address'] = likeContains(formsOf(filter.search.toLowerCase())[0] ?? '');
  }
  return { sql: conditions.join(' AND '), params };
}
