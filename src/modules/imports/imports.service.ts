import { Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { ValidationErrors } from '../../platform/errors/validation-errors.js';
import { CaselessMap } from '../../platform/text/caseless-map.js';
import { CustomFieldsService } from '../custom-fields/custom-fields.service.js';
import { LABEL_KINDS, LabelsService } from '../labels/labels.service.js';
import { BulkJobsService } from '../jobs/bulk-jobs.service.js';
import { BulkJobFiles } from '../jobs/bulk-job-files.js';
import { isAddress, planColumns } from './import-columns.js';
import { ImportFiles } from './import-files.js';
import { type ImportOptions, type RawImportOptions, readImportOptions, type WriteOptions } from './import-options.js';
import type { ImportPlan } from './import-plan.js';
import { IncomingFile, type ReceivedFile } from './incoming-file.js';
import { rowsAsFile } from './json-rows.js';
import { UnreadableRow } from './reading/csv-reader.js';
import { detectDelimiter } from './reading/delimiters.js';
import { type FileForm, RecordSource } from './reading/record-source.js';

const MAX_COLUMNS = 2_000;
/** For all names together. They are stored with the job and returned with it. */
const MAX_LETTERS_OF_NAMES = 64 * 1024;
/** How much of the file is used to detect the delimiter. */
const LETTERS_LOOKED_AT = 64 * 1024;

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

  /** Prepares to receive a file. The caller must `queue` or `discard` it. */
  async begin(name: string | null, managerId: number | null, format: 'csv' | 'json' = 'csv'): Promise<IncomingFile> {
    const job = { kind: 'import', title: name, options: {}, managerId } as const;
    const jobId = await this.db.transaction((tx) => this.jobs.receive(tx, job));
    return new IncomingFile(this.files, jobId, name, format);
  }

  /** Receives JSON rows. @throws AppError rest_invalid_param listing all errors. */
  async receiveRows(rows: unknown, managerId: number | null): Promise<ReceivedFile> {
    const faults = new ValidationErrors();
    const content = rowsAsFile(rows, faults);
    faults.throwIfAny();
    const incoming = await this.begin(null, managerId, 'json');
    try {
      await incoming.write(content);
      return await incoming.finish();
    } catch (error) {
      await this.discard(incoming.jobId);
      throw error;
    }
  }

  /** Validates the options and the header of a received file. @throws AppError rest_invalid_param listing all errors. */
  async plan(file: ReceivedFile, raw: RawImportOptions): Promise<ImportPlan> {
    const faults = new ValidationErrors();
    const options = readImportOptions(raw, faults);
    await this.checkLabels(options.write, faults);
    // JSON rows were written by rowsAsFile.
    const encoding = file.format === 'json' ? 'utf-8' : (options.encoding ?? file.encoding?.name);
    if (encoding === undefined) {
      faults.add('file', 'is not text; it must be a table in text form, such as CSV');
      faults.throwIfAny();
      throw new Error('a fault was added');
    }
    const form = { format: file.format, encoding, delimiter: options.delimiter ?? '' };
    const delimiter = options.delimiter ?? (await this.delimiterOf(file, form, options));
    const source = file.format === 'csv' ? 'file' : 'rows';
    const headers = await this.headersOf(file.jobId, { ...form, delimiter }, source, faults);
    const slugs = new CaselessMap((await this.fields.list()).map(({ slug }) => [slug, slug]));
    const { targets, ignored } = headers
      ? planColumns(headers, options.map, slugs, source, faults)
      : { targets: [], ignored: [] };
    faults.throwIfAny();
    const damaged = file.hasZeros ? !encoding.startsWith('utf-16') : file.encoding?.damaged === true;
    return {
      ...options.write,
      file: { ...form, delimiter, bytes: file.bytes, damaged },
      headers: headers ?? [],
      columns: targets,
      ignored_columns: ignored,
    };
  }

  /** Queues the received file for the workers; `within` runs in the same transaction. */
  async queue(file: ReceivedFile, plan: ImportPlan, within?: (tx: Tx) => Promise<void>): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.jobs.queue(tx, file.jobId, { title: file.name, options: plan });
      await within?.(tx);
    });
  }

  /**
   * Removes a rejected file, unless it is queued: a commit may have succeeded although the caller got an error. Never fails:
   * retention removes the rest.
   */
  async discard(jobId: number): Promise<void> {
    try {
      const { affectedRows } = await this.db.transaction((tx) =>
        tx.execute(
          "DELETE FROM bulk_jobs WHERE id = :jobId AND status = 'receiving'",
          { jobId },
          { changes: 'bulk_jobs', ids: jobId },
        ),
      );
      if (affectedRows > 0) await this.jobFiles.removeOf(jobId);
    } catch (error) {
      this.logger.warn({ err: error, job: jobId }, 'Rejected import file removal failed; retention removes it later');
    }
  }

  private async checkLabels(options: WriteOptions, faults: ValidationErrors): Promise<void> {
    const known = await this.labels.knownOf(this.db, { list: options.lists, tag: options.tags });
    for (const kind of LABEL_KINDS) {
      const name = `${kind}s` as const;
      const unknown = options[name].filter((id) => !known[kind].has(id));
      faults.addUnknown(name, unknown);
    }
  }

  private async delimiterOf(file: ReceivedFile, { encoding }: FileForm, { map }: ImportOptions): Promise<string> {
    if (file.format === 'json') return '';
    const named = new Set(Object.keys(map ?? {}).map((name) => name.trim().toLowerCase()));
    const isWanted = (header: string): boolean => isAddress(header) || named.has(header.trim().toLowerCase());
    for await (const part of this.files.read(file.jobId)) {
      const beginning = new TextDecoder(encoding).decode(part, { stream: true });
      return detectDelimiter(beginning.slice(0, LETTERS_LOOKED_AT), isWanted);
    }
    return ',';
  }

  /** @returns null if there is no valid header; the error is added to `faults`. */
  private async headersOf(
    jobId: number,
    form: FileForm,
    source: 'file' | 'rows',
    faults: ValidationErrors,
  ): Promise<readonly string[] | null> {
    const records = new RecordSource(this.files.read(jobId), form);
    try {
      const head = await records.head();
      if (head === null) faults.add(source, 'contains only blank lines');
      else if (head instanceof UnreadableRow) faults.add(source, `has an unreadable first line: ${head.reason}`);
      else if (head.length > MAX_COLUMNS) faults.add(source, `has more than ${MAX_COLUMNS} columns`);
      else if (head.reduce((letters, name) => letters + name.length, 0) > MAX_LETTERS_OF_NAMES)
        faults.add(source, `has column names that are too long: more than ${MAX_LETTERS_OF_NAMES} characters in total`);
      else return head.map(String);
    } finally {
      await records.close();
    }
    return null;
  }
}
