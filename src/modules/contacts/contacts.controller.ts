import { Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiExtraModels, ApiParam } from '@nestjs/swagger';
import { RequirePermission, type Refusal, Refuses, invalid, Answers } from '../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { PageUrl } from '../../platform/http/page.js';
import { ContactsQueries } from './listing/contacts.queries.js';
import { OneContactQueries } from './listing/one-contact.queries.js';
import { ContactsService } from './contacts.service.js';
import * as shapes from './dto/contact.shapes.js';
import { GetContactDto, ListContactsDto } from './dto/read-contacts.dto.js';
import {
  CONTACT_CHANGE_EXAMPLES,
  CONTACT_EXAMPLES,
  ContactChangesDto,
  CreateContactDto,
  UpdateContactDto,
} from './dto/write-contact.dto.js';
import { MAX_ID } from '../../platform/ids/ids.js';

const INVALID = invalid('The contact is invalid; `params` names every error, and nothing was written', {
  email: 'must be one email address',
  lists: 'unknown: 99',
});
const TAKEN: Refusal = {
  code: null,
  message: 'Contact already exists with this email',
  description: 'Another contact has this address. The error has no `code`; `data.contact_id` is the id of that contact',
  data: { contact_id: 1 },
};

@ApiExtraModels(ContactChangesDto)
@Resource('subscribers', 'Contacts')
export class ContactsController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly queries: ContactsQueries,
    private readonly oneContact: OneContactQueries,
  ) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List contacts',
    description:
      'Returns contacts that match all filters. To read all of them, start with `cursor=*` and continue with `next_cursor`.',
  })
  @Answers(shapes.contactsPageShape, 'A page of contacts')
  async listContacts(@Query() query: ListContactsDto, @PageUrl() url: string) {
    return shapes.contactsPageOf(await this.queries.list(query.toFilter(), query.toPage()), url);
  }

  @Get(':id')
  @RequirePermission('view_contacts', {
    summary: 'Get a contact',
    description: 'Returns a contact by id, or by address: `/subscribers/0?get_by_email=ada@example.com`.',
  })
  @ApiParam({
    name: 'id',
    description: 'Contact id; 0 with `get_by_email`',
    schema: { type: 'integer', minimum: 0, maximum: MAX_ID, example: 1 },
  })
  @Answers(shapes.oneContactShape, 'The contact')
  async getContact(@Param('id') id: string, @Query() query: GetContactDto) {
    return shapes.oneContactOf(await this.oneContact.one(query.toSelector(id), query.toExtras()));
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Create a contact',
    description:
      'If the address exists, the request is refused with 409. With `__force_update`, the existing contact is updated instead: given fields are set, tags and lists are added.',
  })
  @Answers(shapes.contactCreatedShape, 'The new or updated contact')
  @Refuses({ 400: INVALID, 409: TAKEN })
  async createContact(@BodyLike(CONTACT_EXAMPLES) body: CreateContactDto) {
    return shapes.contactCreatedOf(await this.contacts.createOrUpdate(body, body.toOptions()));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update a contact',
    description:
      'Omitted fields are unchanged. `tags` and `lists` replace the whole set; `attach_*` and `detach_*` change it. The fields may be nested in `subscriber` or sent at the top level.',
  })
  @Answers(shapes.contactUpdatedShape, 'The updated contact')
  @Refuses({ 400: INVALID, 409: TAKEN })
  async updateContact(@RecordId('contact') id: number, @BodyLike(CONTACT_CHANGE_EXAMPLES) body: UpdateContactDto) {
    return shapes.contactUpdatedOf(await this.contacts.update(id, body.toInput()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a contact',
    description:
      'Deletes the contact with its notes, events, and memberships. If its address must not receive email, it stays suppressed as a hash. To erase all personal data, use `POST /subscribers/{id}/erase`.',
  })
  @Answers(shapes.contactDeletedShape, 'The contact is deleted')
  async deleteContact(@RecordId('contact') id: number) {
    await this.contacts.remove(id);
    return { message: 'Selected Subscriber has been deleted successfully' };
  }
}
