import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow } from 'class-validator';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { toBoolean } from '../../../platform/http/dto-fields.js';
import type { ContactInput } from '../contact-check.service.js';
import { CONTACT_STATUSES } from '../contact-status.js';
import type { CreateOptions } from '../contacts.service.js';

/**
 * A member that is documented here and judged by the service: contacts have rules that need the database, and whoever sends
 * three faults wants to read of all three at once.
 */
function Member(schema: ApiPropertyOptions, required = false): PropertyDecorator {
  return applyDecorators(Allow(), ApiProperty({ required, ...schema } as ApiPropertyOptions));
}

const TEXT: ApiPropertyOptions = { type: String, maxLength: 190, nullable: true };
const IDS: ApiPropertyOptions = { type: 'array', items: { type: 'integer' }, maxItems: 1_000, example: [1] };

class ConsentMembers {
  @Member({ type: String, nullable: true, example: '203.0.113.7', description: 'Of the person' }) ip?: unknown;
  @Member({ ...TEXT, example: 'signup form, 3rd edition', description: 'Which wording the person saw' })
  text_version?: unknown;
  @Member({
    type: String,
    maxLength: 16_000,
    nullable: true,
    description: 'Whatever else shows it, as text or JSON',
    example: '{"form": "footer", "box_ticked": true}',
  })
  proof?: unknown;
}

class ContactMembers implements ContactInput {
  @Member({ type: String, format: 'email', maxLength: 190, example: 'ada@example.com', description: 'Unique' })
  email?: unknown;
  @Member({ enum: CONTACT_STATUSES, example: 'subscribed' }) status?: unknown;
  @Member({ ...TEXT, example: 'Ada' }) first_name?: unknown;
  @Member({ ...TEXT, example: 'Lovelace' }) last_name?: unknown;
  @Member({ ...TEXT, example: 'Ada Lovelace', description: 'Split into first and last name where neither is sent' })
  full_name?: unknown;
  @Member({ type: 'integer', nullable: true, example: 311, description: 'A user of another system; unique' })
  user_id?: unknown;
  @Member({ type: String, example: 'lead', description: 'lead or customer, unless configured otherwise' })
  contact_type?: unknown;
  @Member({ ...TEXT, example: '+44 20 7946 0000' }) phone?: unknown;
  @Member({ ...TEXT, example: '12 Dorset Street' }) address_line_1?: unknown;
  @Member({ ...TEXT, example: 'Second floor' }) address_line_2?: unknown;
  @Member({ ...TEXT, example: 'London' }) city?: unknown;
  @Member({ ...TEXT, example: 'Greater London' }) state?: unknown;
  @Member({ ...TEXT, description: 'Alpha-2, alpha-3 or name; stored as alpha-2', example: 'GB' })
  country?: unknown;
  @Member({ ...TEXT, example: 'GB', description: 'The same as `country`' }) Country?: unknown;
  @Member({ ...TEXT, example: 'W1U 6QS' }) postal_code?: unknown;
  @Member({ type: String, format: 'date', nullable: true, example: '1990-12-10' }) date_of_birth?: unknown;
  @Member({ type: String, format: 'uri', nullable: true, maxLength: 2048, example: 'https://example.com/ada.jpg' })
  photo?: unknown;
  @Member({
    type: String,
    nullable: true,
    description: 'No mails till then; null ends the pause. UTC unless it has an offset',
    example: '2026-09-01 00:00:00',
  })
  paused_until?: unknown;
  @Member({ ...IDS, description: 'Ids; of a contact that is changed by its id they become the only ones' })
  tags?: unknown;
  @Member({ ...IDS, description: 'Ids; of a contact that is changed by its id they become the only ones' })
  lists?: unknown;
  @Member({
    type: 'object',
    additionalProperties: {
      oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }],
    },
    description: 'By slug; null or an empty text clears a value',
    example: { favourite_colour: 'red' },
  })
  custom_values?: unknown;
  @Member({
    type: () => ConsentMembers,
    description: 'How the person agreed; it goes into the consent log and nowhere else',
  })
  consent?: unknown;
}

/** Bodies that can be sent as they are; where lists and tags are named, once there is a first one of each. */
export const CONTACT_EXAMPLES = {
  contact: {
    summary: 'A new contact',
    value: { email: 'ada@example.com', status: 'subscribed', first_name: 'Ada', last_name: 'Lovelace' },
  },
  member: {
    summary: 'With a list and a tag',
    value: { email: 'grace@example.com', status: 'subscribed', first_name: 'Grace', lists: [1], tags: [1] },
  },
  upsert: {
    summary: 'Created, or changed where the address is known',
    value: { email: 'ada@example.com', status: 'subscribed', city: 'London', country: 'GB', __force_update: 'yes' },
  },
  asked: {
    summary: 'Asked by mail first',
    value: { email: 'lin@example.com', first_name: 'Lin', double_optin: true },
  },
};
export const CONTACT_CHANGE_EXAMPLES = {
  fields: { summary: 'Fields', value: { subscriber: { phone: '+44 20 7946 0000', city: 'London', country: 'GB' } } },
  labels: { summary: 'Tags and lists', value: { subscriber: { attach_tags: [1], detach_lists: [1] } } },
  status: { summary: 'The status', value: { subscriber: { status: 'unsubscribed' } } },
};

export class CreateContactDto extends ContactMembers {
  @ApiProperty({ type: 'string', required: true }) declare email?: unknown;
  @ApiProperty({
    type: 'string',
    description: 'Required of a contact that is new, unless `double_optin` is set',
  })
  declare status?: unknown;

  @Transform(({ value }: { value: unknown }) => toBoolean(value))
  @Member({
    oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['yes', 'no'] }],
    description: 'Update if it exists',
    example: 'yes',
  })
  __force_update?: unknown;

  @Transform(({ value }: { value: unknown }) => toBoolean(value))
  @Member({
    oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['yes', 'no'] }],
    example: true,
    description: 'Whoever would become subscribed becomes pending and is asked by mail; `status` may be left out then',
  })
  double_optin?: unknown;

  toInput(): ContactInput {
    return this;
  }

  toOptions(): CreateOptions {
    return { forceUpdate: this.__force_update, doubleOptIn: this.double_optin };
  }
}

export class ContactChangesDto extends ContactMembers {
  @Member({ ...IDS, description: 'Tags that it gets' }) attach_tags?: unknown;
  @Member({ ...IDS, description: 'Tags that it loses' }) detach_tags?: unknown;
  @Member({ ...IDS, description: 'Lists that it gets onto' }) attach_lists?: unknown;
  @Member({ ...IDS, description: 'Lists that it is taken off' }) detach_lists?: unknown;
}

export class UpdateContactDto extends ContactChangesDto {
  @Member({
    allOf: [{ $ref: '#/components/schemas/ContactChangesDto' }],
    description: 'The changes; the bare object is accepted too',
  })
  subscriber?: unknown;

  /** @throws AppError rest_invalid_param for a `subscriber` that is no object. */
  toInput(): ContactInput {
    if (this.subscriber === undefined) return this;
    if (typeof this.subscriber !== 'object' || this.subscriber === null || Array.isArray(this.subscriber))
      throw invalidParam('subscriber', 'must be an object');
    return this.subscriber;
  }
}
