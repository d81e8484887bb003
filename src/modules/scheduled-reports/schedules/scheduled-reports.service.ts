import { Inject, Injectable } from '@nestjs/common';
import { Clock, DatabaseClock } from '../../../platform/clock/clock.js';
import { toTheSecond } from '../../../platform/clock/timestamps.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { existing, locked, numberOf } from '../../../platform/database/records.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { endedPeriod, nextOccurrence, type Schedule } from './occurrences.js';
import { type ScheduledReportInput, validFields } from './scheduled-report-rules.js';
import { RUNS, ScheduledReportRun } from './scheduled-report-run.entity.js';
import { ScheduledReport } from './scheduled-report.entity.js';

const MAX_REPORTS = 500;
/** Maximum number of waiting manual runs per report. */
const MAX_WAITING = 5;
const RUNS_SHOWN = 20;

/** Manages scheduled reports; the worker sends them. */
@Injectable()
export class ScheduledReportsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly databaseClock: DatabaseClock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Newest first. */
  async list(): Promise<ScheduledReport[]> {
    return this.db.manager.find(ScheduledReport, { order: { id: 'DESC' } });
  }

  async get(id: number): Promise<ScheduledReport> {
    return existing(await this.db.manager.findOneBy(ScheduledReport, { id }));
  }

  /** Returns its latest runs, newest first. */
  async runs(id: number): Promise<ScheduledReportRun[]> {
    return this.db.manager.find(ScheduledReportRun, {
      where: { reportId: id },
      order: { id: 'DESC' },
      take: RUNS_SHOWN,
    });
  }

  /** @throws AppError rest_invalid_param naming all invalid fields. */
  async create(input: ScheduledReportInput): Promise<ScheduledReport> {
    return this.db.transaction(async (tx) => {
      if ((await numberOf(tx, 'SELECT COUNT(*) FROM scheduled_reports')) >= MAX_REPORTS)
        throw invalidParam('title', `at most ${MAX_REPORTS} scheduled reports are allowed`);
      const fields = await validFields(tx, input, null, this.config.timeZone);
      const now = toTheSecond(this.clock.now());
      const report = tx.manager.create(ScheduledReport, { ...fields, lastRunAt: null, createdAt: now, updatedAt: now });
      report.nextRunAt = await this.nextRun(tx, report);
      return tx.save(report);
    });
  }

  /** Reschedules only if the schedule changed, so that a new title does not lose a run that is due. */
  async update(id: number, input: ScheduledReportInput): Promise<ScheduledReport> {
    return this.db.transaction(async (tx) => {
      const report = await locked(tx, ScheduledReport, id);
      const before = whenOf(report);
      Object.assign(report, await validFields(tx, input, report, report.timezone));
      report.updatedAt = toTheSecond(this.clock.now());
      if (whenOf(report) !== before) report.nextRunAt = await this.nextRun(tx, report);
      // Pausing also cancels scheduled runs that wait for a retry, but not manual runs.
      if (report.status === 'paused')
        await RUNS.move(tx, 'miss', {
          where: 'report_id = :id AND scheduled_for IS NOT NULL',
          set: 'due_at = NULL',
          params: { id },
        });
      return tx.save(report);
    });
  }

  /** Emails that are already in the ledger are still sent. */
  async remove(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      await locked(tx, ScheduledReport, id);
      await tx.execute('DELETE FROM scheduled_report_runs WHERE report_id = :id', { id });
      await tx.delete('scheduled_reports', id);
    });
  }

  /** Requests a run for the period that ended last, even if the report is paused. The worker sends it. */
  async run(id: number): Promise<ScheduledReportRun> {
    return this.db.transaction(async (tx) => {
      const report = await locked(tx, ScheduledReport, id);
      const counted = `SELECT COUNT(*) FROM scheduled_report_runs WHERE report_id = :id AND state = 'waiting'`;
      if ((await numberOf(tx, counted, { id })) >= MAX_WAITING)
        throw invalidParam('id', `has ${MAX_WAITING} waiting runs; try again later`);
      const now = await this.databaseClock.now(tx);
      const { from, to } = endedPeriod(scheduleOf(report, this.config.timeZone), now);
      return tx.save(
        tx.manager.create(ScheduledReportRun, {
          reportId: id,
          periodKey: `asked ${ulid()}`,
          state: 'waiting',
          fromDay: from,
          toDay: to,
          scheduledFor: null,
          dueAt: now,
          attempts: 0,
          isLate: 0,
          reason: null,
          ranAt: null,
        }),
      );
    });
  }

  private async nextRun(tx: Tx, report: ScheduledReport): Promise<Date | null> {
    if (report.status === 'paused') return null;
    return nextOccurrence(scheduleOf(report, this.config.timeZone), await this.databaseClock.now(tx)).at;
  }
}

export function scheduleOf(
  { frequency, settings, timezone }: Pick<ScheduledReport, 'frequency' | 'settings' | 'timezone'>,
  reportsZone: string,
): Schedule {
  const { sendAt, weekday, day } = settings;
  return { frequency, sendAt, weekday, day, timeZone: timezone, reportsZone };
}

const whenOf = (report: ScheduledReport): string => JSON.stringify([report.status, scheduleOf(report, '')]);
