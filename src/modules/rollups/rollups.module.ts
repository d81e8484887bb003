import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { ContactRollups } from './contact-rollups.personal-data.js';
import { CountedReasons } from './counted-reasons.personal-data.js';
import { RollupDrafts } from './rollup-drafts.service.js';
import { RollupTables } from './rollup-tables.js';
import { RollupsRebuild } from './rollups-rebuild.service.js';

@Module({
  imports: [ContactsModule, PrivacyModule],
  providers: [RollupTables, RollupDrafts, RollupsRebuild, ContactRollups, CountedReasons],
  exports: [RollupTables, RollupsRebuild],
})
export class RollupsModule {}
