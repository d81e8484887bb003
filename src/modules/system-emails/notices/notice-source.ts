import type { EmailSource } from '../../../events/email-state.js';

/** The endless sending run of staff notifications. */
export const NOTICE_SOURCE: EmailSource = { type: 'single', id: 3 };

/** The endless sending run of scheduled reports. */
export const REPORT_SOURCE: EmailSource = { type: 'single', id: 4 };
