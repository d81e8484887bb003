import { Module } from '@nestjs/common';
import { CampaignsModule } from '../../campaigns/campaigns.module.js';
import { ContactsModule } from '../../contacts/contacts.module.js';
import { CustomFieldsModule } from '../../custom-fields/custom-fields.module.js';
import { ListsModule } from '../../lists/lists.module.js';
import { TagsModule } from '../../tags/tags.module.js';
import { LoadDemoCommand } from './demo.command.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [ListsModule, TagsModule, CustomFieldsModule, ContactsModule, CampaignsModule],
  providers: [DemoService, LoadDemoCommand],
})
export class DemoModule {}
