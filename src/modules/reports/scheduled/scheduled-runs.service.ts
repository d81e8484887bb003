import { Inject, Injectable, Logger } from '@nestjs/common';
import { DateTime } from 'luxon';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { ReportMailsService } from '../../system-emails/notices/report-mails.service.js';
import { isEverybody } from '../members/members.js';
import { shiftDay } from '../periods/local-day.js';
import { comparedPeriod, type Period, resolvePeriod } from '../periods/report-period.js';
import { DigestSources } from './digests/digest-sources.js';
import { ReportMails } from './mail/report-mails.js';
import { nextOccurrence, type Occurrence, occurrencesBetween, previousPeriod } from './occurrences.js';
import { ScheduledReportRun } from './scheduled-report-run.entity.js';
import { ScheduledReport } from './scheduled-report.entity.js';
import { scheduleOf } from './scheduled-reports.service.js';

const MINUTE_MS = 60_000;
/** What is later than this says so. */
const LATE_AFTER_MS = 60 * MINUTE_MS;
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;
/** While the last facts of a period are still being counted. */
const COUNTING_MS = 5_000;
/** Of a long standstill the latest are noted down. */
const MOST_MISSED = 100;
const AT_ONCE = 50;

/**
 * The work of scheduled reports, in two steps that are a transaction each. `begin` turns what is due into runs: the unique
 * key of report and period makes a second one impossible. `carryOut` takes the figures of a run, which may take long and
 * may fail, and then writes its mails and its end together. So a process may die anywhere, and any number may run.
 */
@Injectable()
export class ScheduledRuns {
  private readonly logger = new Logger(ScheduledRuns.name);

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly sources: DigestSources,
    private readonly mails: ReportMails,
    private readonly ledger: ReportMailsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Whose time has come. */
  async dueReports(): Promise<number[]> {
    const now = await this.clock.now(this.db);
    const rows = await this.db.query<{ id: number }>(
      `SELECT id FROM scheduled_reports WHERE next_run_at <= :now ORDER BY next_run_at LIMIT ${AT_ONCE}`,
      { now },
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Notes down what a report has to mail, and when it is due next. Of several periods that went by meanwhile the last one
   * is mailed and the others are missed.
   */
  async begin(reportId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const now = await this.clock.now(tx);
      const [free] = await tx.query(
        'SELECT id FROM scheduled_reports WHERE id = :reportId AND next_run_at <= :now FOR UPDATE SKIP LOCKED',
        { reportId, now },
      );
      // Somebody else is at it, or was.
      if (!free) return;
      const report = await tx.manager.findOneByOrFail(ScheduledReport, { id: reportId });
      const schedule = scheduleOf(report, this.config.timeZone);
      const due = occurrencesBetween(schedule, new Date((report.nextRunAt ?? now).getTime() - 1), now);
      const last = due.pop();
      for (const missed of due.slice(-MOST_MISSED)) await this.note(tx, reportId, missed, 'missed', now);
      if (last) await this.note(tx, reportId, last, 'waiting', now);
      await tx.execute('UPDATE scheduled_reports SET next_run_at = :next WHERE id = :reportId', {
        reportId,
        next: nextOccurrence(schedule, now).at,
      });
      if (due.length > 0)
        this.logger.warn({ report: reportId, periods: due.length }, 'Periods of a report were missed');
    });
  }

  /** Runs that are to be done now. */
  async waitingRuns(): Promise<number[]> {
    const now = await this.clock.now(this.db);
    const rows = await this.db.query<{ id: number }>(
      `SELECT id FROM scheduled_report_runs WHERE state = 'waiting' AND due_at <= :now ORDER BY due_at LIMIT ${AT_ONCE}`,
      { now },
    );
    return rows.map(({ id }) => id);
  }

  /** Mails a report, or says when it is tried again. */
  async carryOut(runId: number): Promise<void> {
    const run = await this.db.manager.findOneBy(ScheduledReportRun, { id: runId, state: 'waiting' });
    const report = run && (await this.db.manager.findOneBy(ScheduledReport, { id: run.reportId }));
    if (!report) return;
    try {
      await this.mail(run, report);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      await this.postpone(run, error);
    }
  }

