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
        { email: 'grace@example.com', status: 'pending', custom_values: { favourite_colour: 'red' } },
      ],
    }),
  );
}

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

  @Ids({ description: 'Tags for all of the contacts', example: [3] }) tags?: number[];
  @Ids({ description: 'Lists for all of the contacts', example: [1, 2] }) lists?: number[];

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
