import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { AudienceQueries } from './audience/audience.queries.js';
import { Campaign } from './campaign.entity.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsQueries } from './campaigns.queries.js';
import { CampaignsService } from './campaigns.service.js';
import { CampaignInsightsController } from './insights/campaign-insights.controller.js';
import { CampaignInsightsQueries } from './insights/campaign-insights.queries.js';
import { CampaignInsightsService } from './insights/campaign-insights.service.js';
import { CampaignProgressService } from './sending/campaign-progress.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Campaign]), ContactsModule, EmailsModule],
  controllers: [CampaignsController, CampaignInsightsController],
  providers: [
    CampaignsService,
    CampaignsQueries,
    AudienceQueries,
    CampaignProgressService,
    CampaignInsightsQueries,
    CampaignInsightsService,
  ],
  exports: [CampaignsService, CampaignProgressService],
})
export class CampaignsModule {}
