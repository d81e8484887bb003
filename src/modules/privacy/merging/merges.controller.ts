import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { ContactMerges } from './contact-merges.service.js';
import { ContactsMergedResponse, MergeContactsDto } from './dto/merge.dto.js';

@ApiTags('Contacts')
@Controller('subscribers/merge')
export class MergesController {
  constructor(private readonly merges: ContactMerges) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Merge contacts',
    description:
      'History, memberships, values and orders of the others become those of the contact that stays; where it has nothing, it gets their fields, those of the oldest first. The strictest status wins. It cannot be undone.',
  })
  @ApiBody({
    type: MergeContactsDto,
    examples: { two: { summary: 'The second becomes part of the first', value: { keep_id: 1, merge_ids: [2] } } },
  })
  @ApiOkResponse({ type: ContactsMergedResponse })
  @Refuses({
    400: {
      message: 'Invalid parameter: merge_ids',
      description: 'Ids are unknown, named twice, or those of erased contacts; nothing was written',
      data: { params: { merge_ids: 'unknown: 99' } },
    },
    404: { message: 'Invalid post ID.', description: 'There is no such contact to keep' },
  })
  async mergeContacts(@Body() { keep_id, merge_ids }: MergeContactsDto): Promise<ContactsMergedResponse> {
    return new ContactsMergedResponse(await this.merges.merge(keep_id, merge_ids));
  }
}
