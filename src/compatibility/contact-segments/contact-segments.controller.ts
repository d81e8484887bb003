import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { contactOf, type ContactResponse } from '../../modules/contacts/dto/contact.shapes.js';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { DIALECT_PATH } from '../dialect.js';
import { ContactSegments } from './contact-segments.service.js';
import { SyncSegmentsDto } from './sync-segments.dto.js';

interface SyncedContacts {
  readonly message: string;
  readonly subscribers: readonly ContactResponse[];
}

@ApiExcludeController()
@Controller(`${DIALECT_PATH}/subscribers`)
export class ContactSegmentsController {
  constructor(private readonly segments: ContactSegments) {}

  @Post('sync-segments')
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Update lists or tags of contacts' })
  async sync(@Body() body: SyncSegmentsDto): Promise<SyncedContacts> {
    const contacts = await this.segments.sync(body.toChanges());
    return {
      message: `Successfully updated the ${contacts.length === 1 ? 'subscriber' : 'subscribers'}.`,
      subscribers: contacts.map(contactOf),
    };
  }
}
