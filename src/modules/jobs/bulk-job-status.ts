import { StateMachine } from '../../platform/work/states.js';

/** `receiving`: its file is being uploaded; the API does not show it yet. */
export const BULK_JOB_STATUSES = ['receiving', 'queued', 'running', 'done', 'failed', 'cancelled', 'undone'] as const;
export type BulkJobStatus = (typeof BULK_JOB_STATUSES)[number];

export const BULK_JOBS = new StateMachine('job', 'bulk_jobs.status', BULK_JOB_STATUSES, {
  initial: ['receiving', 'queued'],
  terminal: ['undone'],
  events: {
    queue: { from: ['receiving'], to: 'queued' },
    cancel: { from: ['queued'], to: 'cancelled' },
    /** Also continues the job of a worker that crashed or stopped. */
    claim: { from: ['queued', 'running'], to: 'running' },
    finish: { from: ['running'], to: 'done' },
    fail: { from: ['running'], to: 'failed' },
    stop: { from: ['running'], to: 'cancelled' },
    undo: { from: ['done', 'failed', 'cancelled'], to: 'queued' },
    finishUndo: { from: ['running'], to: 'undone' },
  },
});

export const BULK_JOB_KINDS = ['import', 'bulk_action'] as const;
export type BulkJobKind = (typeof BULK_JOB_KINDS)[number];
export const NOUN = { import: 'import', bulk_action: 'bulk action' } as const;

/** Whether a running job does its work or undoes it. */
export const BULK_JOB_PHASES = ['work', 'undo'] as const;
export type BulkJobPhase = (typeof BULK_JOB_PHASES)[number];

/** The outcome of a row. Each row has exactly one; `kept_status` is separate. */
export const ROW_OUTCOMES = ['created', 'updated', 'skipped', 'invalid'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export const UNDO_OUTCOMES = ['undone', 'conflict'] as const;
export type UndoOutcome = (typeof UNDO_OUTCOMES)[number];

/** Row filters: by outcome of the job, and of its undo. Each has an index in row order. */
export const ROW_FILTERS = [...ROW_OUTCOMES, 'kept_status', ...UNDO_OUTCOMES] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];
