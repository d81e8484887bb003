import { CAMPAIGN_BACKLOG } from '../modules/campaigns/campaign-backlog.js';
import { CONTACT_BACKLOG } from '../modules/contacts/contact-backlog.js';
import { BULK_JOB_BACKLOG } from '../modules/jobs/bulk-job-backlog.js';
import { EMAIL_BACKLOG } from '../modules/sending/ledger/email-backlog.js';
import { FUNNEL_BACKLOG } from '../modules/funnels/engine/funnel-backlog.js';
import { REPORT_BACKLOG } from '../modules/scheduled-reports/runs/report-backlog.js';
import { WEBHOOK_BACKLOG } from '../modules/webhooks/dispatcher/webhook-backlog.js';
import type { BacklogQuery } from '../platform/metrics/backlog.js';
import { EVENT_BACKLOG } from '../platform/outbox/event-backlog.js';

/**
 * Everything that can be due, roughly in the order in which work passes: what operators watch, and what the sample data and the tests wait
 * for. Listed by hand, because the doctor reads it and starts none of the modules.
 */
export const ALL_BACKLOGS: readonly BacklogQuery[] = [
  ...EVENT_BACKLOG,
  // Opens and clicks are stored before campaigns and funnels decide by them.
  ...EMAIL_BACKLOG,
  BULK_JOB_BACKLOG,
  ...CONTACT_BACKLOG,
  ...FUNNEL_BACKLOG,
  ...CAMPAIGN_BACKLOG,
  ...WEBHOOK_BACKLOG,
  REPORT_BACKLOG,
];
