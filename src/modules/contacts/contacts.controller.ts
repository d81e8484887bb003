import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { RequestUrl } from '../../platform/http/page.js';
import { PathId } from '../../platform/http/path-id.js';
import { Refuses, type Refusal } from '../../platform/openapi/refusals.js';
import { ContactsQueries } from './contacts.queries.js';
import { ContactsService } from './contacts.service.js';
import {
  ContactCreatedResponse,
  ContactDeletedResponse,
  ContactsPage,
  ContactUpdatedResponse,
  OneContactResponse,
} from './dto/contact.response.js';
import { GetContactDto } from './dto/get-contact.dto.js';
import { ListContactsDto } from './dto/list-contacts.dto.js';
import {
  CONTACT_CHANGE_EXAMPLES,
  CONTACT_EXAMPLES,
  ContactChangesDto,
  CreateContactDto,
  UpdateContactDto,
} from './dto/write-contact.dto.js';

const FAULTY: Refusal = {
  message: 'Invalid parameter: email',
  description: 'Something is wrong with the contact; every fault is named, and nothing was written',
  data: { params: { email: 'must be one e-mail address', lists: 'unknown: 99' } },
};
const TAKEN: Refusal = {
  code: null,
  message: 'Contact already exists with this email',
  description: 'Another contact has the address. This error has no `code`; `data.contact_id` is the other one',
  data: { contact_id: 1 },
};

@ApiTags('Contacts')
@ApiExtraModels(ContactChangesDto)
@Controller('subscribers')
export class ContactsController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly queries: ContactsQueries,
  ) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List contacts',
    description:
      'Those that match every filter. To read all of them, walk: begin with `cursor=*` and go on with `next_cursor`.',
  })
  @ApiOkResponse({ type: ContactsPage })
  async listContacts(@Query() query: ListContactsDto, @RequestUrl() url: URL): Promise<ContactsPage> {
    return new ContactsPage(await this.queries.list(query.toFilter(), query.toPage()), url);
  }

  @Get(':id')
  @RequirePermission('view_contacts', {
    summary: 'Get a contact',
    description: 'By id, or by address as `/subscribers/0?get_by_email=ada@example.com`.',
  })
  @ApiParam({
    name: 'id',
    description: 'Id of the contact; 0 with `get_by_email`',
    schema: { type: 'integer', minimum: 0, maximum: 4_294_967_295, example: 1 },
  })
  @ApiOkResponse({ type: OneContactResponse })
  async getContact(@Param('id') id: string, @Query() query: GetContactDto): Promise<OneContactResponse> {
    return new OneContactResponse(await this.queries.one(query.toSelector(id), query.toExtras()));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Create a contact',
    description:
      'With `__force_update` a contact that has the address is changed instead: what is sent of it, and tags and lists are added. Without it such an address is refused with 409.',
  })
  @ApiBody({ type: CreateContactDto, examples: CONTACT_EXAMPLES })
  @ApiOkResponse({ type: ContactCreatedResponse })
  @Refuses({ 400: FAULTY, 409: TAKEN })
  async createContact(@Body() body: CreateContactDto): Promise<ContactCreatedResponse> {
    return new ContactCreatedResponse(await this.contacts.createOrUpdate(body.toInput(), body.toOptions()));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Change a contact',
    description:
      'What is left out stays. `tags` and `lists` replace the whole set; `attach_*` and `detach_*` change it. What is sent may stand in `subscriber` or by itself.',
  })
  @PathId('contact')
  @ApiBody({ type: UpdateContactDto, examples: CONTACT_CHANGE_EXAMPLES })
  @ApiOkResponse({ type: ContactUpdatedResponse })
  @Refuses({ 400: FAULTY, 409: TAKEN })
  async updateContact(
    @Param('id', new IdPipe()) id: number,
    @Body() body: UpdateContactDto,
  ): Promise<ContactUpdatedResponse> {
    return new ContactUpdatedResponse(await this.contacts.update(id, body.toInput()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a contact',
    description:
      'With its notes, events and memberships. An address that must not be mailed stays suppressed, without being readable. To take away every trace of a person see `POST /subscribers/{id}/erase`.',
  })
  @PathId('contact')
  @ApiOkResponse({ type: ContactDeletedResponse })
  async deleteContact(@Param('id', new IdPipe()) id: number): Promise<ContactDeletedResponse> {
    await this.contacts.remove(id);
    return new ContactDeletedResponse();
  }
}
