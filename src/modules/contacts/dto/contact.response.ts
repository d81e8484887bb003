import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import type { LabelSnapshot } from '../../../events/contact.events.js';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import { CUSTOM_FIELD_TYPES, type CustomField } from '../../custom-fields/custom-field.entity.js';
import type { CustomValueMap } from '../../custom-fields/custom-values.service.js';
import { ContactCompanyResponse } from '../companies/dto/company-members.response.js';
import type { CommerceStat } from '../listing/commerce-stat.queries.js';
import { type CatalogEntry, type CONTACT_FIELDS, FIELDS } from '../contact/contact-field-catalog.js';
import { fullName, toApiValue } from '../contact/contact-fields.js';
import type { WrittenContact } from '../writing/contact-writer.service.js';
import type { ContactStats, ContactView, ShownContact } from '../listing/contacts.queries.js';
import type { OneContact } from '../listing/one-contact.queries.js';
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
  @ApiProperty({ type: 'integer', example: 12, description: 'Emails sent to the contact' }) readonly emails!: number;
  @ApiProperty({ type: 'integer', example: 9, description: 'Emails opened by a human' }) readonly opens!: number;
  @ApiProperty({ type: 'integer', example: 4, description: 'Emails with a click by a human' })
  readonly clicks!: number;
}

const nullableText = { type: String, nullable: true } as const;

export class CommerceStatResponse implements CommerceStat {
  @ApiProperty({ type: 'integer', example: 2 }) readonly orders_count!: number;
  @ApiProperty({ example: 99.8, description: 'Sum of all orders, less refunds' }) readonly total_spent!: number;
  @ApiProperty({ example: 49.9, description: '`total_spent` / `orders_count`' }) readonly average_order_value!: number;
  @ApiProperty({
    ...nullableText,
    example: 'EUR',
    description: 'The currency with the most orders, if there are several; null without orders',
  })
  readonly currency!: string | null;
  @ApiProperty({ ...nullableText, example: '2026-01-02 03:04:05', description: 'Null without orders' })
  readonly first_order_at!: string | null;
  @ApiProperty({ ...nullableText, example: '2026-01-31 09:30:00', description: 'Null without orders' })
  readonly last_order_at!: string | null;
  @ApiProperty({ example: 20, description: 'Sum of all refunds' }) readonly refunded_total!: number;
}

type OnTheWire<Value> = Value extends Date ? string : Value;
type Catalog = typeof CONTACT_FIELDS;
type ShownFields = {
  readonly [Member in keyof ShownContact as Catalog[Member]['name']]: OnTheWire<ShownContact[Member]>;
};

/** Listed last. */
const LAST: readonly string[] = ['created_at', 'updated_at'];
const FIRST_FIELDS = FIELDS.filter(({ shown, name }) => shown !== null && !LAST.includes(name));
const LAST_FIELDS = FIELDS.filter(({ name }) => LAST.includes(name));
const FULL_NAME: ApiPropertyOptions = {
  type: String,
  example: 'Ada Lovelace',
  description: 'First and last name; empty if both are unknown',
};

function documentFields(prototype: object, fields: readonly CatalogEntry[]): void {
  for (const { name, example, shown } of fields) {
    ApiProperty(shown ?? { ...nullableText, example })(prototype, name);
    if (name === 'last_name') ApiProperty(FULL_NAME)(prototype, 'full_name');
  }
}

/** A separate base class puts its fields before those of the subclass. */
class FirstFields {
  declare readonly full_name: string;

  constructor(contact: ShownContact) {
    Object.assign(this, wireFields(contact, FIRST_FIELDS));
  }
}
documentFields(FirstFields.prototype, FIRST_FIELDS);

