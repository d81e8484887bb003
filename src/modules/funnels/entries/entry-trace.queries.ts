import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { type EmailState, type EmailStatus, wireStatus } from '../../../events/email-state.js';
import { NOTICE_SOURCE } from '../../system-emails/notices/notices.service.js';
import type { Step } from '../definition/step.js';
import { noticeKey, recipientKey } from '../engine/recipient-key.js';
import type { StepOutcome } from '../funnel-status.js';
import type { CallState } from '../http-calls/funnel-http-call.entity.js';
import { RunningFunnels } from '../running-funnels.service.js';
import { EntriesQueries } from './entries.queries.js';
import { ENTRY_COLUMNS, type EntryRow } from './entry-row.js';

/** What was done for somebody at one step, or is to be done next. */
export interface TracedStep {
  readonly stepId: number;
  /** As it is worded in the version that the entry runs through; null for one that no version knows. */
  readonly step: Step | null;
  readonly status: StepOutcome | 'waiting';
  readonly branch: string | null;
  readonly detail: string | null;
  readonly arrivedAt: Date;
  readonly ranAt: Date | null;
  readonly dueAt: Date | null;
  readonly email: { readonly id: number; readonly status: EmailStatus } | null;
  readonly httpCall: TracedCall | null;
}

export interface TracedCall {
  readonly state: CallState;
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error: string | null;
}

export interface EntryTrace {
  readonly entry: EntryRow;
  readonly steps: readonly TracedStep[];
  /** Other ways of the contact through the funnel, the newest first. */
  readonly others: readonly EntryRow[];
}

interface RunRow {
  readonly stepId: number;
  readonly outcome: StepOutcome;
  readonly branch: string | null;
  readonly detail: string | null;
  readonly arrivedAt: Date;
  readonly ranAt: Date;
}

const MOST_ENTRIES = 100;

/** What a funnel did for one contact, and why it did not do the rest. */
@Injectable()
export class EntryTraces {
  constructor(
    private readonly db: Database,
    private readonly entries: EntriesQueries,
    private readonly funnels: RunningFunnels,
  ) {}

  /**
   * @param entryId an earlier way of the contact; the newest without it.
   * @throws AppError rest_post_invalid_id
   */
  async of(funnelId: number, contactId: number, entryId: number | null): Promise<EntryTrace> {
    await this.entries.requireFunnel(funnelId);
    const entries = await this.db.query<EntryRow>(
      `SELECT ${ENTRY_COLUMNS} FROM funnel_entries e LEFT JOIN contacts c ON c.id = e.contact_id
        WHERE e.contact_id = :contactId AND e.funnel_id = :funnelId ORDER BY e.id DESC LIMIT ${MOST_ENTRIES}`,
      { funnelId, contactId },
    );
    const entry = entries.find(({ id }) => entryId === null || id === entryId);
    if (!entry) throw notFound();
    return { entry, steps: await this.stepsOf(entry), others: entries.filter((other) => other !== entry) };
  }

  private async stepsOf(entry: EntryRow): Promise<TracedStep[]> {
    const runs = await this.db.query<RunRow>(
      `SELECT step_id AS stepId, outcome, branch, detail, arrived_at AS arrivedAt, ran_at AS ranAt
         FROM funnel_step_runs WHERE entry_id = :entryId`,
      { entryId: entry.id },
    );
    const stepIds = [...runs.map(({ stepId }) => stepId), ...(entry.nextStepId === null ? [] : [entry.nextStepId])];
    const steps = await this.definitionsOf(entry, stepIds);
    const { emails, calls } = await this.effectsOf(entry, stepIds);
    const place = new Map([...steps.keys()].map((id, index) => [id, index]));
    const done = runs
      // Steps of one moment ran in the order in which they stand.
      .sort((a, b) => +a.ranAt - +b.ranAt || (place.get(a.stepId) ?? 0) - (place.get(b.stepId) ?? 0))
      .map(({ stepId, outcome, ...run }) => ({ ...run, stepId, status: outcome, dueAt: null }));
    const waiting =
      entry.nextStepId === null
        ? []
        : [
            {
              ...{ stepId: entry.nextStepId, status: 'waiting' as const, branch: null, detail: null },
              ...{ arrivedAt: entry.arrivedAt, ranAt: null, dueAt: entry.dueAt },
            },
          ];
    return [...done, ...waiting].map((traced) => ({
      ...traced,
      step: steps.get(traced.stepId) ?? null,
      email: emails.get(traced.stepId) ?? null,
      httpCall: calls.get(traced.stepId) ?? null,
    }));
  }

  /** In the order in which they stand. Those that its version has no more are looked for in others, the newest first. */
  private async definitionsOf(
    { funnelId, versionId }: EntryRow,
    stepIds: readonly number[],
  ): Promise<Map<number, Step>> {
    const wanted = new Set(stepIds);
    const found = new Map<number, Step>();
    const others = async function* (db: Database): AsyncGenerator<number> {
      yield versionId;
      const rows = await db.query<{ id: number }>(
        'SELECT id FROM funnel_versions WHERE funnel_id = :funnelId AND id <> :versionId ORDER BY version DESC',
        { funnelId, versionId },
      );
      yield* rows.map(({ id }) => id);
    };
    for await (const id of others(this.db)) {
      if (found.size === wanted.size) break;
      const { steps } = await this.funnels.definition(id);
      for (const step of steps.values()) if (wanted.has(step.id) && !found.has(step.id)) found.set(step.id, step);
    }
    return found;
  }

  /** What steps have left in the ledgers, by step. */
  private async effectsOf(
    { id: entryId, funnelId }: EntryRow,
    stepIds: readonly number[],
  ): Promise<{ emails: ReadonlyMap<number, TracedStep['email']>; calls: ReadonlyMap<number, TracedCall> }> {
    if (stepIds.length === 0) return { emails: new Map(), calls: new Map() };
    const stepOf = new Map(
      stepIds.flatMap((stepId) => [
        [recipientKey(entryId, stepId), stepId],
        [noticeKey(entryId, stepId), stepId],
      ]),
    );
    const mails = await this.db.query<{ id: number; key: string; state: EmailState }>(
      `SELECT id, recipient_key AS \`key\`, state FROM email_messages
        WHERE recipient_key IN (:keys)
          AND ((source_type = 'funnel' AND source_id = :funnelId) OR (source_type = :noticeType AND source_id = :noticeId))`,
      { funnelId, keys: [...stepOf.keys()], noticeType: NOTICE_SOURCE.type, noticeId: NOTICE_SOURCE.id },
    );
    const calls = await this.db.query<TracedCall & { stepId: number }>(
      `SELECT step_id AS stepId, state, attempts, response_status, error FROM funnel_http_calls WHERE entry_id = :entryId`,
      { entryId },
    );
    return {
      emails: new Map(mails.map(({ id, key, state }) => [stepOf.get(key) ?? 0, { id, status: wireStatus(state) }])),
      calls: new Map(calls.map(({ stepId, ...call }) => [stepId, call])),
    };
  }
}
