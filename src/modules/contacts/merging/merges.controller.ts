import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { ContactMerges } from './contact-merges.service.js';
import { ContactsMergedResponse, MergeContactsDto } from './dto/merge.dto.js';

@ApiTags('Contacts')
@Controller('subscribers/merge')
export class MergesController {
  constructor(private readonly merges: ContactMerges) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Make several contacts one',
    description:
      'History, memberships, values and orders of the others become those of the contact that stays; where it has nothing, it gets their fields, those of the oldest first. The strictest status wins. It cannot be undone.',
  })
  async merge(@Body() { keep_id, merge_ids }: MergeContactsDto): Promise<ContactsMergedResponse> {
    return new ContactsMergedResponse(await this.merges.merge(keep_id, merge_ids));
  }
}