export class ContactResponse extends (FirstFields as new (contact: ShownContact) => FirstFields & ShownFields) {
  @ApiProperty({ type: () => [LabelResponse] }) readonly tags: readonly LabelResponse[];
  @ApiProperty({ type: () => [LabelResponse] }) readonly lists: readonly LabelResponse[];
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    description: 'Values by field slug, if requested; an array for checkboxes, otherwise text',
    example: { favorite_color: 'red', interests: ['tea', 'engines'] },
  })
  readonly custom_values?: CustomValueMap;
  @ApiPropertyOptional({ type: () => ContactStatsResponse, description: 'Only with `with[]=stats`' })
  readonly stats?: ContactStatsResponse;
  @ApiPropertyOptional({
    type: () => [ContactCompanyResponse],
    description: 'With `with[]=companies`; the primary one first',
  })
  readonly companies?: readonly ContactCompanyResponse[];
  @ApiPropertyOptional({ type: () => CommerceStatResponse, description: 'Only with `with[]=commerce_stat`' })
  readonly commerce_stat?: CommerceStatResponse;

  constructor({ contact, labels, customValues, stats, companies, commerceStat }: ContactView) {
    super(contact);
    this.tags = labels.tag.map((label) => new LabelResponse(label));
    this.lists = labels.list.map((label) => new LabelResponse(label));
    if (customValues) this.custom_values = customValues;
    if (stats) this.stats = stats;
    if (commerceStat) this.commerce_stat = commerceStat;
    if (companies) this.companies = companies.map((company) => new ContactCompanyResponse(company));
    Object.assign(this, wireFields(contact, LAST_FIELDS));
  }
}
documentFields(ContactResponse.prototype, LAST_FIELDS);

function wireFields(contact: ShownContact, fields: readonly CatalogEntry[]): object {
  const values: Record<string, unknown> = {};
  for (const { name, member } of fields) {
    values[name] = toApiValue(contact[member as keyof ShownContact]);
    if (name === 'last_name') values['full_name'] = fullName(contact);
  }
  return values;
}

/** A page of contacts; the page is the top-level object of the response. */
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

/** A custom field definition in the response of a single contact. */
export class DefinitionResponse {
  @ApiProperty({ example: 'select-one', description: 'Unique; default: the type' }) readonly field_key: string;
  @ApiProperty({ enum: CUSTOM_FIELD_TYPES, example: 'select-one' }) readonly type: string;
  @ApiProperty({ example: 'Favorite color' }) readonly label: string;
  @ApiProperty({ example: 'favorite_color', description: 'The key in `custom_values`' }) readonly slug: string;
  @ApiPropertyOptional({ type: [String], example: ['red', 'blue'], description: 'Only for types with options' })
  readonly options?: readonly string[];
  @ApiProperty({
    enum: ['0', '1'],
    example: '0',
    description: '`1` if contacts can see and change their value in the preference center',
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
  @ApiPropertyOptional({ type: () => [DefinitionResponse], description: 'Only with `with[]=custom_fields`' })
  readonly custom_fields?: readonly DefinitionResponse[];

  constructor({ view, customFields }: OneContact) {
    this.subscriber = new ContactResponse(view);
    if (customFields) this.custom_fields = customFields.map((field) => new DefinitionResponse(field));
  }
}

export class ContactCreatedResponse {
  @ApiProperty({ example: 'Successfully added the subscriber.' }) readonly message: string;
  @ApiProperty({ type: () => ContactResponse }) readonly contact: ContactResponse;
  @ApiProperty({ enum: ['created', 'updated'], example: 'created', description: '`updated`: it existed' })
  readonly action_type: 'created' | 'updated';
  @ApiPropertyOptional({
    type: Boolean,
    description: 'True if the address is suppressed, regardless of the status; omitted otherwise',
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
  @ApiProperty({ type: () => ContactResponse })
  readonly contact: ContactResponse;
  @ApiProperty({ description: 'Whether any stored value changed' }) readonly isDirty: boolean;

  constructor(written: WrittenContact) {
    this.contact = new ContactResponse(written);
    this.isDirty = written.changed;
  }
}

export class ContactDeletedResponse {
  @ApiProperty({ type: String, example: 'Selected Subscriber has been deleted successfully' })
  readonly message = 'Selected Subscriber has been deleted successfully';
}
