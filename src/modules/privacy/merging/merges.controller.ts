import { Body, Controller, Post } from '@nestjs/common';
import { contactOf } from '../../contacts/dto/contact.shapes.js';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { RequirePermission, Refuses, invalid, unknownRecord, Answers } from '../../../platform/access/operation.js';
import { ContactMerges } from './contact-merges.service.js';
import { contactsMergedShape, MergeContactsDto } from './dto/merge.dto.js';

@ApiTags('Contacts')
@Controller('subscribers/merge')
export class MergesController {
  constructor(private readonly merges: ContactMerges) {}

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Merge contacts',
    description:
      'Moves the history, memberships, custom values, and orders of the other contacts to the kept one and removes them. Empty fields are filled from the others, oldest first. The strictest status wins; a bounce counts for its address only, and a bounced address is replaced by one that did not bounce. A merge cannot be undone.',
  })
  @ApiBody({
    type: MergeContactsDto,
    examples: { two: { summary: 'Merge contact 2 into contact 1', value: { keep_id: 1, merge_ids: [2] } } },
  })
  @Answers(contactsMergedShape, 'The kept contact')
  @Refuses({
    400: invalid('Ids are unknown, duplicate, or of erased contacts; nothing is written', { merge_ids: 'unknown: 99' }),
    404: unknownRecord('The contact to keep does not exist'),
  })
  async mergeContacts(@Body() { keep_id, merge_ids }: MergeContactsDto) {
    return {
      message: 'Subscribers have been merged successfully',
      subscriber: contactOf(await this.merges.merge(keep_id, merge_ids)),
    };
  }
}
