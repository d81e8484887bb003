import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { columnsOf } from '../../../platform/database/entity-columns.js';
import { idOfCursor, offsetOf, type Page, type PageRequest, pageOfRows } from '../../../platform/http/page.js';
import { type ContactColumns, embedded } from '../../contacts/dto/embedded-contact.shapes.js';
import type { EnrollmentStatus } from '../definition/funnel-status.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { apiStatus, type EmailState, SYSTEM_SOURCES } from '../../../events/email-state.js';
import { callsOf } from '../../http-calls/call-ledger.service.js';
import { triggerDataOf } from '../../mail-content/trigger-data.js';
import { stepTypeOf } from '../definition/action-catalog.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import type { Step } from '../definition/step.js';
import type { EnrollmentResponse, EnrollmentTraceResponse, TracedStepResponse } from '../dto/enrollment.shapes.js';
import { FunnelRows } from '../versions/funnel-rows.js';
import { FunnelEnrollment } from './funnel-enrollment.entity.js';
import { FunnelStepRun } from './funnel-step-run.entity.js';
import { noticeKey, recipientKey } from './enrollment-rows.js';
import { RunningFunnels } from '../versions/running-funnels.service.js';

type TracedCall = NonNullable<TracedStepResponse['http_call']>;

type RunRow = Omit<FunnelStepRun, 'entryId'>;

type EnrollmentRow = FunnelEnrollment & ContactColumns;

const COLUMNS = `${columnsOf(FunnelEnrollment, 'e')},
  c.email AS contact_email, c.first_name, c.last_name, c.status AS contact_status`;
const RUN_COLUMNS = columnsOf(FunnelStepRun, 'r', ['entryId']);
const MAX_ENROLLMENTS = 100;

function enrollmentOf(row: EnrollmentRow): EnrollmentResponse {
  const { id, funnelId, contactId, status, lastStepId, nextStepId, dueAt, enteredAt, completedAt, exitReason } = row;
  return {
    ...{ id, funnel_id: funnelId, subscriber_id: contactId, status },
    ...{ last_sequence_id: lastStepId, next_sequence_id: nextStepId },
    next_execution_time: dueAt?.toISOString() ?? null,
    entered_at: enteredAt.toISOString(),
    completed_at: completedAt?.toISOString() ?? null,
    exit_reason: exitReason,
    subscriber: embedded(contactId, row),
  };
}

@Injectable()
export class EnrollmentsQueries {
  constructor(
    private readonly db: Database,
    private readonly rows: FunnelRows,
    private readonly funnels: RunningFunnels,
  ) {}

