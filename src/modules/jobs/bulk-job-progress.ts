import type { WatchedJob } from './bulk-job-columns.js';

/** Estimates the remaining time at the rate so far; null before the first row and during an undo. */
export function etaSeconds({ status, phase, total, processed, elapsedMs }: Progress): number | null {
  if (status !== 'running' || phase !== 'work' || total === null || processed === 0 || elapsedMs === null) return null;
  return Math.ceil((Math.max(0, total - processed) * elapsedMs) / processed / 1_000);
}

type Progress = Pick<WatchedJob, 'status' | 'phase' | 'total' | 'processed' | 'elapsedMs'>;
