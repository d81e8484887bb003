import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { SHOWN_CONTACT } from '../contact/contact-fields.js';
import { CompanyMemberships } from '../memberships/company-memberships.service.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { commerceStatOf } from './commerce-stat.queries.js';
import { ContactsQueries, type ContactStats, type ContactView, type ShownContact } from './contacts.queries.js';

export const CONTACT_EXTRAS = [
  'stats',
  'custom_fields',
  'subscriber.custom_values',
  'companies',
  'commerce_stat',
  'subscriptions',
] as const;
export type ContactExtra = (typeof CONTACT_EXTRAS)[number];

export type ContactSelector = { readonly id: number } | { readonly email: string };

export interface OneContact {
  readonly view: ContactView;
  readonly customFields?: readonly CustomField[];
}

const STATS = namedSql(__dirname, 'contact-stats');

@Injectable()
export class OneContactQueries {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsQueries,
    private readonly memberships: MembershipsService,
    private readonly companies: CompanyMemberships,
    private readonly fields: CustomFieldsService,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  async one(selector: ContactSelector, extras: readonly ContactExtra[] = []): Promise<OneContact> {
    const has = (extra: ContactExtra): boolean => extras.includes(extra);
    const reader = this.db.joined();
    const [[contact], labels] = await Promise.all([
      reader.query<ShownContact>(
        `SELECT ${SHOWN_CONTACT} FROM contacts c WHERE ${'id' in selector ? 'c.id = :id' : 'c.email = :email'}`,
        { ...selector },
      ),
      'id' in selector ? this.memberships.of([selector.id], reader) : undefined,
    ]);
    if (!contact) throw notFound();
    const [view] = await this.contacts.views([contact], has('subscriber.custom_values'), labels);
    if (!view) throw notFound();
    return {
      view: {
        ...view,
        ...(has('stats') && { stats: await this.stats(contact.id) }),
        ...(has('companies') && { companies: await this.companies.of(contact.id) }),
        ...(has('subscriptions') && { subscriptions: await this.subscriptions.statesOf([contact.id]) }),
        ...(has('commerce_stat') && { commerceStat: await commerceStatOf(this.db, contact.id) }),
      },
      ...(has('custom_fields') && { customFields: await this.fields.list() }),
    };
  }

  private async stats(contactId: number): Promise<ContactStats> {
    const [row] = await this.db.query<ContactStats>(STATS, { contactId });
    return row ?? { emails: 0, opens: 0, clicks: 0 };
  }
}
