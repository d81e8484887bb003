import { Module } from '@nestjs/common';
import { ALL_BACKLOGS } from './backlog-queries.js';
import { BulkJobsCheck } from '../modules/jobs/bulk-jobs.check.js';
import { MailboxCheck } from '../modules/feedback/imap/mailbox.check.js';
import { InDoubtCheck } from '../modules/sending/ledger/in-doubt.check.js';
import { DueTimesCheck } from '../modules/scheduled-reports/runs/due-times.check.js';
import { OwnMailServerCheck } from '../modules/senders/diagnosis/mail-servers.check.js';
import { SenderDomainsCheck } from '../modules/senders/diagnosis/sender-domains.check.js';
import { SendersCheck } from '../modules/senders/diagnosis/senders.check.js';
import { Sender } from '../modules/senders/sender.entity.js';
import { WebhooksCheck } from '../modules/webhooks/diagnosis/webhooks.check.js';
import { loadEnvironment } from '../platform/config/load-environment.js';
import { BacklogCheck } from '../platform/doctor/checks/backlog.check.js';
import { ConfigurationCheck } from '../platform/doctor/checks/configuration.check.js';
import { DatabaseCheck } from '../platform/doctor/checks/database.check.js';
import { DiskCheck } from '../platform/doctor/checks/disk.check.js';
import { ProcessesCheck } from '../platform/doctor/checks/processes.check.js';
import { RedisCheck } from '../platform/doctor/checks/redis.check.js';
import { Doctor } from '../platform/doctor/doctor.js';
import { DoctorCommand, ENVIRONMENT } from '../platform/doctor/doctor.commands.js';

export function createDoctor(): Doctor {
  return new Doctor(
    [
      new ConfigurationCheck(),
      new DatabaseCheck(),
      new RedisCheck(),
      new DiskCheck(),
      new ProcessesCheck(),
      new BacklogCheck(ALL_BACKLOGS),
      new DueTimesCheck(),
      new OwnMailServerCheck(),
      new SendersCheck(),
      new MailboxCheck(),
      new InDoubtCheck(),
      new SenderDomainsCheck(),
      new WebhooksCheck(),
      new BulkJobsCheck(),
    ],
    [Sender],
  );
}

/** The doctor command. It depends on no configuration and no database. */
@Module({
  providers: [
    { provide: Doctor, useFactory: createDoctor },
    { provide: ENVIRONMENT, useValue: loadEnvironment },
    DoctorCommand,
  ],
  exports: [DoctorCommand],
})
export class DoctorModule {}
