import type { BulkJob } from './bulk-job.entity.js';

/** What the options of every kind of job have in common. */
export interface CommonJobOptions {
  /** Everything is judged and nothing written. */
  readonly dry_run?: boolean;
  /** Nobody outside is told of it and nothing is set off. */
  readonly silent?: boolean;
}

export function commonOptions({ options }: Pick<BulkJob, 'options'>): CommonJobOptions {
  const { dry_run, silent } = JSON.parse(options) as Record<string, unknown>;
  return { dry_run: dry_run === true, silent: silent === true };
}
