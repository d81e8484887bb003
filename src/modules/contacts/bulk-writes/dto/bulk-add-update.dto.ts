import { applyDecorators } from '@nestjs/common';
import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import type { BulkAddOrder } from '../bulk-add-update.service.js';
import { Flag, Ids } from '../../../../platform/http/dto-fields.js';
import { CreateContactDto } from '../../dto/write-contact.dto.js';

const MOST_CONTACTS = 5_000;

/** Validates the array only: the service validates each contact, so that one invalid contact does not refuse the request. */
function Contacts(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: 'must be an array of contacts' }),
    ArrayMinSize(1, { message: 'must hold at least one contact' }),
    ArrayMaxSize(MOST_CONTACTS, { message: `must hold at most ${MOST_CONTACTS} contacts` }),
    ApiProperty({
      type: 'array',
      minItems: 1,
      maxItems: MOST_CONTACTS,
      items: { $ref: getSchemaPath(CreateContactDto) },
      description: 'Fields as for a single contact; `tags` and `lists` are added to those of an existing contact',
      example: [
        { email: 'ada@example.com', status: 'subscribed', first_name: 'Ada', lists: [1] },
        { email: 'grace@example.com', status: 'pending', first_name: 'Grace', tags: [1] },
      ],
    }),
  );
}

/** Runnable examples; the second one requires a list and a tag with the id 1. */
export const BULK_EXAMPLES = {
  two: {
    summary: 'Create or update two contacts',
    value: {
      contacts: [
        { email: 'ada@example.com', status: 'subscribed', first_name: 'Ada' },
        { email: 'grace@example.com', status: 'subscribed', first_name: 'Grace' },
      ],
      force_update: true,
    },
  },
  labels: {
    summary: 'Add a list and a tag to all contacts',
    value: { contacts: [{ email: 'lin@example.com', status: 'pending' }], lists: [1], tags: [1] },
  },
};

export class BulkAddUpdateDto {
  @Contacts() contacts!: readonly unknown[];

  @Flag({ default: false, description: 'Updates contacts whose address exists, instead of refusing them' })
  force_update?: boolean;

  @Flag({
    default: false,
    description:
      'Applies the given status regardless of the current one; otherwise a strict status stays or becomes a stricter one',
  })
  force_update_status?: boolean;

  @Flag({
    default: false,
    description: 'Sets `pending` instead of `subscribed` and sends a double opt-in email; `status` may then be omitted',
  })
  double_optin?: boolean;

  @Ids({ description: 'Tags for all of the contacts', example: [1] }) tags?: number[];
  @Ids({ description: 'Lists for all of the contacts', example: [1] }) lists?: number[];

  toOrder(): BulkAddOrder {
    return {
      update: this.force_update ?? false,
      forceStatus: this.force_update_status ?? false,
      doubleOptIn: this.double_optin ?? false,
      tags: this.tags ?? [],
      lists: this.lists ?? [],
    };
  }
}
