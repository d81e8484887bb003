import { BULK_JOB_BACKLOG } from './modules/jobs/bulk-job-backlog.js';
import { EMAIL_BACKLOG } from './modules/sending/email-backlog.js';
import { FUNNEL_BACKLOG } from './modules/funnels/engine/funnel-backlog.js';
import { WEBHOOK_BACKLOG } from './modules/webhooks/dispatcher/webhook-backlog.js';
import { EVENT_BACKLOG } from './platform/outbox/event-backlog.js';

/** Everything that can be due: what operators watch. Listed by hand, because the doctor reads it and starts none of the modules. */
export const ALL_BACKLOGS = [...EVENT_BACKLOG, ...EMAIL_BACKLOG, WEBHOOK_BACKLOG, FUNNEL_BACKLOG, BULK_JOB_BACKLOG];
