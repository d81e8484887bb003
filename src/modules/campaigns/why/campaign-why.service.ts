import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { type FilterRow, type Filters, SegmentsService } from '../../segments/segments.service.js';
import { SuppressionsService } from '../../contacts/suppression/suppressions.service.js';
import { IS_RECIPIENT, RESEND_CONDITIONS } from '../audience/audience-sql.js';
import { type Audience, rulesOf } from '../audience/audience.service.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import type { AudiencePair } from '../campaign/campaign-settings.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import type { WhyResponse } from './dto/why.shapes.js';
import { explain, type WhyEmail, type WhyFacts } from './why-verdict.js';

type WhyQuestion = { readonly email: string } | { readonly contactId: number };

type ContactRow = NonNullable<WhyFacts['contact']> & { readonly email: string };

type Memberships = Readonly<Record<'list' | 'tag', ReadonlyMap<number, string>>>;

const MAIL = `m.state, m.reason, m.attempts, m.created_at, m.next_attempt_at, m.settled_at,
  m.first_human_open_at, m.first_human_click_at, m.first_human_open_at IS NOT NULL AS opened,
  m.first_human_click_at IS NOT NULL AS clicked, m.email`;
const PAST_MAIL = `m.state, NULL, NULL, NULL, NULL, m.settled_at, NULL, NULL, m.opened, m.clicked, NULL`;

const received = (table: string): string =>
  `EXISTS (SELECT 1 FROM ${table} m WHERE m.contact_id = :contactId AND m.source_type = 'campaign' AND m.source_id = p.id AND ${IS_RECIPIENT})`;

@Injectable()
export class CampaignWhy {
  constructor(
    private readonly db: Database,
    private readonly rows: CampaignRows,
    private readonly segments: SegmentsService,
    private readonly suppressions: SuppressionsService,
  ) {}

  async of(campaignId: number, question: WhyQuestion): Promise<WhyResponse> {
    const campaign = await this.rows.find(campaignId);
    const contact = await this.contact(question);
    const mail = await this.mail(campaignId, contact, question);
    const email = contact?.email ?? ('email' in question ? question.email : (mail?.email ?? null));
    return { email, ...explain(await this.facts(campaign, contact, mail, question)) };
  }

  private async facts(
    campaign: Campaign,
    contact: ContactRow | null,
    mail: WhyEmail | null,
    question: WhyQuestion,
  ): Promise<WhyFacts> {
    const suppressed = contact && (await this.suppressions.isSuppressed(this.db, [contact.email]));
    const memberships = contact && (await this.memberships(contact.id));
    return {
      campaign: {
        status: campaign.status,
        hasBegun: campaign.contentId !== null,
        isEnrolled: campaign.snapshotDone === 1,
        position: campaign.snapshotPosition,
      },
      asked: 'email' in question ? question.email : `with the id ${question.contactId}`,
      contact,
      mail,
      isSuppressed: contact !== null && suppressed?.has(contact.email) === true,
      matched:
        contact && memberships
          ? await this.matched(campaign, contact.id, memberships)
          : { holds: false, detail: 'The contact does not exist.' },
      excludedBy: contact && memberships ? await this.excludedBy(campaign, contact.id, memberships) : [],
    };
  }

  private async contact(question: WhyQuestion): Promise<ContactRow | null> {
    const [contact] = await this.db.query<ContactRow>(
      `SELECT id, email, status, created_at AS createdAt, IF(paused_until > NOW(), paused_until, NULL) AS pausedUntil
         FROM contacts
        WHERE ${'email' in question ? 'email = :email' : 'id = :contactId'}`,
      { ...question },
    );
    return contact ?? null;
  }

  /** Finds the email by contact (which includes emails of merged contacts), or of a deleted contact by its recipient key. */
  private async mail(
    campaignId: number,
    contact: ContactRow | null,
    question: WhyQuestion,
  ): Promise<(WhyEmail & { readonly email: string | null }) | null> {
    const id = contact?.id ?? ('contactId' in question ? question.contactId : null);
    if (id === null) return null;
    const [mail] = await this.db.query<WhyEmail & { email: string | null }>(
      `(SELECT ${MAIL} FROM email_messages m WHERE m.source_type = 'campaign' AND m.source_id = :campaignId
           AND ${contact === null ? 'm.recipient_key = :key' : 'm.contact_id = :id'} ORDER BY m.id LIMIT 1)
        UNION ALL
       (SELECT ${PAST_MAIL} FROM past_emails m
         WHERE m.source_type = 'campaign' AND m.source_id = :campaignId AND m.contact_id = :id LIMIT 1)`,
      { campaignId, id, key: String(id) },
    );
    return mail ?? null;
  }

  private async memberships(contactId: number): Promise<Memberships> {
    const of = async (kind: 'list' | 'tag'): Promise<Map<number, string>> => {
      const rows = await this.db.query<{ id: number; title: string }>(
        `SELECT l.id, l.title FROM contact_${kind}s m JOIN ${kind}s l ON l.id = m.${kind}_id WHERE m.contact_id = :contactId`,
        { contactId },
      );
      return new Map(rows.map(({ id, title }) => [id, title]));
    };
    return { list: await of('list'), tag: await of('tag') };
  }

