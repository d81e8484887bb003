import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { ConsentsQueries } from './consents.queries.js';
import { ConsentsResponse, ListConsentsDto } from './dto/consent.response.js';

@ApiTags('Contacts')
@Controller('subscribers/:id/consents')
export class ConsentsController {
  constructor(private readonly consents: ConsentsQueries) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'What a contact agreed to, when and how; newest first' })
  async list(
    @Param('id', new IdPipe()) id: number,
    @Query() query: ListConsentsDto,
    @RequestUrl() url: URL,
  ): Promise<ConsentsResponse> {
    return new ConsentsResponse(await this.consents.list(id, query.toPage()), url);
  }
}
