import { Injectable } from '@nestjs/common';
import type { Campaign } from '../modules/campaigns/campaign/campaign.entity.js';
import { CampaignsService } from '../modules/campaigns/campaigns.service.js';
import { CompanyMemberships } from '../modules/contacts/memberships/company-memberships.service.js';
import { NamedLabels } from '../modules/contacts/memberships/named-labels.service.js';
import { CustomFieldsService } from '../modules/custom-fields/custom-fields.service.js';
import { MAX_LENGTH } from '../modules/custom-fields/custom-field.entity.js';
import { bySlug } from '../modules/custom-fields/custom-values.service.js';
import { LabelsService } from '../modules/labels/labels.service.js';
import { Database } from '../platform/database/database.js';
import { cutTo } from './dialect-bodies.js';
import type { Members, Translation } from './dialect-route.js';
import { isObject } from '../platform/values/json.js';

const KIND = { tags: 'tag', lists: 'list' } as const;
const DIGITS = /^\d{1,10}$/;

/** Returns the content of a campaign by the names of the API. */
export const emailOf = (campaign: Campaign): Members => ({
  email_subject: campaign.emailSubject,
  email_pre_header: campaign.emailPreHeader,
  email_body: campaign.emailBody,
  design_template: campaign.designTemplate,
});

/** Looks up what bodies of the dialect refer to. */
@Injectable()
export class DialectTools implements Translation {
  constructor(
    private readonly db: Database,
    private readonly store: LabelsService,
    private readonly named: NamedLabels,
    private readonly fields: CustomFieldsService,
    private readonly campaigns: CampaignsService,
    private readonly memberships: CompanyMemberships,
  ) {}

  /** Finds labels by id, slug, or title; leaves out unknown ids and other values. */
  readonly labels: Translation['labels'] = async (member, given, { creates, warn }) => {
    const kind = KIND[member];
    const names = given.map((each) => (isObject(each) ? (each['id'] ?? each['slug'] ?? each['title']) : each));
    const texts = names.flatMap((name) =>
      typeof name === 'number' || typeof name === 'string' ? [String(name).trim()] : [],
    );
    const titles = texts.filter((text) => text !== '' && !DIGITS.test(text));
    const known = await this.store.knownOf(this.db, {
      ...{ list: [], tag: [] },
      [kind]: [...texts.filter((text) => DIGITS.test(text)).map(Number), ...titles.map((text) => text.toLowerCase())],
    });
    const slugs = new Map([...known[kind].values()].map(({ id, slug }) => [slug, id]));
    const others = titles.filter((text) => !slugs.has(text.toLowerCase()));
    const byTitle = creates
      ? await this.named.findOrCreate(kind, others, 'titles')
      : await this.named.find(kind, others, 'titles');
    const idOf = (text: string): number | undefined | null =>
      DIGITS.test(text) ? known[kind].get(Number(text))?.id : (slugs.get(text.toLowerCase()) ?? byTitle.get(text));
    const unknown = texts.filter((text) => text !== '' && typeof idOf(text) !== 'number');
    if (unknown.length > 0) warn(`${member}: left out, because they do not exist: ${unknown.join(', ')}`);
    return [...new Set(texts.flatMap((text) => idOf(text) ?? []))];
  };

  readonly emailOf: Translation['emailOf'] = async (id) => emailOf(await this.campaigns.find(id));

  readonly company: Translation['company'] = async (given, warn) => {
    const id = Number(given);
    const [known] = Number.isSafeInteger(id) ? await this.memberships.existing([id]) : [];
    if (known === undefined) warn(`company_id was left out, because it does not exist: ${String(given)}`);
    return known ?? null;
  };

  readonly joinCompany: Translation['joinCompany'] = async (contactId, companyId) =>
    this.memberships.attach({ contactIds: [contactId], companyIds: [companyId] });

  readonly customValues: Translation['customValues'] = async (values, warn) => {
    if (!Object.values(values).some((value) => typeof value === 'string' && value.length > MAX_LENGTH.text))
      return values;
    const fields = bySlug(await this.fields.list());
    const cut = Object.entries(values).map(([slug, value]) => {
      const type = fields.get(slug)?.type;
      const isText = type === 'text' || type === 'textarea';
      return [slug, (isText ? cutTo(MAX_LENGTH[type], slug, value, warn) : undefined) ?? value];
    });
    return Object.fromEntries(cut) as Members;
  };
}
