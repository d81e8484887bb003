import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ContactsModule } from '../contacts/contacts.module.js';
import { AddressHashes } from './address-hash.service.js';
import { BulkJobClaims } from './bulk-job-claims.js';
import { BulkJobFiles } from './bulk-job-files.js';
import { BulkJobLedger } from './bulk-job-ledger.js';
import { BulkJobRetention } from './bulk-job-retention.service.js';
import { BulkJobRunner } from './bulk-job-runner.service.js';
import { BulkJobStreams } from './bulk-job-streams.service.js';
import { BulkJobsService } from './bulk-jobs.service.js';
import { BulkWorks } from './bulk-work.js';

const PROVIDERS = [
  AddressHashes,
  BulkJobClaims,
  BulkJobFiles,
  BulkJobLedger,
  BulkJobRetention,
  BulkJobRunner,
  BulkJobStreams,
  BulkJobsService,
  BulkWorks,
];

/** Large changes to contacts that can be watched, cancelled, and undone. */
@Module({
  imports: [DiscoveryModule, ContactsModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class BulkJobsModule {}
