/** `receiving`: its file is still coming in, and nobody is shown it yet. */
export const BULK_JOB_STATUSES = ['receiving', 'queued', 'running', 'done', 'failed', 'cancelled', 'undone'] as const;
export type BulkJobStatus = (typeof BULK_JOB_STATUSES)[number];

export const BULK_JOB_KINDS = ['import', 'bulk_action'] as const;
export type BulkJobKind = (typeof BULK_JOB_KINDS)[number];

/** Whether a running job does its work or takes it back. */
export const BULK_JOB_PHASES = ['work', 'undo'] as const;
export type BulkJobPhase = (typeof BULK_JOB_PHASES)[number];

/** What became of one row. Each row has one; a status that a signal may not change is told beside it. */
export const ROW_OUTCOMES = ['created', 'updated', 'skipped', 'invalid'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** What became of it when the job was undone. */
export const UNDO_OUTCOMES = ['undone', 'conflict'] as const;
export type UndoOutcome = (typeof UNDO_OUTCOMES)[number];
