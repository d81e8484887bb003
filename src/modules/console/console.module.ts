import { Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { FunnelsModule } from '../funnels/funnels.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { ScheduledReportsModule } from '../scheduled-reports/scheduled-reports.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ActionsConsole } from './actions/actions-console.controller.js';
import { CampaignsConsole } from './campaigns/campaigns-console.controller.js';
import { ConsoleAssets, ConsoleRest } from './console.controller.js';
import { ContactsConsole } from './contacts/contacts-console.controller.js';
import { ContentsConsole } from './contents/contents-console.controller.js';
import { FunnelsConsole } from './funnels/funnels-console.controller.js';
import { ReportsConsole } from './reports/reports-console.controller.js';
import { TIMES, timesIn } from './pages/ui.js';
import { ResourcesConsole } from './resources/resources-console.controller.js';
import { SendersConsole } from './senders/senders-console.controller.js';
import { WebhooksConsole } from './webhooks/webhooks-console.controller.js';

/** Pages for managers, of what services of other modules and the API return. */
@Module({
  imports: [
    ...[CampaignsModule, ContactsModule, FunnelsModule, ReportsModule, ScheduledReportsModule, SendersModule],
    ...[WebhooksModule],
  ],
  providers: [{ provide: TIMES, useFactory: ({ timeZone }: AppConfig) => timesIn(timeZone), inject: [APP_CONFIG] }],
  // The last ones answer all other paths.
  controllers: [
    ConsoleAssets,
    ReportsConsole,
    CampaignsConsole,
    FunnelsConsole,
    ContactsConsole,
    WebhooksConsole,
    SendersConsole,
    ContentsConsole,
    ActionsConsole,
    ResourcesConsole,
    ConsoleRest,
  ],
})
export class ConsoleModule {}
