import { Injectable } from '@nestjs/common';
import { INTERRUPTED, interruptible } from '../../../platform/command-line/interrupts.js';
import { bar, ProgressLine } from '../../../platform/command-line/progress-line.js';
import { writeWhole } from '../../../platform/command-line/whole-file.js';
import { WRITERS } from '../../../platform/export/export-formats.js';
import { counted } from '../../../platform/text/counted.js';
import { etaSeconds, type WatchedJob } from '../../jobs/watched-job.js';
import { BulkJobRunner } from '../../jobs/bulk-job-runner.service.js';
import { BulkJobsService } from '../../jobs/bulk-jobs.service.js';
import { importOf } from '../dto/import.shapes.js';
import { planOf } from '../import-plan.js';
import { RejectedRows } from '../rejected-rows.js';

export const EXIT = { done: 0, failed: 1, withRefusedRows: 2, interrupted: INTERRUPTED } as const;

export interface ResultOptions {
  /** Prints the import as the API returns it. */
  readonly json?: boolean;
  /** The file to write rejected rows to. */
  readonly rejected?: string;
}

/** Runs imports in the process of a command, with progress on the terminal. */
@Injectable()
export class ImportAtTerminal {
  constructor(
    private readonly runner: BulkJobRunner,
    private readonly jobs: BulkJobsService,
    private readonly refused: RejectedRows,
  ) {}

  /** Runs the import, or watches the worker that has claimed it. Ctrl-C cancels it; a second one leaves it to the workers. */
  async run(id: number): Promise<WatchedJob> {
    return this.watched(id, () => {
      process.stderr.write(`\nCancelling import ${id}; press Ctrl-C again to leave it to the workers.\n`);
      // It may have ended.
      this.jobs.requestCancel('import', id).catch(() => undefined);
    });
  }

  /** Undoes the import. An undo cannot be cancelled: Ctrl-C leaves it to the workers. */
  async undo(id: number): Promise<WatchedJob> {
    await this.jobs.requestUndo('import', id);
    let goOn = true;
    return this.watched(
      id,
      () => {
        process.stderr.write(`\nLeaving import ${id}; the workers continue.\n`);
        goOn = false;
      },
      () => goOn,
    );
  }

  async printResult(job: WatchedJob, { json = false, rejected }: ResultOptions): Promise<void> {
    process.exitCode = exitCodeOf(job);
    if (rejected !== undefined && job.phase === 'work' && job.invalid > 0) {
      await writeWhole(rejected, WRITERS.csv.write([this.refused.table(job)]));
      process.stderr.write(`Rejected rows: ${rejected}\n`);
    }
    if (job.conflicts > 0)
      process.stderr.write(
        `Values edited since the import were kept: GET /imports/${job.id}/rows?outcome=conflict lists them\n`,
      );
    for (const line of json ? [JSON.stringify(importOf(job))] : summaryOf(job)) console.log(line);
    if (job.phase === 'work' && planOf(job).dry_run) process.stderr.write(`${dryRunOf(job)}\n`);
  }

  private async watched(id: number, stop: () => void, goOn?: () => boolean): Promise<WatchedJob> {
    const line = new ProgressLine();
    try {
      return await interruptible(stop, () =>
        this.runner.runHere(
          id,
          (job) => {
            line.show(progressOf(job));
          },
          goOn,
        ),
      );
    } finally {
      line.end();
    }
  }
}

function progressOf(job: WatchedJob): string {
  if (job.phase === 'undo') return `${bar(job.undone + job.conflicts, job.processed)} ${job.undone} undone`.trim();
  const { total, processed, created, updated, skipped, invalid, elapsedMs } = job;
  const rate = elapsedMs === null || elapsedMs === 0 ? 0 : Math.round((processed * 1_000) / elapsedMs);
  const eta = etaSeconds(job);
  // In order of importance: a narrow terminal omits the last parts.
  return [
    `${bar(processed, total)} ${total === null ? processed : `${processed} of ${total}`}`.trim(),
    ...(eta === null ? [] : [`${inTime(eta)} left`]),
    ...(invalid > 0 ? [`${invalid} invalid`] : []),
    ...[`${rate} rows/s`, `${created} created`, `${updated} updated`, `${skipped} skipped`],
  ].join(', ');
}

function dryRunOf({ created, updated, skipped, invalid }: WatchedJob): string {
  const rejected = invalid === 0 ? '' : `, and reject ${counted(invalid, 'row')}`;
  return `Dry run: nothing was written. Would create ${counted(created, 'contact')}, update ${updated}, skip ${skipped}${rejected}.`;
}

function inTime(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function summaryOf(job: WatchedJob): string[] {
  const { undone, conflicts, processed: rows, created, updated, skipped, invalid, keptStatus } = job;
  const figures = Object.entries(
    job.phase === 'undo'
      ? { undone, conflicts }
      : { rows, created, updated, skipped, invalid, 'status kept': keptStatus },
  );
  const widest = Math.max(...figures.map(([name]) => name.length));
  const longest = Math.max(...figures.map(([, figure]) => String(figure).length));
  return [
    `Import ${job.id}: ${job.status}${job.error === null ? '' : `. ${job.error}`}`,
    ...figures.map(([name, figure]) => `  ${name.padEnd(widest)}  ${String(figure).padStart(longest)}`),
  ];
}

function exitCodeOf({ status, phase, invalid, conflicts }: WatchedJob): number {
  if (status !== 'done' && status !== 'undone' && status !== 'failed') return EXIT.interrupted;
  if (status === 'failed') return EXIT.failed;
  return (phase === 'undo' ? conflicts : invalid) > 0 ? EXIT.withRefusedRows : EXIT.done;
}
