import { applyDecorators } from '@nestjs/common';
import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { Flag, Ids } from '../../../../platform/http/dto-fields.js';
import { CreateContactDto } from '../../dto/write-contact.dto.js';
import type { BulkAddOrder } from '../bulk-add-update.service.js';

const MOST_CONTACTS = 5_000;

/** They are judged one by one by the service: a fault of one is no fault of the request. */
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
      description: 'Members as for one contact; `tags` and `lists` are added to those of a contact that exists',
      example: [
        { email: 'ada@example.com', status: 'subscribed', first_name: 'Ada', lists: [1] },
        { email: 'grace@example.com', status: 'pending', first_name: 'Grace', tags: [1] },
      ],
    }),
  );
}

/** Bodies that can be sent as they are; the second once there are a first list and a first tag. */
export const BULK_EXAMPLES = {
  two: {
    summary: 'Two contacts, created or changed',
    value: {
      contacts: [
        { email: 'ada@example.com', status: 'subscribed', first_name: 'Ada' },
        { email: 'grace@example.com', status: 'subscribed', first_name: 'Grace' },
      ],
      force_update: true,
    },
  },
  labels: {
    summary: 'With a list and a tag for all of them',
    value: { contacts: [{ email: 'lin@example.com', status: 'pending' }], lists: [1], tags: [1] },
  },
};

export class BulkAddUpdateDto {
  @Contacts() contacts!: readonly unknown[];

  @Flag({ default: false, description: 'Contacts with an address that exists are changed instead of refused' })
  force_update?: boolean;

  @Flag({
    default: false,
    description:
      'The statuses that are sent hold whatever the contact has; without it a strict status stays or becomes a stricter one',
  })
  force_update_status?: boolean;

  @Flag({
    default: false,
    description: 'Whoever would become subscribed becomes pending and is asked by mail; `status` may be left out then',
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
