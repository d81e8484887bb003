import type { WatchedJob } from './bulk-job-columns.js';

/**
 * How long it will still take at the rate so far.
 * @returns null where that is not known: before anything is done, and while a job is taken back.
 */
export function etaSeconds({ status, phase, total, processed, elapsedMs }: Progress): number | null {
  if (status !== 'running' || phase !== 'work' || total === null || processed === 0 || elapsedMs === null) return null;
  return Math.ceil((Math.max(0, total - processed) * elapsedMs) / processed / 1_000);
}

type Progress = Pick<WatchedJob, 'status' | 'phase' | 'total' | 'processed' | 'elapsedMs'>;
