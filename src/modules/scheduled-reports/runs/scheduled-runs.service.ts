import { Inject, Injectable, Logger } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { DateTime } from 'luxon';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { NoticesService } from '../../system-emails/notices/notices.service.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { isUnfiltered } from '../../reports/audience-filter/audience-filter.js';
import { shiftDay } from '../../../platform/clock/local-time.js';
import { comparedPeriod, type Period, resolvePeriod } from '../../reports/periods/report-period.js';
import { valuesByLabel } from '../../reports/digests/digest.js';
import { DigestSources } from '../../reports/digests/digest-sources.js';
import { ReportEmails } from '../email/report-emails.js';
import { IS_TOO_LATE } from './due-times.check.js';
import { nextOccurrence, type Occurrence, occurrencesBetween, previousPeriod } from '../schedules/occurrences.js';
import { RUNS, ScheduledReportRun } from '../schedules/scheduled-report-run.entity.js';
import { ScheduledReport } from '../schedules/scheduled-report.entity.js';
import { scheduleOf } from '../schedules/scheduled-reports.service.js';

const MINUTE_MS = 60_000;
/** A run that is later than this is marked as late. */
const LATE_AFTER_MS = 60 * MINUTE_MS;
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;
/** Delay while the last events of a period are still being counted. */
const COUNTING_MS = 5_000;
/** After a long downtime, only the latest missed periods are recorded. */
const MAX_MISSED = 100;
const BATCH = 50;

/**
 * Runs scheduled reports in two steps, each with its own transaction, so that workers may run in parallel and crash at
 * any point. `createRuns` creates runs for due reports; the unique key of report and period prevents duplicates. `executeRun`
 * computes the figures, which may be slow or fail, and then stores the emails and the result together.
 */
@Injectable()
export class ScheduledRuns {
  private readonly logger = new Logger(ScheduledRuns.name);

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly sources: DigestSources,
    private readonly emails: ReportEmails,
    private readonly ledger: NoticesService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Returns the ids of due reports, and of those that a clock that was ahead has planned too late. */
  async dueReports(): Promise<number[]> {
    return this.ids(
      `SELECT id FROM scheduled_reports WHERE next_run_at <= :now OR ${IS_TOO_LATE} ORDER BY next_run_at LIMIT ${BATCH}`,
    );
  }

