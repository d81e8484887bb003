import { Module } from '@nestjs/common';
import { CampaignsModule } from '../../campaigns/campaigns.module.js';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { ContactsModule } from '../../contacts/contacts.module.js';
import { SegmentsModule } from '../../segments/segments.module.js';
import { CustomFieldsModule } from '../../custom-fields/custom-fields.module.js';
import { FunnelsModule } from '../../funnels/funnels.module.js';
import { LabelsModule } from '../../labels/labels.module.js';
import { DemoAudience } from './demo-audience.js';
import { DemoFunnels } from './demo-funnels.js';
import { DemoRows } from './demo-rows.js';
import { DemoShop } from './demo-shop.js';
import { LoadDemoCommand } from './demo.command.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [
    LabelsModule,
    CustomFieldsModule,
    ContactsModule,
    SegmentsModule,
    CampaignsModule,
    CommerceModule,
    FunnelsModule,
  ],
  providers: [DemoRows, DemoAudience, DemoShop, DemoFunnels, DemoService, LoadDemoCommand],
})
export class DemoModule {}
