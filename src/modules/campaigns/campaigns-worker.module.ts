import { Module } from '@nestjs/common';
import { EmailsWorkerModule } from '../emails/emails-worker.module.js';
import { CampaignsModule } from './campaigns.module.js';
import { CampaignFlow } from './sending/campaign-flow.js';
import { CampaignFlowSubscriber } from './sending/campaign-flow.subscriber.js';
import { CampaignScheduler } from './sending/campaign.scheduler.js';

@Module({
  imports: [CampaignsModule, EmailsWorkerModule],
  providers: [CampaignFlow, CampaignFlowSubscriber, CampaignScheduler],
})
export class CampaignsWorkerModule {}
