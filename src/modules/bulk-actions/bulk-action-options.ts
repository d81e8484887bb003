import type { BulkJob } from '../jobs/bulk-job.entity.js';
import type { CommonJobOptions } from '../jobs/bulk-job-options.js';
import type { BulkAction } from './bulk-action.js';
import type { ContactChoice } from './contact-choices.service.js';

/** The stored options of a bulk action job. */
export interface BulkActionOptions extends CommonJobOptions {
  readonly action: BulkAction;
  readonly choice: ContactChoice;
}

export function bulkActionOptions({ options }: Pick<BulkJob, 'options'>): BulkActionOptions {
  return JSON.parse(options) as BulkActionOptions;
}
