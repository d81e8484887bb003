import { Post } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { RequirePermission, Refuses, invalid, Answers } from '../../../platform/access/operation.js';
import { BodyLike, Resource } from '../../../platform/http/resource.js';
import { AcceptsBody } from '../../../platform/http/request-bodies.guard.js';
import { CreateContactDto } from '../dto/write-contact.dto.js';
import { BulkAddUpdate } from './bulk-add-update.service.js';
import { BULK_EXAMPLES, BulkAddUpdateDto } from './dto/bulk-add-update.dto.js';
import { bulkAddUpdateOf, bulkAddUpdateShape } from './dto/bulk-add-update.shapes.js';

@ApiExtraModels(CreateContactDto)
@Resource('subscribers', 'Contacts')
export class BulkAddUpdateController {
  constructor(private readonly bulk: BulkAddUpdate) {}

  @AcceptsBody({ large: true })
  @Post('bulk-add-update')
  @RequirePermission('manage_contacts', {
    summary: 'Create or update many contacts',
    description:
      'Writes up to 5,000 contacts. Each contact is validated separately: invalid contacts are reported in `invalids`, the others are written.',
  })
  @Answers(bulkAddUpdateShape, 'The written and the refused contacts')
  @Refuses({
    400: invalid('The request as a whole is invalid; nothing was written', {
      contacts: 'must hold at least one contact',
    }),
  })
  async addOrUpdateContacts(@BodyLike(BULK_EXAMPLES) body: BulkAddUpdateDto) {
    return bulkAddUpdateOf(await this.bulk.addOrUpdate(body.contacts, body.toOrder()));
  }
}