  private async note(
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
      // A period that was mailed already, say because the hour of the schedule was changed.
      { suffix: 'ON DUPLICATE KEY UPDATE scheduled_report_runs.id = scheduled_report_runs.id' },
    );
  }

  private async mail(run: ScheduledReportRun, report: ScheduledReport): Promise<void> {
    const { settings } = report;
    const { period, before } = periodsOf(run, report);
    const source = this.sources.of(report.type);
    const members = { lists: settings.lists, tags: settings.tags };
    const question = { members, settings };
    const figures = await source.take({ ...question, period }, false);
    if (figures.asOf < endOf(period, this.config.timeZone)) {
      await this.wait(run);
      return;
    }
    const earlier = await source.take({ ...question, period: before }, true);
    const mail = await this.mails.write(`report-${run.id}`, `${report.type}-${period.from}-to-${period.to}`, {
      title: report.title,
      name: source.name,
      period,
      comparedWith: before,
      figures,
      before: new Map(earlier.headlines.map(({ label, value }) => [label, value])),
      lateSince: run.isLate === 1 && run.scheduledFor !== null ? inWords(run.scheduledFor, report.timezone) : null,
      isNarrowed: !isEverybody(members),
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
      // Somebody else was quicker, or it was deleted.
      if (!present || !waiting) return;
      await this.ledger.enrol(tx, JSON.parse(present.recipients) as string[], mail);
      const now = await this.clock.now(tx);
      await tx.execute(
        `UPDATE scheduled_report_runs SET state = 'sent', due_at = NULL, reason = NULL, ran_at = :now WHERE id = :id`,
        { id: run.id, now },
      );
      await tx.execute('UPDATE scheduled_reports SET last_run_at = :now WHERE id = :id', { id: report.id, now });
    });
  }

  /** Not everything that happened in the period is counted yet. */
  private async wait({ id, attempts }: ScheduledReportRun): Promise<void> {
    const now = await this.clock.now(this.db);
    await this.change(id, 'due_at = :dueAt', { dueAt: new Date(now.getTime() + COUNTING_MS) }, attempts);
  }

  /** Where several processes have failed at the same time, it is one attempt that failed. */
  private async postpone({ id, attempts }: ScheduledReportRun, error: unknown): Promise<void> {
    const now = await this.clock.now(this.db);
    // What was refused would be refused again: its campaign or its list is gone.
    const isFinal = error instanceof AppError && error.status < 500;
    const wait = isFinal ? undefined : RETRIES_MS[attempts];
    const reason = error instanceof AppError ? error.message.slice(0, 190) : 'the figures could not be taken';
    await this.change(
      id,
      wait === undefined
        ? `state = 'failed', due_at = NULL, attempts = attempts + 1, reason = :reason, ran_at = :now`
        : 'due_at = :dueAt, attempts = attempts + 1, reason = :reason',
      { reason, now, dueAt: new Date(now.getTime() + (wait ?? 0)) },
      attempts,
    );
    const level = wait === undefined ? 'error' : 'warn';
    this.logger[level](
      { err: error, run: id },
      `A scheduled report ${wait === undefined ? 'failed' : 'is tried again'}`,
    );
  }

  /** @param attempts how many had failed before: whoever comes behind somebody else changes nothing. */
  private async change(
    id: number,
    assignments: string,
    params: Record<string, Date | string>,
    attempts: number,
  ): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE scheduled_report_runs SET ${assignments} WHERE id = :id AND state = 'waiting' AND attempts = :attempts`,
        { ...params, id, attempts },
      ),
    );
  }
}

/** The days that a run reports, and those that they are compared with. */
function periodsOf(
  { fromDay: from, toDay: to }: Pick<ScheduledReportRun, 'fromDay' | 'toDay'>,
  { frequency, settings: { dateRange } }: Pick<ScheduledReport, 'frequency' | 'settings'>,
): { readonly period: Period; readonly before: Period } {
  if (dateRange === null) return { period: { from, to }, before: previousPeriod(frequency, { from, to }) };
  const period = resolvePeriod({ dateRange, startDate: undefined, endDate: undefined }, to);
  return { period, before: comparedPeriod(period, 'previous_period') ?? period };
}

/** When a period is over, in the form of `asOf`. */
function endOf({ to }: Period, zone: string): string {
  return DateTime.fromISO(shiftDay(to, 1), { zone }).startOf('day').toJSDate().toISOString();
}

const inWords = (moment: Date, zone: string): string =>
  DateTime.fromJSDate(moment, { zone }).setLocale('en').toFormat('d MMMM yyyy, HH:mm');
