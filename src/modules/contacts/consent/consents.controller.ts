import { ConsentLog } from './consent-log.js';
import { Get, Query } from '@nestjs/common';
import { RequirePermission, Answers } from '../../../platform/access/operation.js';
import { RecordId, Resource } from '../../../platform/http/resource.js';
import { pageQuery, PageUrl } from '../../../platform/http/page.js';
import { consentsOf, consentsShape } from './dto/consent.shapes.js';

class ListConsentsDto extends pageQuery(20) {}

@Resource('subscribers/:id/consents', 'Contacts')
export class ConsentsController {
  constructor(private readonly consents: ConsentLog) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List the consents of a contact',
    description: 'Lists what the contact agreed to or withdrew, with time and evidence, from newest to oldest.',
  })
  @Answers(consentsShape, 'A page of consent records, newest first')
  async listContactConsents(@RecordId('contact') id: number, @Query() query: ListConsentsDto, @PageUrl() url: string) {
    return consentsOf(await this.consents.list(id, query.toPage()), url);
  }
}
