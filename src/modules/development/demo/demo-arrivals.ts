import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { DoubleOptInService } from '../../contacts/double-opt-in/double-opt-in.service.js';
import { CompanyMemberships } from '../../contacts/memberships/company-memberships.service.js';
import { ImportsService } from '../../imports/imports.service.js';
import { DemoAgenda } from './demo-agenda.js';
import type { DemoIds } from './demo-catalog.js';
import { chance, happens, type DemoPerson, ipOf } from './demo-people.js';

const HOUR_MS = 3_600_000;
const CONFIRMED = 0.85;

@Injectable()
export class DemoArrivals {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly memberships: CompanyMemberships,
    private readonly imports: ImportsService,
    private readonly doubleOptIn: DoubleOptInService,
    private readonly agenda: DemoAgenda,
  ) {}

  /** Queues an import. It is silent: these people know the shop, and get no welcome. */
  async import(ids: DemoIds, people: readonly DemoPerson[], consent: string, tags: readonly number[]): Promise<void> {
    const rows = people.map((person) => ({ ...fieldsOf(person), ...valuesOf(person) }));
    const file = await this.imports.receiveRows(rows, null);
    const options = { lists: ids.lists.slice(0, 1), tags, silent: true, consent: { proof: consent } };
    await this.imports.start(file, options);
  }

  async signUp(ids: DemoIds, person: DemoPerson, at: number): Promise<void> {
    const consent = { ip: ipOf(person), text_version: 'sign-up form 3' };
    const { contact } = await this.contacts.createOrUpdate(
      { ...fieldsOf(person), ...labelsOf(person, ids), custom_values: valuesOf(person), status: 'pending', consent },
      { doubleOptIn: true, forceUpdate: true },
    );
    const company = person.mailbox === 'gateway' ? 0 : person.number % 25 === 3 ? 1 + (person.number % 2) : null;
    const companyIds = company === null ? [] : ids.companies.slice(company, company + 1);
    if (companyIds.length > 0) await this.memberships.attach({ contactIds: [contact.id], companyIds });
    if (person.mailbox === 'gone' || !happens(`${person.email} confirms`, CONFIRMED)) return;
    // The email leaves within hours.
    const readAt = at + (16 + chance(`${person.email} delay`) * 40) * HOUR_MS;
    this.agenda.plan(readAt, () => this.confirm(contact.id, person));
  }

  private async confirm(contactId: number, person: DemoPerson): Promise<void> {
    const sql = 'SELECT id FROM contact_optins WHERE contact_id = :contactId ORDER BY id DESC LIMIT 1';
    const [newest] = await this.db.query<{ id: number }>(sql, { contactId });
    if (newest) await this.doubleOptIn.confirm({ optinId: newest.id, address: person.email }, { ip: ipOf(person) });
  }
}

const fieldsOf = ({ email, firstName, lastName, city, country }: DemoPerson) => ({
  ...{ email, first_name: firstName, last_name: lastName, city, country },
});

const valuesOf = ({ number, language }: DemoPerson) => ({
  favorite_roast: ['light', 'medium', 'dark'][number % 3] ?? 'dark',
  interests: number % 2 === 0 ? ['brewing', 'events'] : ['recipes'],
  language,
});

function labelsOf({ number }: DemoPerson, { lists, contactTags: tags }: DemoIds) {
  const every = (step: number, ids: readonly number[], position: number): number[] =>
    number % step === 0 ? ids.slice(position, position + 1) : [];
  return {
    lists: [...lists.slice(0, 1), ...every(3, lists, 1), ...every(7, lists, 2)],
    tags: [...every(2, tags, 0), ...every(5, tags, 1), ...every(11, tags, 2), ...every(13, tags, 4)],
  };
}
