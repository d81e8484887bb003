import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChartPictures } from '../../platform/charts/chart-pictures.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { SystemEmailsModule } from '../system-emails/system-emails.module.js';
import { ReportEmails } from './email/report-emails.js';
import { ScheduledRuns } from './runs/scheduled-runs.service.js';
import { ScheduledReportRecipients } from './schedules/scheduled-report-recipients.personal-data.js';
import { ScheduledReportRun } from './schedules/scheduled-report-run.entity.js';
import { ScheduledReport } from './schedules/scheduled-report.entity.js';
import { ScheduledReportsController } from './schedules/scheduled-reports.controller.js';
import { StopReportController } from './schedules/stop-report.controller.js';
import { ScheduledReportsService } from './schedules/scheduled-reports.service.js';

@Module({
  imports: [
    ...[MailContentModule, ReportsModule, SystemEmailsModule],
    TypeOrmModule.forFeature([ScheduledReport, ScheduledReportRun]),
  ],
  controllers: [ScheduledReportsController, StopReportController],
  providers: [ChartPictures, ReportEmails, ScheduledReportRecipients, ScheduledReportsService, ScheduledRuns],
  exports: [ScheduledReportsService, ScheduledRuns],
})
export class ScheduledReportsModule {}
