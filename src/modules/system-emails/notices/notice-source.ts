import type { EmailSource } from '../../../events/email-state.js';

/** The flow of the notices to people of the house. It never ends. */
export const NOTICE_SOURCE: EmailSource = { type: 'single', id: 3 };

/** The flow of the reports that are mailed by a schedule, to whoever the schedule names. It never ends either. */
export const REPORT_SOURCE: EmailSource = { type: 'single', id: 4 };
