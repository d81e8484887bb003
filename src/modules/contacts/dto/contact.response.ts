import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { LabelSnapshot } from '../../../events/contact.events.js';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import { CUSTOM_FIELD_TYPES, type CustomField } from '../../custom-fields/custom-field.entity.js';
import type { CustomValueMap } from '../../custom-fields/custom-values.service.js';
import { ContactCompanyResponse } from '../companies/dto/company-members.response.js';
import type { CommerceStat } from '../commerce-stat.queries.js';
import { fullName } from '../contact-fields.js';
import { CONTACT_STATUSES, type ContactStatus } from '../contact-status.js';
import type { WrittenContact } from '../contact-writer.service.js';
import type { ContactStats, ContactView, OneContact } from '../contacts.queries.js';
import type { CreatedOrUpdated } from '../contacts.service.js';

export class LabelResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id: number;
  @ApiProperty({ example: 'Newsletter' }) readonly title: string;
  @ApiProperty({ example: 'newsletter' }) readonly slug: string;

  constructor({ id, title, slug }: LabelSnapshot) {
    this.id = id;
    this.title = title;
    this.slug = slug;
  }
}

export class ContactStatsResponse implements ContactStats {
  @ApiProperty({ type: 'integer', example: 12, description: 'Mails sent to the contact' }) readonly emails: number;
  @ApiProperty({ type: 'integer', example: 9, description: 'Of these, opened by a human' }) readonly opens: number;
  @ApiProperty({ type: 'integer', example: 4, description: 'Of these, clicked in by a human' }) readonly clicks: number;

  constructor({ emails, opens, clicks }: ContactStats) {
    this.emails = emails;
    this.opens = opens;
    this.clicks = clicks;
  }
}

const nullableText = { type: String, nullable: true } as const;

export class CommerceStatResponse {
  @ApiProperty({ type: 'integer', example: 2 }) readonly orders_count: number;
  @ApiProperty({ example: 99.8, description: 'Less what was given back' }) readonly total_spent: number;
  @ApiProperty({ example: 49.9 }) readonly average_order_value: number;
  @ApiProperty({
    ...nullableText,
    example: 'EUR',
    description: 'Of several the one with most orders; null without orders',
  })
  readonly currency: string | null;
  @ApiProperty({ ...nullableText, example: '2026-01-02 03:04:05' }) readonly first_order_at: string | null;
  @ApiProperty({ ...nullableText, example: '2026-01-31 09:30:00' }) readonly last_order_at: string | null;
  @ApiProperty({ example: 20 }) readonly refunded_total: number;

  constructor(stat: CommerceStat) {
    this.orders_count = stat.ordersCount;
    this.total_spent = stat.totalSpent;
    this.average_order_value = stat.averageOrderValue;
    this.currency = stat.currency;
    this.first_order_at = sqlTimestampOrNull(stat.firstOrderAt);
    this.last_order_at = sqlTimestampOrNull(stat.lastOrderAt);
    this.refunded_total = stat.refundedTotal;
  }
}

export class ContactResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 311, description: 'A user of another system; unique' })
  readonly user_id: number | null;
  @ApiProperty({ example: '5d41402abc4b2a76b9719d911017c592', description: 'Unique, and never changed' })
  readonly hash: string;
  @ApiProperty({ example: 'ada@example.com' }) readonly email: string;
  @ApiProperty({ ...nullableText, example: 'Ada' }) readonly first_name: string | null;
  @ApiProperty({ ...nullableText, example: 'Lovelace' }) readonly last_name: string | null;
  @ApiProperty({ example: 'Ada Lovelace', description: 'First and last name; empty where there is neither' })
  readonly full_name: string;
  @ApiProperty({ enum: CONTACT_STATUSES, example: 'subscribed' }) readonly status: ContactStatus;
  @ApiProperty({ example: 'lead' }) readonly contact_type: string;
  @ApiProperty({ ...nullableText, example: '+44 20 7946 0000' }) readonly phone: string | null;
  @ApiProperty({ ...nullableText, example: '12 Dorset Street' }) readonly address_line_1: string | null;
  @ApiProperty({ ...nullableText, example: null }) readonly address_line_2: string | null;
  @ApiProperty({ ...nullableText, example: 'London' }) readonly city: string | null;
  @ApiProperty({ ...nullableText, example: 'Greater London' }) readonly state: string | null;
  @ApiProperty({ ...nullableText, example: 'GB', description: 'Alpha-2' }) readonly country: string | null;
  @ApiProperty({ ...nullableText, example: 'W1U 6QS' }) readonly postal_code: string | null;
  @ApiProperty({ ...nullableText, example: '1990-12-10' }) readonly date_of_birth: string | null;
  @ApiProperty({ ...nullableText, example: 'https://example.com/ada.jpg' }) readonly photo: string | null;
  @ApiProperty({ ...nullableText, example: null, description: 'No mails till then, by the wish of the contact' })
  readonly paused_until: string | null;
  @ApiProperty({ type: () => [LabelResponse] }) readonly tags: readonly LabelResponse[];
  @ApiProperty({ type: () => [LabelResponse] }) readonly lists: readonly LabelResponse[];
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    description: 'By slug, where they are asked for; of a checkbox an array, of every other field text',
    example: { favourite_colour: 'red', interests: ['tea', 'engines'] },
  })
  readonly custom_values?: CustomValueMap;
  @ApiPropertyOptional({ type: () => ContactStatsResponse, description: 'With `with[]=stats`' })
  readonly stats?: ContactStatsResponse;
  @ApiPropertyOptional({
    type: () => [ContactCompanyResponse],
    description: 'With `with[]=companies`; the primary first',
  })
  readonly companies?: readonly ContactCompanyResponse[];
  @ApiPropertyOptional({ type: () => CommerceStatResponse, description: 'With `with[]=commerce_stat`' })
  readonly commerce_stat?: CommerceStatResponse;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;

  constructor({ contact, labels, customValues, stats, companies, commerceStat }: ContactView) {
    this.id = contact.id;
    this.user_id = contact.userId;
    this.hash = contact.hash;
    this.email = contact.email;
    this.first_name = contact.firstName;
    this.last_name = contact.lastName;
    this.full_name = fullName(contact);
    this.status = contact.status;
    this.contact_type = contact.contactType;
    this.phone = contact.phone;
    this.address_line_1 = contact.addressLine1;
    this.address_line_2 = contact.addressLine2;
    this.city = contact.city;
    this.state = contact.state;
    this.country = contact.country;
    this.postal_code = contact.postalCode;
    this.date_of_birth = contact.dateOfBirth;
    this.photo = contact.photo;
    this.paused_until = sqlTimestampOrNull(contact.pausedUntil);
    this.tags = labels.tag.map((label) => new LabelResponse(label));
    this.lists = labels.list.map((label) => new LabelResponse(label));
    if (customValues) this.custom_values = customValues;
    if (stats) this.stats = new ContactStatsResponse(stats);
    if (commerceStat) this.commerce_stat = new CommerceStatResponse(commerceStat);
    if (companies) this.companies = companies.map((company) => new ContactCompanyResponse(company));
    this.created_at = sqlTimestamp(contact.createdAt);
    this.updated_at = sqlTimestamp(contact.updatedAt);
  }
}

