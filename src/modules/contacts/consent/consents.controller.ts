import { ConsentLog } from './consent-log.js';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission, Answers } from '../../../platform/access/operation.js';
import { IdPipe, PathId } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { consentsOf, consentsShape } from './dto/consent.shapes.js';
import { ListConsentsDto } from './dto/consent.dto.js';

@ApiTags('Contacts')
@Controller('subscribers/:id/consents')
export class ConsentsController {
  constructor(private readonly consents: ConsentLog) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List the consents of a contact',
    description: 'Lists what the contact agreed to or withdrew, with time and evidence, from newest to oldest.',
  })
  @PathId('contact')
  @Answers(consentsShape, 'A page of consent records, newest first')
  async listContactConsents(
    @Param('id', new IdPipe()) id: number,
    @Query() query: ListConsentsDto,
    @RequestUrl() url: URL,
  ) {
    return consentsOf(await this.consents.list(id, query.toPage()), url);
  }
}