  async list(
    funnelId: number,
    status: EnrollmentStatus | undefined,
    request: PageRequest,
  ): Promise<Page<EnrollmentResponse>> {
    await this.rows.find(funnelId);
    const condition = `funnel_id = :funnelId ${status === undefined ? '' : 'AND status = :status'}`;
    const before = request.cursor ? idOfCursor(request.cursor) : null;
    const params = { funnelId, status: status ?? null, before };
    const [count] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM funnel_entries WHERE ${condition}`,
      params,
    );
    const rows = await this.db.query<EnrollmentRow>(
      // The subquery pages within the index, so that earlier rows are never read.
      `SELECT ${COLUMNS}
         FROM (SELECT id FROM funnel_entries WHERE ${condition} ${before === null ? '' : 'AND id < :before'}
                ORDER BY id DESC LIMIT ${request.perPage + 1}
                ${request.cursor === undefined ? `OFFSET ${offsetOf(request)}` : ''}) page
         JOIN funnel_entries e ON e.id = page.id
         LEFT JOIN contacts c ON c.id = e.contact_id
        ORDER BY e.id DESC`,
      params,
    );
    const page = pageOfRows(rows, count?.total ?? 0, request);
    return { ...page, items: page.items.map(enrollmentOf) };
  }

  /** @param entryId an earlier enrollment; null for the latest one. */
  async trace(funnelId: number, contactId: number, entryId: number | null): Promise<EnrollmentTraceResponse> {
    await this.rows.find(funnelId);
    const entries = await this.db.query<EnrollmentRow>(
      `SELECT ${COLUMNS} FROM funnel_entries e LEFT JOIN contacts c ON c.id = e.contact_id
        WHERE e.contact_id = :contactId AND e.funnel_id = :funnelId ORDER BY e.id DESC LIMIT ${MAX_ENROLLMENTS}`,
      { funnelId, contactId },
    );
    const entry = entries.find(({ id }) => entryId === null || id === entryId);
    if (!entry) throw notFound();
    const data = (await triggerDataOf(this.db, [entry.id])).get(entry.id) ?? null;
    return {
      funnel_subscriber: { ...enrollmentOf(entry), data },
      trace: await this.stepsOf(entry),
      earlier: entries.filter((other) => other !== entry).map(enrollmentOf),
    };
  }

  private async stepsOf(entry: EnrollmentRow): Promise<TracedStepResponse[]> {
    const { id: entryId, nextStepId, arrivedAt, dueAt } = entry;
    const runs = await this.db.query<RunRow>(
      `SELECT ${RUN_COLUMNS} FROM funnel_step_runs r WHERE r.entry_id = :entryId`,
      { entryId },
    );
    const stepIds = [...runs.map(({ stepId }) => stepId), ...(nextStepId === null ? [] : [nextStepId])];
    const steps = await this.definitionsOf(entry, stepIds);
    const { emails, calls } = await this.effectsOf(entry, stepIds);
    const place = new Map([...steps.keys()].map((id, index) => [id, index]));
    const traced = (
      stepId: number,
      { branch, detail, arrivedAt, ranAt }: Pick<RunRow, 'branch' | 'detail' | 'arrivedAt'> & { ranAt: Date | null },
      status: TracedStepResponse['status'],
      due: Date | null,
    ): TracedStepResponse => {
      const step = steps.get(stepId);
      return {
        sequence_id: stepId,
        title: step?.title ?? null,
        action_name: step?.action ?? null,
        type: step ? stepTypeOf(step.action) : null,
        ...{ status, branch, detail },
        arrived_at: arrivedAt.toISOString(),
        ran_at: ranAt?.toISOString() ?? null,
        due_at: due?.toISOString() ?? null,
        email: emails.get(stepId) ?? null,
        http_call: calls.get(stepId) ?? null,
      };
    };
    // Steps with the same timestamp ran in the order of the definition.
    runs.sort((a, b) => +a.ranAt - +b.ranAt || (place.get(a.stepId) ?? 0) - (place.get(b.stepId) ?? 0));
    const done = runs.map((run) => traced(run.stepId, run, run.outcome, null));
    if (nextStepId === null) return done;
    return [...done, traced(nextStepId, { branch: null, detail: null, arrivedAt, ranAt: null }, 'waiting', dueAt)];
  }

  /** Returns steps in the order of the definition; steps that its version lacks come from other versions, newest first. */
  private async definitionsOf(
    { funnelId, versionId }: EnrollmentRow,
    stepIds: readonly number[],
  ): Promise<Map<number, Step>> {
    const wanted = new Set(stepIds);
    const found = new Map<number, Step>();
    const add = ({ steps }: FunnelDefinition): void => {
      for (const step of steps.values()) if (wanted.has(step.id) && !found.has(step.id)) found.set(step.id, step);
    };
    add(await this.funnels.definition(versionId));
    if (found.size === wanted.size) return found;
    for await (const definition of this.funnels.definitionsOf(funnelId)) {
      add(definition);
      if (found.size === wanted.size) break;
    }
    return found;
  }

  private async effectsOf(
    { id: entryId, funnelId }: EnrollmentRow,
    stepIds: readonly number[],
  ): Promise<{ emails: ReadonlyMap<number, TracedStepResponse['email']>; calls: ReadonlyMap<number, TracedCall> }> {
    if (stepIds.length === 0) return { emails: new Map(), calls: new Map() };
    const stepOf = new Map(
      stepIds.flatMap((stepId) => [
        [recipientKey(entryId, stepId), stepId],
        [noticeKey(entryId, stepId), stepId],
      ]),
    );
    const emails = await this.db.query<{ id: number; key: string; state: EmailState; reason: string | null }>(
      `SELECT id, recipient_key AS \`key\`, state, reason FROM email_messages
        WHERE recipient_key IN (:keys)
          AND ((source_type = 'funnel' AND source_id = :funnelId) OR (source_type = :type AND source_id = :id))`,
      { funnelId, keys: [...stepOf.keys()], ...SYSTEM_SOURCES.staff },
    );
    const calls = await callsOf(this.db, 'entry_id', entryId);
    return {
      emails: new Map(
        emails.map(({ id, key, state, reason }) => [stepOf.get(key) ?? 0, { id, status: apiStatus(state), reason }]),
      ),
      calls: new Map(
        calls.map(({ stepId, state, attempts, status: response_status, error }) => [
          stepId,
          { state, attempts, response_status, error },
        ]),
      ),
    };
  }
}