/** Contacts page by page; here the answer itself is the page. */
export class ContactsPage extends PageResponse<ContactResponse> {
  @ApiProperty({ type: () => [ContactResponse] }) declare readonly data: readonly ContactResponse[];

  constructor(page: Page<ContactView>, url: URL) {
    super(
      page,
      page.items.map((view) => new ContactResponse(view)),
      url,
    );
  }
}

/** A definition beside the contact that has values in it. */
export class DefinitionResponse {
  @ApiProperty({ example: 'select-one' }) readonly field_key: string;
  @ApiProperty({ enum: CUSTOM_FIELD_TYPES, example: 'select-one' }) readonly type: string;
  @ApiProperty({ example: 'Favourite colour' }) readonly label: string;
  @ApiProperty({ example: 'favourite_colour', description: 'The key in `custom_values`' }) readonly slug: string;
  @ApiPropertyOptional({ type: [String], example: ['red', 'blue'], description: 'Only for types that offer a choice' })
  readonly options?: readonly string[];
  @ApiProperty({
    enum: ['0', '1'],
    example: '0',
    description: 'Whether contacts see and change their value in the preference centre',
  })
  readonly is_public: '0' | '1';

  constructor(field: CustomField) {
    this.field_key = field.fieldKey;
    this.type = field.type;
    this.label = field.label;
    this.slug = field.slug;
    this.is_public = field.isPublic === 1 ? '1' : '0';
    if (field.options !== null) this.options = field.options;
  }
}

export class OneContactResponse {
  @ApiProperty({ type: () => ContactResponse }) readonly subscriber: ContactResponse;
  @ApiPropertyOptional({ type: () => [DefinitionResponse], description: 'With `with[]=custom_fields`' })
  readonly custom_fields?: readonly DefinitionResponse[];

  constructor({ view, customFields }: OneContact) {
    this.subscriber = new ContactResponse(view);
    if (customFields) this.custom_fields = customFields.map((field) => new DefinitionResponse(field));
  }
}

export class ContactCreatedResponse {
  @ApiProperty({ example: 'Successfully added the subscriber.' }) readonly message: string;
  @ApiProperty({ type: () => ContactResponse }) readonly contact: ContactResponse;
  @ApiProperty({ enum: ['created', 'updated'], example: 'created' }) readonly action_type: 'created' | 'updated';
  @ApiPropertyOptional({
    type: Boolean,
    description: 'True if the address must not be mailed whatever the status; left out otherwise',
  })
  readonly suppressed?: true;

  constructor(written: CreatedOrUpdated) {
    this.message =
      written.action === 'created' ? 'Successfully added the subscriber.' : 'Subscriber successfully updated';
    this.contact = new ContactResponse(written);
    this.action_type = written.action;
    if (written.suppressed) this.suppressed = true;
  }
}

export class ContactUpdatedResponse {
  @ApiProperty({ type: String, example: 'Subscriber successfully updated' })
  readonly message = 'Subscriber successfully updated';
  @ApiProperty({ type: () => ContactResponse }) readonly contact: ContactResponse;
  @ApiProperty({ description: 'Whether anything stored has changed' }) readonly isDirty: boolean;

  constructor(written: WrittenContact) {
    this.contact = new ContactResponse(written);
    this.isDirty = written.changed;
  }
}

export class ContactDeletedResponse {
  @ApiProperty({ type: String, example: 'Selected Subscriber has been deleted successfully' })
  readonly message = 'Selected Subscriber has been deleted successfully';
}
