import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CacheModule } from '../../platform/cache/cache.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { ContactDay, ContactGrowth, ContactTotal } from './contact-rollup.entity.js';
import { ContactRollups } from './contact-rollups.personal-data.js';
import { CountedReasons } from './counted-reasons.personal-data.js';
import { CampaignDomainDay, DomainDay } from './domain-rollup.entity.js';
import { CampaignDay, Day, FunnelStepDay, Hour } from './email-rollup.entity.js';
import { LabelDay } from './label-day.entity.js';
import { ReasonDay } from './reason-day.entity.js';
import {
  CampaignRevenueDay,
  ContactRevenue,
  ContactRevenueDay,
  FunnelStepRevenueDay,
  RevenueDay,
} from './revenue-rollup.entity.js';
import { RollupDrafts } from './rollup-drafts.service.js';
import { RollupTables } from './rollup-tables.js';
import { RollupsRebuild } from './rollups-rebuild.service.js';

const ENTITIES = [
  ...[Day, Hour, CampaignDay, FunnelStepDay, DomainDay, CampaignDomainDay, ReasonDay, LabelDay],
  ...[ContactDay, ContactGrowth, ContactTotal],
  ...[RevenueDay, CampaignRevenueDay, FunnelStepRevenueDay, ContactRevenueDay, ContactRevenue],
];

@Module({
  imports: [CacheModule, ContactsModule, PrivacyModule, TypeOrmModule.forFeature(ENTITIES)],
  providers: [RollupTables, RollupDrafts, RollupsRebuild, ContactRollups, CountedReasons],
  exports: [RollupTables, RollupsRebuild],
})
export class RollupsModule {}
