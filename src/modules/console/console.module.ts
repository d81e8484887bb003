import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { FunnelsModule } from '../funnels/funnels.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { ScheduledReportsModule } from '../scheduled-reports/scheduled-reports.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { CampaignsConsoleController } from './campaigns/campaigns.controller.js';
import { ConsoleRestController } from './console.controller.js';
import { ContactsConsoleController } from './contacts/contacts.controller.js';
import { FunnelsConsoleController } from './funnels/funnels.controller.js';
import { OverviewConsoleController } from './overview/overview.controller.js';
import { SendersConsoleController } from './senders/senders.controller.js';
import { WebhooksConsoleController } from './webhooks/webhooks.controller.js';

/** Read-only pages for managers. They show what services of other modules return; CONSOLE_ENABLED turns them off. */
@Module({
  imports: [
    CampaignsModule,
    ContactsModule,
    FunnelsModule,
    ReportsModule,
    ScheduledReportsModule,
    SendersModule,
    WebhooksModule,
  ],
  controllers: [
    OverviewConsoleController,
    CampaignsConsoleController,
    FunnelsConsoleController,
    ContactsConsoleController,
    WebhooksConsoleController,
    SendersConsoleController,
    // Last, because it answers every path.
    ConsoleRestController,
  ],
})
export class ConsoleModule {}
