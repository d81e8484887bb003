import { Body } from '@nestjs/common';
import { contactOf } from '../../modules/contacts/dto/contact.shapes.js';
import { DialectController, DialectPost } from '../dialect-controller.js';
import { ContactSegments } from './contact-segments.service.js';
import { SyncSegmentsDto } from './contact-segments.dto.js';

@DialectController('/subscribers')
export class ContactSegmentsController {
  constructor(private readonly segments: ContactSegments) {}

  @DialectPost('sync-segments', 'manage_contacts', 'Update lists or tags of contacts')
  async sync(@Body() body: SyncSegmentsDto) {
    const contacts = await this.segments.sync(body.toChanges());
    return {
      message: `Successfully updated the ${contacts.length === 1 ? 'subscriber' : 'subscribers'}.`,
      subscribers: contacts.map(contactOf),
    };
  }
}
