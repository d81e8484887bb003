import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { slugOf } from '../../../platform/text/slug.js';
import { CompaniesService } from '../../companies/companies.service.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { DoubleOptInService } from '../../contacts/double-opt-in/double-opt-in.service.js';
import { CompanyMemberships } from '../../contacts/memberships/company-memberships.service.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { ImportsService } from '../../imports/imports.service.js';
import { LabelsService } from '../../labels/labels.service.js';
import { SegmentsService } from '../../segments/segments.service.js';
import { DemoAgenda } from './demo-agenda.js';
import { chance, happens } from './demo-chance.js';
import { DEMO_COMPANIES, DEMO_FIELDS, DEMO_FUNNEL_TAGS, DEMO_LISTS, DEMO_SEGMENTS, DEMO_TAGS } from './demo-data.js';
import type { DemoPerson } from './demo-people.js';
import type { RecipeIds } from './demo-recipes.js';

const HOUR_MS = 3_600_000;
const CONFIRMED = 0.85;

/** Lists, tags, fields, companies, and segments of the shop, and the ways in which contacts arrive. */
@Injectable()
export class DemoAudience {
  private lists: readonly number[] = [];
  private tags: readonly number[] = [];
  private companies: readonly number[] = [];

  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly fields: CustomFieldsService,
    private readonly companyRecords: CompaniesService,
    private readonly memberships: CompanyMemberships,
    private readonly segments: SegmentsService,
    private readonly contacts: ContactsService,
    private readonly imports: ImportsService,
    private readonly doubleOptIn: DoubleOptInService,
    private readonly agenda: DemoAgenda,
  ) {}

  /** Creates what contacts belong to; keeps what exists. @returns the ids that the funnels use. */
  async prepare(): Promise<RecipeIds> {
    this.lists = await this.idsOf('lists', DEMO_LISTS, (list) => this.labels.create('list', list));
    this.tags = await this.idsOf('tags', titled(DEMO_TAGS), (tag) => this.labels.create('tag', tag));
    const funnelTags = titled(DEMO_FUNNEL_TAGS);
    const tags = await this.idsOf('tags', funnelTags, (tag) => this.labels.create('tag', tag));
    const known = new Set((await this.fields.list()).map((field) => field.label));
    for (const field of DEMO_FIELDS) if (!known.has(field.label)) await this.fields.create(field);
    const segments = await this.idsOf('segments', DEMO_SEGMENTS, (segment) => this.segments.create(segment));
    const companies: number[] = [];
    for (const company of DEMO_COMPANIES) companies.push((await this.companyRecords.create(company)).id);
    this.companies = companies;
    return { lists: this.lists, tags, segments };
  }

  /** Queues an import. It is silent: these people know the shop, and get no welcome. */
  async import(people: readonly DemoPerson[], consent: string, tag: number | undefined): Promise<void> {
    const rows = people.map((person) => {
      const { lists: _lists, tags: _tags, custom_values: values, ...fields } = this.inputOf(person);
      return { ...fields, ...values };
    });
    const file = await this.imports.receiveRows(rows, null);
    const options = { lists: this.lists.slice(0, 1), tags: tag === undefined ? [] : [this.tags[tag]], silent: true };
    await this.imports.queue(file, await this.imports.plan(file, { ...options, consent: { proof: consent } }));
  }

  /** Signs somebody up; most of them confirm. */
  async signUp(person: DemoPerson, at: number): Promise<void> {
    const consent = { ip: ipOf(person), text_version: 'sign-up form 3' };
    const { contact } = await this.contacts.createOrUpdate(
      { ...this.inputOf(person), status: 'pending', consent },
      { doubleOptIn: true, forceUpdate: true },
    );
    if (person.mailbox === 'gateway')
      await this.memberships.attach({ contactIds: [contact.id], companyIds: this.companies.slice(0, 1) });
    else if (person.number % 25 === 3)
      await this.memberships.attach({
        contactIds: [contact.id],
        companyIds: this.companies.slice(1 + (person.number % 2)).slice(0, 1),
      });
    if (person.mailbox === 'gone' || !happens(`${person.email} confirms`, CONFIRMED)) return;
    // The email leaves within hours.
    this.agenda.plan(at + (16 + chance(`${person.email} delay`) * 40) * HOUR_MS, () =>
      this.confirm(contact.id, person),
    );
  }

  private async confirm(contactId: number, person: DemoPerson): Promise<void> {
    const [newest] = await this.db.query<{ id: number }>(
      'SELECT id FROM contact_optins WHERE contact_id = :contactId ORDER BY id DESC LIMIT 1',
      { contactId },
    );
    if (newest) await this.doubleOptIn.confirm({ optinId: newest.id, address: person.email }, { ip: ipOf(person) });
  }

  private inputOf(person: DemoPerson) {
    const { email, firstName: first_name, lastName: last_name, city, country, number } = person;
    const every = (step: number, ids: readonly number[], position: number): number[] =>
      number % step === 0 ? ids.slice(position, position + 1) : [];
    return {
      ...{ email, first_name, last_name, city, country },
      lists: [...this.lists.slice(0, 1), ...every(3, this.lists, 1), ...every(7, this.lists, 2)],
      tags: [
        ...every(2, this.tags, 0),
        ...every(5, this.tags, 1),
        ...every(11, this.tags, 2),
        ...every(13, this.tags, 4),
      ],
      custom_values: {
        favorite_roast: ['light', 'medium', 'dark'][number % 3] ?? 'dark',
        interests: number % 2 === 0 ? ['brewing', 'events'] : ['recipes'],
        language: person.language,
      },
    };
  }

  /** Returns the ids of all wanted rows, and creates the missing ones. */
  private async idsOf<Wanted extends { readonly title: string }>(
    table: 'lists' | 'tags' | 'segments',
    wanted: readonly Wanted[],
    create: (label: Wanted) => Promise<{ readonly id: number }>,
  ): Promise<number[]> {
    const ids: number[] = [];
    for (const label of wanted) {
      const [known] = await this.db.query<{ id: number }>(`SELECT id FROM ${table} WHERE slug = :slug`, {
        slug: slugOf(label.title),
      });
      ids.push((known ?? (await create(label))).id);
    }
    return ids;
  }
}

const titled = (titles: readonly string[]): { readonly title: string }[] => titles.map((title) => ({ title }));

/** A documentation address (RFC 5737), the same for each action of a person. */
export const ipOf = ({ number }: Pick<DemoPerson, 'number'>): string =>
  number < 250 ? `198.51.100.${number + 1}` : `203.0.113.${(number % 250) + 1}`;
