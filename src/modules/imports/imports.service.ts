import { Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { ValidationErrors } from '../../platform/errors/app-error.js';
import { CaselessMap } from '../../platform/text/caseless-map.js';
import { CustomFieldsService } from '../custom-fields/custom-fields.service.js';
import { LabelsService } from '../labels/labels.service.js';
import { BulkJobsService } from '../jobs/bulk-jobs.service.js';
import { BulkJobFiles } from '../jobs/bulk-job-files.js';
import { isAddress, keyOf, planColumns } from './import-columns.js';
import { type Chunks, ImportFiles, type StoredFile } from './import-files.js';
import { type RawImportOptions, readImportOptions } from './import-options.js';
import type { ImportPlan } from './import-plan.js';
import { rowsAsFile } from './json-rows.js';
import { UnreadableRow } from './reading/csv-reader.js';
import { delimiterIn } from './reading/delimiters.js';
import { headIn, type ImportRecord } from './reading/record-source.js';

export interface ReceivedFile extends StoredFile {
  readonly jobId: number;
  /** The name given by the sender. */
  readonly name: string | null;
}

const MAX_COLUMNS = 2_000;
/** For all names together. They are stored with the job and returned with it. */
const MAX_LETTERS_OF_NAMES = 64 * 1024;

/** Receives files and queues them as jobs, for the API and the command line. */
@Injectable()
export class ImportsService {
  private readonly logger = new Logger(ImportsService.name);

  constructor(
    private readonly db: Database,
    private readonly jobs: BulkJobsService,
    private readonly jobFiles: BulkJobFiles,
    private readonly files: ImportFiles,
    private readonly labels: LabelsService,
    private readonly fields: CustomFieldsService,
  ) {}

  /** If it fails, nothing stays stored; else `start` or `discard` must follow. @throws AppError rest_invalid_param */
  async receive(
    chunks: Chunks,
    name: string | null,
    managerId: number | null,
    format: 'csv' | 'json' = 'csv',
  ): Promise<ReceivedFile> {
    const job = { kind: 'import', title: name, options: {}, managerId } as const;
    const jobId = await this.db.transaction((tx) => this.jobs.receive(tx, job));
    return this.orDiscard(jobId, async () => ({ jobId, name, ...(await this.files.store(jobId, format, chunks)) }));
  }

  /** Receives JSON rows. @throws AppError rest_invalid_param listing all errors. */
  async receiveRows(rows: unknown, managerId: number | null): Promise<ReceivedFile> {
    const faults = new ValidationErrors();
    const content = rowsAsFile(rows, faults);
    faults.throwIfAny();
    return this.receive([content], null, managerId, 'json');
  }

  /** `within` joins the transaction. @throws AppError rest_invalid_param with all errors; then nothing stays stored. */
  async start(file: ReceivedFile, raw: RawImportOptions, within?: (tx: Tx) => Promise<void>): Promise<ImportPlan> {
    return this.orDiscard(file.jobId, async () => {
      const plan = await this.plan(file, raw);
      await this.db.transaction(async (tx) => {
        await this.jobs.queue(tx, file.jobId, { title: file.name, options: plan });
        await within?.(tx);
      });
      return plan;
    });
  }

  /** Returns what `work` does; if it fails, nothing of the received file stays stored. */
  async orDiscard<Result>(jobId: number, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.discard(jobId);
      throw error;
    }
  }

  /** Never fails: retention removes the rest. A queued file stays: its commit may have succeeded despite an error. */
  async discard(jobId: number): Promise<void> {
    try {
      const { affectedRows } = await this.db.execute(
        "DELETE FROM bulk_jobs WHERE id = :jobId AND status = 'receiving'",
        { jobId },
        { ids: jobId },
      );
      if (affectedRows > 0) await this.jobFiles.removeOf(jobId);
    } catch (error) {
      this.logger.warn({ err: error, job: jobId }, 'Rejected import file removal failed; retention removes it later');
    }
  }

  private async plan(file: ReceivedFile, raw: RawImportOptions): Promise<ImportPlan> {
    const faults = new ValidationErrors();
    const { write, map, ...given } = readImportOptions(raw, faults);
    await this.labels.checkIds(write, faults);
    const isCsv = file.format === 'csv';
    // JSON rows were written by rowsAsFile.
    const encoding = isCsv ? (given.encoding ?? file.encoding?.name) : 'utf-8';
    if (encoding === undefined) {
      faults.add('file', 'is not text; it must be a table in text form, such as CSV');
      faults.throwIfAny();
      throw new Error('a fault was added');
    }
    const content = (): AsyncIterable<Buffer> => this.files.read(file.jobId);
    const named = new Set(Object.keys(map ?? {}).map(keyOf));
    const isWanted = (header: string): boolean => isAddress(header) || named.has(keyOf(header));
    const delimiter = given.delimiter ?? (isCsv ? await delimiterIn(content(), encoding, isWanted) : '');
    const form = { format: file.format, encoding, delimiter };
    const source = isCsv ? 'file' : 'rows';
    const headers = headersOf(await headIn(content(), form), source, faults);
    const slugs = new CaselessMap((await this.fields.list()).map(({ slug }) => [slug, slug]));
    const { targets, ignored } = headers
      ? planColumns(headers, map, slugs, source, faults)
      : { targets: [], ignored: [] };
    faults.throwIfAny();
    return {
      ...write,
      file: { ...form, bytes: file.bytes, damaged: isDamaged(file, encoding) },
      headers: headers ?? [],
      columns: targets,
      ignored_columns: ignored,
    };
  }
}

function isDamaged({ hasZeros, encoding: detected }: StoredFile, encoding: string): boolean {
  return hasZeros ? !encoding.startsWith('utf-16') : detected?.damaged === true;
}

/** @returns null if there is no valid header; the error is added to `faults`. */
function headersOf(
  head: ImportRecord | null,
  source: 'file' | 'rows',
  faults: ValidationErrors,
): readonly string[] | null {
  if (head === null) faults.add(source, 'contains only blank lines');
  else if (head instanceof UnreadableRow) faults.add(source, `has an unreadable first line: ${head.reason}`);
  else if (head.length > MAX_COLUMNS) faults.add(source, `has more than ${MAX_COLUMNS} columns`);
  else if (head.reduce((letters, name) => letters + name.length, 0) > MAX_LETTERS_OF_NAMES)
    faults.add(source, `has column names that are too long: more than ${MAX_LETTERS_OF_NAMES} characters in total`);
  else return head.map(String);
  return null;
}
