import { Body, Put } from '@nestjs/common';
import { Allow } from 'class-validator';
import { CompaniesService } from '../../modules/companies/companies.service.js';
import { ContactsService } from '../../modules/contacts/contacts.service.js';
import { RequirePermission } from '../../platform/access/operation.js';
import { Database } from '../../platform/database/database.js';
import { Ids, OneOf, Text } from '../../platform/http/dto-fields.js';
import { DialectController } from '../dialect-controller.js';

const CONTACT_MEMBERS = {
  status: 'status',
  contact_type: 'contact_type',
  avatar: 'photo',
  photo: 'photo',
} as const;

class ContactPropertyDto {
  @OneOf(Object.keys(CONTACT_MEMBERS), { required: true }) property!: string;
  @Ids({ required: true, min: 1 }) subscribers!: number[];
  /** Validated by the service. */
  @Allow() value?: unknown;
}

class CompanyPropertyDto {
  @OneOf(['type', 'status', 'logo'], { required: true }) property!: 'type' | 'status' | 'logo';
  @Ids({ required: true, min: 1 }) companies!: number[];
  @Text({ required: true, max: 2_048 }) value!: string;
}

/** Sets one member of many contacts or companies; ids that do not exist are ignored. */
@DialectController()
export class PropertiesController {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly companies: CompaniesService,
  ) {}

  @Put('subscribers/subscribers-property')
  @RequirePermission('manage_contacts', { summary: 'Set a member of many contacts' })
  async setOfContacts(@Body() { property, subscribers, value = null }: ContactPropertyDto) {
    const change = { [CONTACT_MEMBERS[property as keyof typeof CONTACT_MEMBERS]]: value };
    await this.each('contacts', subscribers, (id) => this.contacts.update(id, change));
    return { message: 'Subscribers successfully updated' };
  }

  @Put('companies/companies-property')
  @RequirePermission('manage_contacts', { summary: 'Set a member of many companies' })
  async setOfCompanies(@Body() { property, companies, value }: CompanyPropertyDto) {
    await this.each('companies', companies, (id) => this.companies.update(id, { [property]: value }));
    return { message: 'Companies successfully updated' };
  }

  /** Changes all or none. */
  private async each(
    table: 'contacts' | 'companies',
    ids: readonly number[],
    change: (id: number) => Promise<unknown>,
  ): Promise<void> {
    await this.db.ambientTransaction(async (tx) => {
      const found = await tx.query<{ id: number }>(`SELECT id FROM ${table} WHERE id IN (:ids) ORDER BY id`, { ids });
      for (const { id } of found) await change(id);
    });
  }
}
