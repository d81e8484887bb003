import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { type FilterRow, type Filters, SegmentsService } from '../../segments/segments.service.js';
import { SuppressionsService } from '../../contacts/suppression/suppressions.service.js';
import { HAS_MAIL, REPEATED } from '../audience/audience-sql.js';
import { type Audience, audienceOf } from '../audience/audience.service.js';
import { CampaignRows } from '../campaign-rows.js';
import type { AudiencePair } from '../campaign-settings.js';
import type { Campaign } from '../campaign.entity.js';
import { explain, type Why, type WhyFacts, type WhyMail } from './why-verdict.js';

/** Whom it is about. */
export type WhyQuestion = { readonly email: string } | { readonly contactId: number };

interface ContactRow {
  readonly id: number;
  readonly email: string;
  readonly status: string;
  readonly createdAt: Date;
  readonly pausedUntil: Date | null;
}

/** The lists and tags of a contact, with their titles. */
interface Memberships {
  readonly list: ReadonlyMap<number, string>;
  readonly tag: ReadonlyMap<number, string>;
}

const MAIL = `m.state, m.reason, m.attempts, m.created_at, m.next_attempt_at, m.settled_at,
  m.first_human_open_at, m.first_human_click_at, m.email`;

/** Why somebody got a campaign's mail, or did not. */
@Injectable()
export class CampaignWhy {
  constructor(
    private readonly db: Database,
    private readonly rows: CampaignRows,
    private readonly segments: SegmentsService,
    private readonly suppressions: SuppressionsService,
  ) {}

  /** @throws AppError rest_post_invalid_id for an unknown campaign. */
  async of(campaignId: number, question: WhyQuestion): Promise<Why & { readonly email: string | null }> {
    const campaign = await this.rows.find(campaignId);
    const contact = await this.contact(question);
    const mail = await this.mail(campaignId, contact, question);
    const email = contact?.email ?? ('email' in question ? question.email : (mail?.email ?? null));
    return { email, ...explain(await this.facts(campaign, contact, mail, question)) };
  }

  private async facts(
    campaign: Campaign,
    contact: ContactRow | null,
    mail: WhyMail | null,
    question: WhyQuestion,
  ): Promise<WhyFacts> {
    const audience = audienceOf(campaign);
    const suppressed = contact === null ? null : await this.suppressions.isSuppressed(this.db, [contact.email]);
    const memberships = contact === null ? null : await this.memberships(contact.id);
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
        contact === null || memberships === null
          ? { holds: false, detail: 'There is no contact.' }
          : await this.matched(audience, contact.id, memberships),
      excludedBy:
        contact === null || memberships === null ? [] : await this.excludedBy(audience, contact.id, memberships),
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

  /** By the contact, who may have taken over the mails of another; of one that is gone, by the key that it had. */
  private async mail(
    campaignId: number,
    contact: ContactRow | null,
    question: WhyQuestion,
  ): Promise<(WhyMail & { readonly email: string | null }) | null> {
    const of = `FROM email_messages m WHERE m.source_type = 'campaign' AND m.source_id = :campaignId`;
    if (contact === null && 'email' in question) return null;
    const [mail] =
      contact === null
        ? await this.db.query<WhyMail & { email: string | null }>(`SELECT ${MAIL} ${of} AND m.recipient_key = :key`, {
            campaignId,
            key: String((question as { contactId: number }).contactId),
          })
        : await this.db.query<WhyMail & { email: string | null }>(
            `SELECT ${MAIL} ${of} AND m.contact_id = :contactId ORDER BY m.id LIMIT 1`,
            { campaignId, contactId: contact.id },
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
    switch (audience.by) {
      case 'list_tag': {
        const rows = matchingRows(audience.rows, memberships);
        return rows.length > 0
          ? { holds: true, detail: `Meant by ${rows.join('; ')}.` }
          : { holds: false, detail: `None of the ${audience.rows.length} rows of recipients holds.` };
      }
      case 'resend':
        return this.matchedByResend(audience, contactId);
      case 'dynamic_segment':
      case 'advanced_filters':
        return this.matchedByRule(audience, contactId);
    }
  }

  private async matchedByResend({ resend }: Audience, contactId: number): Promise<WhyFacts['matched']> {
    if (resend === null) return { holds: false, detail: 'It is not said whose mails are repeated.' };
    const rows = await this.db.query(
      `SELECT m.id FROM email_messages m
        WHERE m.contact_id = :contactId AND m.source_type = 'campaign' AND m.source_id = :of AND ${REPEATED[resend.kind]} LIMIT 1`,
      { contactId, of: resend.of },
    );
    const [is, what] = [rows.length > 0 ? 'is' : 'is not', resend.kind === 'unopened' ? 'sent and unopened' : 'failed'];
    return { holds: rows.length > 0, detail: `The mail of campaign ${resend.of} to this contact ${is} ${what}.` };
  }

  private async matchedByRule(audience: Audience, contactId: number): Promise<WhyFacts['matched']> {
    try {
      const filters = audience.filters ?? (await this.segmentRule(audience));
      if (filters === null) return { holds: false, detail: 'No rule says who is meant.' };
      const groups = (await this.segments.rowsHolding(filters, contactId)) ?? [];
      const held = groups.findIndex((rows) => rows.every(({ holds }) => holds));
      if (held >= 0) return { holds: true, detail: `Group ${held + 1} of the rule holds.` };
      const failing = groups.map((rows, index) => {
        const row = rows.find(({ holds }) => !holds);
        return `group ${index + 1} at ${row === undefined ? 'nothing' : inWords(row.row)}`;
      });
      return { holds: false, detail: `The rule fails: ${failing.join('; ')}.` };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { holds: false, detail: 'The rule is gone, or makes no sense any more.' };
    }
  }

  private async segmentRule({ segment }: Audience): Promise<Filters | null> {
    return segment === null ? null : (await this.segments.get(segment)).filters;
  }

  /** A campaign that started goes by the rules of that moment. A deleted segment without such a rule excludes no contact. */
  private async excludingSegments({ excludedSegments, excludedRules }: Audience, contactId: number): Promise<string[]> {
    const excluding: string[] = [];
    for (const id of excludedSegments) {
      try {
        const segment = await this.segments.find(id);
        const filters = excludedRules?.find((rule) => rule.id === id)?.filters ?? segment?.filters;
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
    const rows = [
      ...matchingRows(audience.excludedRows, memberships),
      ...(await this.excludingSegments(audience, contactId)),
    ];
    if (audience.excludedCampaigns.length === 0) return rows;
    const campaigns = await this.db.query<{ id: number; title: string }>(
      `SELECT DISTINCT p.id, p.title FROM email_messages m JOIN campaigns p ON p.id = m.source_id
        WHERE m.contact_id = :contactId AND m.source_type = 'campaign' AND m.source_id IN (:campaigns) AND ${HAS_MAIL}
        ORDER BY p.id`,
      { contactId, campaigns: audience.excludedCampaigns },
    );
    return [...rows, ...campaigns.map(({ id, title }) => `the mail of campaign ${id} (${title})`)];
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
    return [`row ${index + 1}: ${words.length === 0 ? 'everybody' : words.join(' and ')}`];
  });
}

function inWords({ source, operator, value }: FilterRow): string {
  return `${source.join('.')} ${operator}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`;
}
