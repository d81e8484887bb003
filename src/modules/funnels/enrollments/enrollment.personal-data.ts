import { DatabaseClock } from '../../../platform/clock/clock.js';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import { columnsOf } from '../../../platform/database/entity-columns.js';
import { idsOf } from '../../../platform/ids/ids.js';
import type { Tx, Reader } from '../../../platform/database/database.js';
import type { Person, PersonalDataStore } from '../../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../../platform/personal-data/personal-data-store.js';
import { triggerDataOf } from '../../mail-content/trigger-data.js';
import { callsOf, cancelCalls, moveCalls } from '../../http-calls/call-ledger.service.js';
import { StaffNotifications } from '../../system-emails/notices/staff-notifications.service.js';
import { Counters } from './funnel-counters.js';
import { moveEnrollments, noticeKey } from './enrollment-rows.js';
import type { FunnelEnrollment } from './funnel-enrollment.entity.js';
import { FunnelStepRun } from './funnel-step-run.entity.js';
import { RunningFunnels } from '../versions/running-funnels.service.js';
import { Enrollments, LEAVING_COLUMNS, type LeavingEnrollment } from './enrollments.service.js';
import { inParts } from '../../../platform/values/collections.js';

type EnrollmentRow = Pick<
  FunnelEnrollment,
  'id' | 'funnelId' | 'status' | 'enteredAt' | 'completedAt' | 'exitReason'
> & { readonly title: string | null };

type RunRow = Omit<FunnelStepRun, 'arrivedAt'>;

const RUN_COLUMNS = columnsOf(FunnelStepRun, 'r', ['arrivedAt']);
const MERGED = 'contact_merged';
const IDS_PER_STATEMENT = 1_000;

/**
 * Erasure removes the data of the trigger and pending HTTP calls; the path through the funnel stays for reports. `GoneContacts`
 * removes the enrollments of deleted contacts.
 */
@StoresPersonalData()
export class EnrollmentPersonalData implements PersonalDataStore {
  readonly section = 'funnels';
  readonly tables = [
    'funnel_entries',
    'funnel_entry_data',
    'funnel_step_runs',
    'funnel_http_calls',
    'funnel_watch_members',
  ];

  constructor(
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
    private readonly staffNotifications: StaffNotifications,
    private readonly clock: DatabaseClock,
  ) {}

  async exportOf(reader: Reader, { contactId }: Person): Promise<unknown> {
    const enrollments = await reader.query<EnrollmentRow>(
      `SELECT e.id, e.funnel_id AS funnelId, f.title, e.status, e.entered_at AS enteredAt,
              e.completed_at AS completedAt, e.exit_reason AS exitReason
         FROM funnel_entries e LEFT JOIN funnels f ON f.id = e.funnel_id
        WHERE e.contact_id = :contactId ORDER BY e.id`,
      { contactId },
    );
    const ids = idsOf(enrollments);
    const runs = Map.groupBy(await runsOf(reader, ids), ({ entryId }) => entryId);
    const data = await triggerDataOf(reader, ids);
    const calls = Map.groupBy(await callsOf(reader, 'contact_id', contactId), ({ entryId }) => entryId);
    return enrollments.map(({ id, funnelId, title, status, enteredAt, completedAt, exitReason }) => ({
      ...{ id, funnel_id: funnelId, title, status },
      data: data.get(id) ?? null,
      entered_at: sqlTimestamp(enteredAt),
      completed_at: sqlTimestampOrNull(completedAt),
      reason: exitReason,
      steps: (runs.get(id) ?? []).map(({ stepId, outcome, branch, detail, ranAt }) => ({
        ...{ sequence_id: stepId, outcome, branch, detail },
        ran_at: sqlTimestamp(ranAt),
      })),
      http_calls: (calls.get(id) ?? []).map(({ stepId, state, status: response_status, createdAt }) => ({
        ...{ sequence_id: stepId, state, response_status },
        created_at: sqlTimestamp(createdAt),
      })),
    }));
  }

  async erase(tx: Tx, { contactId }: Person): Promise<void> {
    const runs = await tx.query<{ entryId: number; stepId: number }>(
      `SELECT r.entry_id AS entryId, r.step_id AS stepId
         FROM funnel_entries e JOIN funnel_step_runs r ON r.entry_id = e.id
        WHERE e.contact_id = :contactId`,
      { contactId },
    );
    await this.staffNotifications.forgetNotices(
      tx,
      runs.map(({ entryId, stepId }) => noticeKey(entryId, stepId)),
    );
    await tx.execute('UPDATE funnel_entries SET payload = NULL WHERE contact_id = :contactId AND payload IS NOT NULL', {
      contactId,
    });
    await tx.execute(
      `DELETE d FROM funnel_entry_data d JOIN funnel_entries e ON e.id = d.entry_id WHERE e.contact_id = :contactId`,
      { contactId },
    );
    await cancelCalls(tx, contactId);
  }

  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.erase(tx, person);
  }

  async merge(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    const counters = new Counters();
    await this.endDuplicates(tx, keepId, mergedIds, counters);
    await tx.execute(
      `UPDATE funnel_entries
          SET contact_id = :keepId, active_contact_id = IF(active_contact_id IS NULL, NULL, :keepId)
        WHERE contact_id IN (:mergedIds)`,
      { keepId, mergedIds },
    );
    await moveCalls(tx, keepId, mergedIds);
    await counters.write(tx);
  }

  /** A contact has at most one active enrollment per funnel: keeps that of the surviving contact, else the oldest one. */
  private async endDuplicates(tx: Tx, keepId: number, mergedIds: readonly number[], counters: Counters): Promise<void> {
    const contactIds = [keepId, ...mergedIds];
    const duplicated = await tx.query<{ funnelId: number }>(
      `SELECT funnel_id AS funnelId FROM funnel_entries
        WHERE active_contact_id IN (:contactIds) GROUP BY funnel_id HAVING COUNT(*) > 1 ORDER BY funnel_id`,
      { contactIds },
    );
    if (duplicated.length === 0) return;
    const now = await this.clock.now(tx);
    for (const { funnelId } of duplicated) {
      const funnel = await this.funnels.hold(tx, funnelId);
      const active = await tx.query<LeavingEnrollment>(
        `SELECT ${LEAVING_COLUMNS}
           FROM funnel_entries WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds) ORDER BY id FOR UPDATE`,
        { funnelId, contactIds },
      );
      const stays = active.find(({ contactId }) => contactId === keepId) ?? active[0];
      const leaving = active.filter((entry) => entry !== stays);
      // Without a funnel: it is deleted, and its enrollments are removed without events.
      if (funnel)
        await this.enrollments.leave(tx, funnel, leaving, { status: 'cancelled', reason: MERGED, now, counters });
      else await moveEnrollments(tx, idsOf(leaving), { activeContactId: null });
    }
  }
}

async function runsOf(reader: Reader, entryIds: readonly number[]): Promise<RunRow[]> {
  const found: RunRow[] = [];
  for (const ids of inParts(entryIds, IDS_PER_STATEMENT)) {
    const sql = `SELECT ${RUN_COLUMNS} FROM funnel_step_runs r WHERE r.entry_id IN (:ids)
                  ORDER BY r.entry_id, r.ran_at, r.step_id`;
    found.push(...(await reader.query<RunRow>(sql, { ids })));
  }
  return found;
}
