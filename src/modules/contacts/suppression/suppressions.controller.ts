import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import {
  AddSuppressionsDto,
  ListSuppressionsDto,
  RemoveSuppressionDto,
  SUPPRESSION_EXAMPLES,
} from './dto/suppression.dto.js';
import {
  SuppressionRemovedResponse,
  SuppressionsAddedResponse,
  SuppressionsRemovedResponse,
  SuppressionsResponse,
} from './dto/suppression.response.js';
import { SuppressionList } from './suppression-list.service.js';

@ApiTags('Suppressions')
@Controller('suppressions')
export class SuppressionsController {
  constructor(private readonly suppressions: SuppressionList) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List suppressions',
    description: 'Lists the addresses and domains that never receive email, from newest to oldest.',
  })
  @ApiOkResponse({ type: SuppressionsResponse, description: 'A page of entries, newest first' })
  async listSuppressions(@Query() query: ListSuppressionsDto, @RequestUrl() url: URL): Promise<SuppressionsResponse> {
    return new SuppressionsResponse(await this.suppressions.list(query.toFilter(), query.toPage()), url);
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Suppress addresses or domains',
    description:
      'The addresses and domains never receive email again. Existing entries are no error. Contacts keep their status; their emails are skipped.',
  })
  @ApiBody({ type: AddSuppressionsDto, examples: SUPPRESSION_EXAMPLES })
  @ApiOkResponse({ type: SuppressionsAddedResponse, description: 'The entries, and how many of them are new' })
  @Refuses({
    400: {
      description: 'No value was given, or one is neither an address nor a domain; nothing was written',
      data: { params: { 'values.1': 'must be one email address or a domain' } },
    },
  })
  async addSuppressions(@Body() body: AddSuppressionsDto): Promise<SuppressionsAddedResponse> {
    return new SuppressionsAddedResponse(await this.suppressions.add(body.toValues(), body.note ?? null));
  }

  @Delete()
  @RequirePermission('manage_contacts', {
    summary: 'Remove an address or a domain from the suppression list',
    description: 'Also removes an entry of a deleted contact. Does nothing if there is no entry.',
  })
  @ApiOkResponse({ type: SuppressionsRemovedResponse, description: 'The number of removed entries' })
  async deleteSuppressionByValue(@Query() query: RemoveSuppressionDto): Promise<SuppressionsRemovedResponse> {
    return new SuppressionsRemovedResponse(await this.suppressions.removeValue(query.toValue()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Remove an entry from the suppression list',
    description: 'Emails to the address or domain are possible again. The status of contacts does not change.',
  })
  @PathId('suppression')
  @ApiOkResponse({ type: SuppressionRemovedResponse, description: 'The entry is removed' })
  async deleteSuppression(@Param('id', new IdPipe()) id: number): Promise<SuppressionRemovedResponse> {
    await this.suppressions.remove(id);
    return new SuppressionRemovedResponse();
  }
}
