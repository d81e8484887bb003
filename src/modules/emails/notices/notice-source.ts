import type { EmailSource } from '../email-state.js';
import type { SnapshotRow } from '../email-snapshot.js';

/** The flow of the notices to people of the house. It never ends. */
export const NOTICE_SOURCE: EmailSource = { type: 'single', id: 3 };

/** The flow of the reports that are mailed by a schedule, to whoever the schedule names. It never ends either. */
export const REPORT_SOURCE: EmailSource = { type: 'single', id: 4 };

const IN_HOUSE: readonly EmailSource[] = [NOTICE_SOURCE, REPORT_SOURCE];

/** What goes on in the house is nobody's event and in no report. */
export const isNotice = ({ source_type, source_id }: Pick<SnapshotRow, 'source_type' | 'source_id'>): boolean =>
  IN_HOUSE.some(({ type, id }) => source_type === type && source_id === id);
