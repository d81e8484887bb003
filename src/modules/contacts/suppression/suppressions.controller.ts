import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { AddSuppressionsDto, ListSuppressionsDto, RemoveSuppressionDto } from './dto/suppression.dto.js';
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
  @RequirePermission('view_contacts', { summary: 'List the addresses and domains that are never mailed' })
  @ApiOkResponse({ type: SuppressionsResponse })
  async list(@Query() query: ListSuppressionsDto, @RequestUrl() url: URL): Promise<SuppressionsResponse> {
    return new SuppressionsResponse(await this.suppressions.list(query.toFilter(), query.toPage()), url);
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Never mail addresses or domains again',
    description: 'What is suppressed already is fine. Contacts keep their status; their mails are skipped.',
  })
  @ApiOkResponse({ type: SuppressionsAddedResponse })
  async add(@Body() body: AddSuppressionsDto): Promise<SuppressionsAddedResponse> {
    return new SuppressionsAddedResponse(await this.suppressions.add(body.toValues(), body.note ?? null));
  }

  @Delete()
  @RequirePermission('manage_contacts', { summary: 'Lift the suppression of an address or a domain' })
  @ApiOkResponse({ type: SuppressionsRemovedResponse })
  async removeValue(@Query() query: RemoveSuppressionDto): Promise<SuppressionsRemovedResponse> {
    return new SuppressionsRemovedResponse(await this.suppressions.removeValue(query.toValue()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', { summary: 'Lift a suppression' })
  @ApiOkResponse({ type: SuppressionRemovedResponse })
  async remove(@Param('id', new IdPipe()) id: number): Promise<SuppressionRemovedResponse> {
    await this.suppressions.remove(id);
    return new SuppressionRemovedResponse();
  }
}