  private async matched(audience: Audience, contactId: number, memberships: Memberships): Promise<WhyFacts['matched']> {
    const { sending_filter, subscribers } = audience.settings;
    switch (sending_filter) {
      case 'list_tag': {
        const rows = matchingRows(subscribers, memberships);
        return rows.length > 0
          ? { holds: true, detail: `Matched by ${rows.join('; ')}.` }
          : { holds: false, detail: 'The contact matches none of the recipient rows.' };
      }
      case 'resend':
        return this.matchedByResend(audience, contactId);
      case 'dynamic_segment':
      case 'advanced_filters':
        return this.matchedByRule(audience, contactId);
    }
  }

  private async matchedByResend({ settings: { resend } }: Audience, contactId: number): Promise<WhyFacts['matched']> {
    if (resend === null) return { holds: false, detail: 'The campaign to resend is not set.' };
    const rows = await this.db.query(
      `SELECT m.id FROM email_messages m
        WHERE m.contact_id = :contactId AND m.source_type = 'campaign' AND m.source_id = :of AND ${RESEND_CONDITIONS[resend.kind]} LIMIT 1`,
      { contactId, of: resend.of },
    );
    const [is, what] = [rows.length > 0 ? 'is' : 'is not', resend.kind === 'unopened' ? 'sent and unopened' : 'failed'];
    return { holds: rows.length > 0, detail: `The email of campaign ${resend.of} to this contact ${is} ${what}.` };
  }

  private async matchedByRule(audience: Audience, contactId: number): Promise<WhyFacts['matched']> {
    try {
      const filters = rulesOf(audience) ?? (await this.segmentRule(audience));
      if (filters === null) return { holds: false, detail: 'The campaign has no recipient rule.' };
      const groups = (await this.segments.rowsHolding(filters, contactId)) ?? [];
      const held = groups.findIndex((rows) => rows.every(({ holds }) => holds));
      if (held >= 0) return { holds: true, detail: `The contact matches group ${held + 1} of the rule.` };
      const failing = groups.map((rows, index) => {
        const row = rows.find(({ holds }) => !holds);
        return `group ${index + 1} at ${row === undefined ? 'nothing' : inWords(row.row)}`;
      });
      return { holds: false, detail: `The contact does not match the rule: ${failing.join('; ')}.` };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { holds: false, detail: 'The rule is missing or invalid.' };
    }
  }

  private async segmentRule({ settings: { dynamic_segment: segment } }: Audience): Promise<Filters | null> {
    return segment === null ? null : (await this.segments.get(segment.id)).filters;
  }

  /** A started campaign uses its frozen rules. A deleted segment without a frozen rule excludes no contact. */
  private async excludingSegments({ settings, frozenExclusions }: Audience, contactId: number): Promise<string[]> {
    const excluding: string[] = [];
    for (const id of settings.excluded_segment_ids) {
      try {
        const segment = await this.segments.find(id);
        const filters = frozenExclusions?.find((rule) => rule.id === id)?.filters ?? segment?.filters;
        const groups = filters === undefined ? [] : ((await this.segments.rowsHolding(filters, contactId)) ?? []);
        if (groups.some((rows) => rows.every(({ holds }) => holds)))
          excluding.push(`segment ${id}${segment ? ` (${segment.title})` : ''}`);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }
    return excluding;
  }

  private async excludedBy(audience: Audience, contactId: number, memberships: Memberships): Promise<string[]> {
    const { excludedSubscribers, exclude_campaign_ids } = audience.settings;
    const rows = [
      ...matchingRows(excludedSubscribers, memberships),
      ...(await this.excludingSegments(audience, contactId)),
    ];
    if (exclude_campaign_ids.length === 0) return rows;
    const campaigns = await this.db.query<{ id: number; title: string }>(
      `SELECT p.id, p.title FROM campaigns p WHERE p.id IN (:campaigns) AND (${received('email_messages')} OR ${received('past_emails')})
        ORDER BY p.id`,
      { contactId, campaigns: exclude_campaign_ids },
    );
    return [...rows, ...campaigns.map(({ id, title }) => `the email of campaign ${id} (${title})`)];
  }
}

function matchingRows(pairs: readonly AudiencePair[], { list: lists, tag: tags }: Memberships): string[] {
  return pairs.flatMap(({ list, tag }, index) => {
    const ofList = list === 'all' ? '' : lists.get(list);
    const ofTag = tag === 'all' ? '' : tags.get(tag);
    if (ofList === undefined || ofTag === undefined) return [];
    const words = [
      list === 'all' ? [] : `list ${list} (${ofList})`,
      tag === 'all' ? [] : `tag ${tag} (${ofTag})`,
    ].flat();
    return [`row ${index + 1}: ${words.length === 0 ? 'all contacts' : words.join(' and ')}`];
  });
}

function inWords({ source, operator, value }: FilterRow): string {
  return `${source.join('.')} ${operator}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`;
}
