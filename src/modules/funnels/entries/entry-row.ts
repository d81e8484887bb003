import type { EntryStatus } from '../funnel-status.js';

/** An entry with its contact, who may be gone. */
export interface EntryRow {
  readonly id: number;
  readonly funnelId: number;
  readonly contactId: number;
  readonly versionId: number;
  readonly status: EntryStatus;
  readonly lastStepId: number | null;
  readonly nextStepId: number | null;
  readonly arrivedAt: Date;
  readonly dueAt: Date | null;
  readonly enteredAt: Date;
  readonly completedAt: Date | null;
  readonly exitReason: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly contactStatus: string | null;
}

/** Of the entry `e` and its contact `c`. */
export const ENTRY_COLUMNS = `e.id, e.funnel_id AS funnelId, e.contact_id AS contactId, e.version_id AS versionId, e.status,
  e.last_step_id AS lastStepId, e.next_step_id AS nextStepId, e.arrived_at AS arrivedAt, e.due_at AS dueAt,
  e.entered_at AS enteredAt, e.completed_at AS completedAt, e.exit_reason AS exitReason,
  c.email, c.first_name AS firstName, c.last_name AS lastName, c.status AS contactStatus`;