  /** Of several passed periods only the last one is sent; the others are recorded as missed. */
  async createRuns(reportId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const now = await this.clock.now(tx);
      const [free] = await tx.query(
        `SELECT id FROM scheduled_reports
          WHERE id = :reportId AND (next_run_at <= :now OR ${IS_TOO_LATE}) FOR UPDATE SKIP LOCKED`,
        { reportId, now },
      );
      // Another worker handles the report.
      if (!free) return;
      // Runs of a clock that was ahead would keep their periods from being sent.
      const ahead = 'DELETE FROM scheduled_report_runs WHERE report_id = :reportId AND scheduled_for > :now';
      await tx.execute(ahead, { reportId, now });
      const report = await tx.manager.findOneByOrFail(ScheduledReport, { id: reportId });
      const schedule = scheduleOf(report, this.config.timeZone);
      const due = occurrencesBetween(schedule, new Date((report.nextRunAt ?? now).getTime() - 1), now);
      const last = due.pop();
      for (const missed of due.slice(-MAX_MISSED)) await this.insertRun(tx, reportId, missed, 'missed', now);
      if (last) await this.insertRun(tx, reportId, last, 'waiting', now);
      await tx.execute(
        'UPDATE scheduled_reports SET next_run_at = :next WHERE id = :reportId',
        { reportId, next: nextOccurrence(schedule, now).at },
        { ids: reportId },
      );
      if (due.length > 0)
        this.logger.warn({ report: reportId, periods: due.length }, 'Scheduled report periods missed');
    });
  }

  async waitingRuns(): Promise<number[]> {
    return this.ids(
      `SELECT id FROM scheduled_report_runs WHERE state = 'waiting' AND due_at <= :now ORDER BY due_at LIMIT ${BATCH}`,
    );
  }

  /** Sends the report of a run, or postpones the run; nothing if another worker has done so since `waitingRuns`. */
  async executeRun(runId: number): Promise<void> {
    const dueAt = LessThanOrEqual(await this.clock.now(this.db));
    const run = await this.db.manager.findOneBy(ScheduledReportRun, { id: runId, state: 'waiting', dueAt });
    const report = run && (await this.db.manager.findOneBy(ScheduledReport, { id: run.reportId }));
    if (!report) return;
    try {
      await this.mail(run, report);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      await this.postpone(run, error);
    }
  }

  private async ids(sql: string): Promise<number[]> {
    return idsOf(await this.db.query<{ id: number }>(sql, { now: await this.clock.now(this.db) }));
  }

  private async insertRun(
    tx: Tx,
    reportId: number,
    { at, period }: Occurrence,
    state: 'waiting' | 'missed',
    now: Date,
  ): Promise<void> {
    await tx.insertRows(
      'scheduled_report_runs',
      ['report_id', 'period_key', 'state', 'from_day', 'to_day', 'scheduled_for', 'due_at', 'is_late'],
      [
        [
          ...[reportId, `${period.from} ${period.to}`, state, period.from, period.to, at],
          state === 'waiting' ? now : null,
          now.getTime() - at.getTime() > LATE_AFTER_MS ? 1 : 0,
        ],
      ],
      // The period was sent already, for example before the time of the schedule was changed.
      { suffix: 'ON DUPLICATE KEY UPDATE scheduled_report_runs.id = scheduled_report_runs.id' },
    );
  }

  private async mail(run: ScheduledReportRun, report: ScheduledReport): Promise<void> {
    const { settings } = report;
    const { period, before } = periodsOf(run, report);
    const source = this.sources.of(report.type);
    const audience = { lists: settings.lists, tags: settings.tags };
    const request = { audience, settings };
    const figures = await this.db.onReplica(() => source.build({ ...request, period }, false));
    if (figures.asOf < endOf(period, this.config.timeZone)) {
      await this.wait(run);
      return;
    }
    const earlier = await this.db.onReplica(() => source.build({ ...request, period: before }, true));
    const key = `report-${report.id}.${run.id}`;
    const mail = await this.emails.write(key, `${report.type}-${period.from}-to-${period.to}`, {
      title: report.title,
      name: source.name,
      type: report.type,
      subject: subjectOf(settings),
      period,
      comparedWith: before,
      figures,
      before: valuesByLabel(earlier),
      lateSince: run.isLate === 1 && run.scheduledFor !== null ? inWords(run.scheduledFor, report.timezone) : null,
      isFiltered: !isUnfiltered(audience),
    });
    await this.db.transaction(async (tx) => {
      const [present] = await tx.query<{ recipients: string }>(
        'SELECT recipients FROM scheduled_reports WHERE id = :id FOR UPDATE',
        { id: report.id },
      );
      const [waiting] = await tx.query(
        `SELECT id FROM scheduled_report_runs WHERE id = :id AND state = 'waiting' FOR UPDATE`,
        { id: run.id },
      );
      // Another worker was faster, or the run was deleted.
      if (!present || !waiting) return;
      await this.ledger.enrolReport(tx, JSON.parse(present.recipients) as string[], mail);
      const now = await this.clock.now(tx);
      await RUNS.moveLocked(tx, 'send', [run.id], {
        set: 'due_at = NULL, reason = NULL, ran_at = :now',
        params: { now },
      });
      await tx.execute(
        'UPDATE scheduled_reports SET last_run_at = :now WHERE id = :id',
        { id: report.id, now },
        { ids: report.id },
      );
    });
  }

  /** Postpones the run until all events of the period are counted. */
  private async wait({ id, attempts }: ScheduledReportRun): Promise<void> {
    const now = await this.clock.now(this.db);
    await this.change(id, 'due_at = :dueAt', { dueAt: new Date(now.getTime() + COUNTING_MS) }, attempts);
  }

  /** If several processes fail at the same time, only one attempt is counted. */
  private async postpone({ id, attempts }: ScheduledReportRun, error: unknown): Promise<void> {
    const now = await this.clock.now(this.db);
    // A refusal is final: the campaign or list was deleted.
    const isFinal = error instanceof AppError && error.status < 500;
    const wait = isFinal ? undefined : RETRIES_MS[attempts];
    const reason = error instanceof AppError ? error.message.slice(0, 190) : 'the figures could not be computed';
    await this.change(
      id,
      wait === undefined
        ? `${RUNS.becomes('fail')}, due_at = NULL, attempts = attempts + 1, reason = :reason, ran_at = :now`
        : 'due_at = :dueAt, attempts = attempts + 1, reason = :reason',
      { reason, now, dueAt: new Date(now.getTime() + (wait ?? 0)) },
      attempts,
    );
    const level = wait === undefined ? 'error' : 'warn';
    this.logger[level](
      { err: error, run: id },
      `Scheduled report ${wait === undefined ? 'failed' : 'failed; retrying'}`,
    );
  }

  /** @param attempts the expected number of failed attempts, so that only one of several workers changes the run. */
  private async change(
    id: number,
    assignments: string,
    params: Record<string, Date | string>,
    attempts: number,
  ): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE scheduled_report_runs SET ${assignments} WHERE id = :id AND ${RUNS.may('fail')} AND attempts = :attempts`,
        { ...params, id, attempts },
      ),
    );
  }
}

function subjectOf({ campaignId, funnelId }: ScheduledReport['settings']): { id?: string } {
  const id = campaignId ?? funnelId;
  return id === null ? {} : { id: String(id) };
}

function periodsOf(
  { fromDay: from, toDay: to }: Pick<ScheduledReportRun, 'fromDay' | 'toDay'>,
  { frequency, settings: { dateRange } }: Pick<ScheduledReport, 'frequency' | 'settings'>,
): { readonly period: Period; readonly before: Period } {
  if (dateRange === null) return { period: { from, to }, before: previousPeriod(frequency, { from, to }) };
  const period = resolvePeriod({ dateRange, startDate: undefined, endDate: undefined }, to);
  return { period, before: comparedPeriod(period, 'previous_period') ?? period };
}

/** Returns the end of a period in the format of `asOf`. */
function endOf({ to }: Period, zone: string): string {
  return DateTime.fromISO(shiftDay(to, 1), { zone }).startOf('day').toJSDate().toISOString();
}

const inWords = (moment: Date, zone: string): string =>
  DateTime.fromJSDate(moment, { zone }).setLocale('en').toFormat('d MMMM yyyy, HH:mm');
