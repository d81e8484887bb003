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
const IDS: ApiPropertyOptions = { type: 'array', items: { type: 'integer' }, maxItems: 1_000, example: [1, 2] };

class ConsentMembers {
  @Member({ type: String, nullable: true, example: '203.0.113.7', description: 'Of the person' }) ip?: unknown;
  @Member({ ...TEXT, example: 'signup form, 3rd edition', description: 'Which wording the person saw' })
  text_version?: unknown;
  @Member({ type: String, maxLength: 16_000, nullable: true, description: 'Whatever else shows it, as text or JSON' })
  proof?: unknown;
}

class ContactMembers implements ContactInput {
  @Member({ type: String, format: 'email', maxLength: 190, example: 'ada@example.com' }) email?: unknown;
  @Member({ enum: CONTACT_STATUSES, example: 'subscribed' }) status?: unknown;
  @Member({ ...TEXT, example: 'Ada' }) first_name?: unknown;
  @Member({ ...TEXT, example: 'Lovelace' }) last_name?: unknown;
  @Member({ ...TEXT, description: 'Split into first and last name where neither is sent' }) full_name?: unknown;
  @Member({ type: 'integer', nullable: true, description: 'A user of another system; unique' }) user_id?: unknown;
  @Member({ type: String, description: 'lead or customer, unless configured otherwise' }) contact_type?: unknown;
  @Member(TEXT) phone?: unknown;
  @Member(TEXT) address_line_1?: unknown;
  @Member(TEXT) address_line_2?: unknown;
  @Member(TEXT) city?: unknown;
  @Member(TEXT) state?: unknown;
  @Member({ ...TEXT, description: 'Alpha-2, alpha-3 or English name; stored as alpha-2', example: 'GB' })
  country?: unknown;
  @Member({ ...TEXT, description: 'The same as country' }) Country?: unknown;
  @Member(TEXT) postal_code?: unknown;
  @Member({ type: String, format: 'date', nullable: true, example: '1990-12-10' }) date_of_birth?: unknown;
  @Member({ type: String, format: 'uri', nullable: true, maxLength: 2048 }) photo?: unknown;
  @Member({
    type: String,
    nullable: true,
    description: 'No mails till then; null ends the pause. UTC unless it has an offset',
    example: '2026-09-01 00:00:00',
  })
  paused_until?: unknown;
  @Member(IDS) tags?: unknown;
  @Member(IDS) lists?: unknown;
  @Member({
    type: 'object',
    additionalProperties: true,
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

export class CreateContactDto extends ContactMembers {
  @Transform(({ value }: { value: unknown }) => toBoolean(value))
  @Member({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['yes', 'no'] }], description: 'Update if it exists' })
  __force_update?: unknown;

  @Transform(({ value }: { value: unknown }) => toBoolean(value))
  @Member({
    oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['yes', 'no'] }],
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
  @Member(IDS) attach_tags?: unknown;
  @Member(IDS) detach_tags?: unknown;
  @Member(IDS) attach_lists?: unknown;
  @Member(IDS) detach_lists?: unknown;
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
