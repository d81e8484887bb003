import type { EmailSource } from '../email-state.js';
import type { SnapshotRow } from '../email-snapshot.js';

/** The flow of the notices to people of the house. It never ends. */
export const NOTICE_SOURCE: EmailSource = { type: 'single', id: 3 };

/** What goes on in the house is nobody's event and in no report. */
export const isNotice = ({ source_type, source_id }: Pick<SnapshotRow, 'source_type' | 'source_id'>): boolean =>
  source_type === NOTICE_SOURCE.type && source_id === NOTICE_SOURCE.id;
