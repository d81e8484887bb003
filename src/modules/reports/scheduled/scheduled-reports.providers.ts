import { ChartPictures } from '../../../platform/charts/chart-pictures.js';
import { DIGEST_PROVIDERS } from './digests/digest-sources.js';
import { ReportMails } from './mail/report-mails.js';
import { ScheduledReportRecipients } from './scheduled-report-recipients.holder.js';
import { ScheduledReportRules } from './scheduled-report-rules.js';
import { ScheduledReportsService } from './scheduled-reports.service.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

/** What scheduled reports are made of, for the module of reports, whose figures they mail. */
export const SCHEDULED_REPORT_PROVIDERS = [
  ChartPictures,
  ...DIGEST_PROVIDERS,
  ReportMails,
  ScheduledReportRecipients,
  ScheduledReportRules,
  ScheduledReportsService,
  ScheduledRuns,
];
