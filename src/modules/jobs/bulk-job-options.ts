import type { BulkJob } from './bulk-job.entity.js';

/** Options that all kinds of jobs share. */
export interface CommonJobOptions {
  /** Everything is validated and nothing is written. */
  readonly dry_run?: boolean;
  /** Suppresses webhooks and funnel triggers. */
  readonly silent?: boolean;
}

export function commonOptions({ options }: Pick<BulkJob, 'options'>): CommonJobOptions {
  const { dry_run, silent } = JSON.parse(options) as Record<string, unknown>;
  return { dry_run: dry_run === true, silent: silent === true };
}
