import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { PageResponse, RequestUrl } from '../../platform/http/page.js';
import { ContactsQueries } from './contacts.queries.js';
import { ContactsService } from './contacts.service.js';
import {
  ContactCreatedResponse,
  ContactDeletedResponse,
  ContactResponse,
  ContactUpdatedResponse,
  OneContactResponse,
} from './dto/contact.response.js';
import { GetContactDto } from './dto/get-contact.dto.js';
import { ListContactsDto } from './dto/list-contacts.dto.js';
import { ContactChangesDto, CreateContactDto, UpdateContactDto } from './dto/write-contact.dto.js';

@ApiTags('Contacts')
@ApiExtraModels(ContactChangesDto)
@Controller('subscribers')
export class ContactsController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly queries: ContactsQueries,
  ) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List contacts' })
  async list(@Query() query: ListContactsDto, @RequestUrl() url: URL): Promise<PageResponse<ContactResponse>> {
    const page = await this.queries.list(query.toFilter(), query.toPage());
    return new PageResponse(
      page,
      page.items.map((view) => new ContactResponse(view)),
      url,
    );
  }

  @Get(':id')
  @RequirePermission('view_contacts', {
    summary: 'Get one contact',
    description: 'By id, or by address as `/subscribers/0?get_by_email=ada@example.com`.',
  })
  async get(@Param('id') id: string, @Query() query: GetContactDto): Promise<OneContactResponse> {
    return new OneContactResponse(await this.queries.one(query.toSelector(id), query.toExtras()));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Create a contact, or update the one with its address' })
  async create(@Body() body: CreateContactDto): Promise<ContactCreatedResponse> {
    return new ContactCreatedResponse(await this.contacts.createOrUpdate(body.toInput(), body.toOptions()));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', { summary: 'Change a contact' })
  async update(@Param('id', new IdPipe()) id: number, @Body() body: UpdateContactDto): Promise<ContactUpdatedResponse> {
    return new ContactUpdatedResponse(await this.contacts.update(id, body.toInput()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', { summary: 'Delete a contact' })
  async remove(@Param('id', new IdPipe()) id: number): Promise<ContactDeletedResponse> {
    await this.contacts.remove(id);
    return new ContactDeletedResponse();
  }
}
