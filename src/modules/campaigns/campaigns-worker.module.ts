import { Module } from '@nestjs/common';
import { SendersModule } from '../senders/senders.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { VariantCountsSubscriber } from './ab-test/variant-counts.subscriber.js';
import { CampaignsModule } from './campaigns.module.js';
import { GuardrailPauses } from './guardrails/guardrail-pauses.js';
import { GuardrailsSubscriber } from './guardrails/guardrails.subscriber.js';
import { CampaignFlow } from './sending/campaign-flow.js';
import { CampaignScheduler } from './sending/campaign.scheduler.js';

@Module({
  imports: [CampaignsModule, SendersModule, SendingModule],
  providers: [CampaignFlow, CampaignScheduler, GuardrailPauses, GuardrailsSubscriber, VariantCountsSubscriber],
})
export class CampaignsWorkerModule {}
