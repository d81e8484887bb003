import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { Member } from '../../../platform/http/dto-fields.js';
import type { ContactInput } from '../writing/contact-check.service.js';
import { SETTABLE } from '../contact/contact-field-catalog.js';
import type { RawContact } from '../contact/contact-fields.js';
import type { CreateOptions } from '../contacts.service.js';
import { isObject } from '../../../platform/values/json.js';

const TEXT: ApiPropertyOptions = { type: String, maxLength: 190, nullable: true };
const YES_OR_NO = { oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['yes', 'no'] }] };
/** Ids, or objects as responses have them. */
const LABELS: ApiPropertyOptions = {
  type: 'array',
  items: {
    oneOf: [
      { type: 'integer' },
      {
        type: 'object',
        properties: { id: { type: 'integer' }, slug: { type: 'string' } },
        additionalProperties: true,
      },
    ],
  },
  maxItems: 1_000,
  example: [1],
};

class ConsentMembers {
  @Member({ type: String, nullable: true, example: '203.0.113.7', description: 'IP address of the contact' })
  ip?: unknown;
  @Member({ ...TEXT, example: 'signup form, 3rd edition', description: 'Version of the text shown' })
  text_version?: unknown;
  @Member({
    type: String,
    maxLength: 16_000,
    nullable: true,
    description: 'Other evidence, as text or JSON',
    example: '{"form": "footer", "box_ticked": true}',
  })
  proof?: unknown;
}

const FULL_NAME: ApiPropertyOptions = {
  ...TEXT,
  example: 'Ada Lovelace',
  description: 'Split into first and last name if neither is given',
};
const COUNTRY_ALIAS: ApiPropertyOptions = { ...TEXT, example: 'GB', description: 'Alias of `country`' };

class SettableFields {
  declare full_name?: unknown;
  declare Country?: unknown;
}
for (const { name, example, sent = { ...TEXT, example } } of SETTABLE) {
  Member(sent)(SettableFields.prototype, name);
  if (name === 'last_name') Member(FULL_NAME)(SettableFields.prototype, 'full_name');
  if (name === 'country') Member(COUNTRY_ALIAS)(SettableFields.prototype, 'Country');
}

class ContactMembers extends (SettableFields as new () => SettableFields & RawContact) implements ContactInput {
  @Member({
    ...LABELS,
    description: 'Tags, each by its id, `{id}`, or `{slug}`; they replace all tags when a contact is updated by its id',
  })
  tags?: unknown;
  @Member({
    ...LABELS,
    description: 'Lists, in the same form; they replace all lists when a contact is updated by its id',
  })
  lists?: unknown;
  @Member({
    type: 'object',
    additionalProperties: {
      oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }],
    },
    description: 'By slug; null or an empty string clears a value',
    example: { favorite_color: 'red' },
  })
  custom_values?: unknown;
  @Member({ type: () => ConsentMembers, description: 'Evidence of the consent; stored in the consent log only' })
  consent?: unknown;
  @Member({
    ...YES_OR_NO,
    example: false,
    description:
      'With `tracking_consent` `denied`: earlier opens and clicks no longer identify the contact; totals stay',
  })
  forget_tracking?: unknown;
}

/** Runnable examples; those with lists and tags require a list and a tag with the id 1. */
export const CONTACT_EXAMPLES = {
  contact: {
    summary: 'Create a contact',
    value: { email: 'ada@example.com', status: 'subscribed', first_name: 'Ada', last_name: 'Lovelace' },
  },
  member: {
    summary: 'Create a contact with a list and a tag',
    value: { email: 'grace@example.com', status: 'subscribed', first_name: 'Grace', lists: [1], tags: [1] },
  },
  upsert: {
    summary: 'Create or update a contact',
    value: { email: 'ada@example.com', status: 'subscribed', city: 'London', country: 'GB', __force_update: 'yes' },
  },
  asked: {
    summary: 'Create a contact with double opt-in',
    value: { email: 'lin@example.com', first_name: 'Lin', double_optin: true },
  },
};
export const CONTACT_CHANGE_EXAMPLES = {
  fields: {
    summary: 'Change fields',
    value: { subscriber: { phone: '+44 20 7946 0000', city: 'London', country: 'GB' } },
  },
  labels: { summary: 'Change tags and lists', value: { subscriber: { attach_tags: [1], detach_lists: [1] } } },
  status: { summary: 'Change the status', value: { subscriber: { status: 'unsubscribed' } } },
};

export class CreateContactDto extends ContactMembers {
  @ApiProperty({ type: 'string', required: true }) declare readonly email?: unknown;
  @ApiProperty({ type: 'string', description: 'Required for a new contact, unless `double_optin` is set' })
  declare readonly status?: unknown;

  @Member({
    ...YES_OR_NO,
    description: 'Update the contact if the address exists',
    example: 'yes',
  })
  __force_update?: unknown;

  @Member({
    ...YES_OR_NO,
    example: true,
    description: 'Sets `pending` instead of `subscribed` and sends a double opt-in email; `status` may then be omitted',
  })
  double_optin?: unknown;

  toOptions(): CreateOptions {
    return { forceUpdate: this.__force_update, doubleOptIn: this.double_optin };
  }
}

export class ContactChangesDto extends ContactMembers {
  @Member({ ...LABELS, description: 'Tags to attach' }) attach_tags?: unknown;
  @Member({ ...LABELS, description: 'Tags to detach' }) detach_tags?: unknown;
  @Member({ ...LABELS, description: 'Lists to attach' }) attach_lists?: unknown;
  @Member({ ...LABELS, description: 'Lists to detach' }) detach_lists?: unknown;
  @Member({
    ...LABELS,
    description:
      'Subscriptions that the contact leaves: imports and funnels do not add it again, other than after `detach_lists`',
  })
  unsubscribe_lists?: unknown;
}

export class UpdateContactDto extends ContactChangesDto {
  @Member({
    allOf: [{ $ref: '#/components/schemas/ContactChangesDto' }],
    description: 'The changes; the fields may also be sent at the top level',
  })
  subscriber?: unknown;

  /** @throws AppError rest_invalid_param if `subscriber` is not an object. */
  toInput(): ContactInput {
    if (this.subscriber === undefined) return this;
    if (!isObject(this.subscriber)) throw invalidParam('subscriber', 'must be an object');
    return this.subscriber;
  }
}
