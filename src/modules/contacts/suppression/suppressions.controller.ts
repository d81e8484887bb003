import { Delete, Get, Post, Query } from '@nestjs/common';
import { RequirePermission, Refuses, invalid, Answers } from '../../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { PageUrl } from '../../../platform/http/page.js';
import {
  AddSuppressionsDto,
  ListSuppressionsDto,
  RemoveSuppressionDto,
  SUPPRESSION_EXAMPLES,
} from './dto/suppression.dto.js';
import * as shapes from './dto/suppression.shapes.js';
import { SuppressionList } from './suppression-list.service.js';

@Resource('suppressions', 'Suppressions')
export class SuppressionsController {
  constructor(private readonly suppressions: SuppressionList) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List suppressions',
    description: 'Lists the addresses and domains that never receive email, from newest to oldest.',
  })
  @Answers(shapes.suppressionsShape, 'A page of entries, newest first')
  async listSuppressions(@Query() query: ListSuppressionsDto, @PageUrl() url: string) {
    return shapes.suppressionsOf(await this.suppressions.list(query.toFilter(), query.toPage()), url);
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Suppress addresses or domains',
    description:
      'The addresses and domains never receive email again. Existing entries are no error. Contacts keep their status; their emails are skipped.',
  })
  @Answers(shapes.suppressionsAddedShape, 'The entries, and how many of them are new')
  @Refuses({
    400: invalid('No value was given, or one is neither an address nor a domain; nothing was written', {
      'values.1': 'must be one email address or a domain',
    }),
  })
  async addSuppressions(@BodyLike(SUPPRESSION_EXAMPLES) body: AddSuppressionsDto) {
    return shapes.suppressionsAddedOf(await this.suppressions.add(body.toValues(), body.note ?? null));
  }

  @Delete()
  @RequirePermission('manage_contacts', {
    summary: 'Remove an address or a domain from the suppression list',
    description: 'Also removes an entry of a deleted contact. Does nothing if there is no entry.',
  })
  @Answers(shapes.suppressionsRemovedShape, 'The number of removed entries')
  async deleteSuppressionByValue(@Query() query: RemoveSuppressionDto) {
    return shapes.suppressionsRemovedOf(await this.suppressions.removeValue(query.toValue()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Remove an entry from the suppression list',
    description: 'Emails to the address or domain are possible again. The status of contacts does not change.',
  })
  @Answers(shapes.suppressionRemovedShape, 'The entry is removed')
  async deleteSuppression(@RecordId('suppression') id: number) {
    await this.suppressions.remove(id);
    return shapes.suppressionRemovedOf();
  }
}
