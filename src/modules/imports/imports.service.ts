import { Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { Faults } from '../../platform/errors/faults.js';
import { CustomFieldsService } from '../custom-fields/custom-fields.service.js';
import { LABEL_KINDS, LabelsService } from '../labels/labels.service.js';
import { BulkJobsService } from '../jobs/bulk-jobs.service.js';
import { BulkJobFiles } from '../jobs/bulk-job-files.js';
import { isAddress, planColumns } from './import-columns.js';
import { ImportFiles } from './import-files.js';
import { type ImportOptions, type RawImportOptions, readImportOptions } from './import-options.js';
import type { ImportPlan } from './import-plan.js';
import { IncomingFile, type ReceivedFile } from './incoming-file.js';
import { rowsAsFile } from './json-rows.js';
import { UnreadableRow } from './reading/csv-reader.js';
import { guessedDelimiter } from './reading/delimiters.js';
import { type FileForm, RecordSource } from './reading/record-source.js';

const MOST_COLUMNS = 2_000;
/** Of all their names together. They are kept with the job and shown wherever it is. */
const MOST_LETTERS_OF_NAMES = 64 * 1024;
/** So much of the beginning says how the cells are separated. */
const LETTERS_LOOKED_AT = 64 * 1024;

/** Takes files in and makes jobs of them. The API and the command line come through here alike. */
@Injectable()
export class ImportsService {
  private readonly logger = new Logger(ImportsService.name);

  constructor(
    private readonly db: Database,
    private readonly jobs: BulkJobsService,
    private readonly leftOvers: BulkJobFiles,
    private readonly files: ImportFiles,
    private readonly labels: LabelsService,
    private readonly fields: CustomFieldsService,
  ) {}

  /** A place for a file that is about to come. Whoever asks for one has to `queue` or to `discard` it. */
  async begin(name: string | null, managerId: number | null, format: 'csv' | 'json' = 'csv'): Promise<IncomingFile> {
    const job = { kind: 'import', title: name, options: {}, managerId } as const;
    const jobId = await this.db.transaction((tx) => this.jobs.receive(tx, job));
    return new IncomingFile(this.files, jobId, name, format);
  }

  /**
   * The same for rows that are here already.
   * @throws AppError rest_invalid_param naming what is wrong with them.
   */
  async receiveRows(rows: unknown, managerId: number | null): Promise<ReceivedFile> {
    const faults = new Faults();
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

  /**
   * Judges the options and the header of a file that is here.
   * @throws AppError rest_invalid_param naming all faults.
   */
  async plan(file: ReceivedFile, raw: RawImportOptions): Promise<ImportPlan> {
    const faults = new Faults();
    const options = readImportOptions(raw, faults);
    await this.checkLabels(options, faults);
    // Rows in JSON are text already, and were written down by us.
    const encoding = file.format === 'json' ? 'utf-8' : (options.encoding ?? file.encoding?.name);
    if (encoding === undefined) {
      faults.add('file', 'is no text; it has to be a table as text, such as CSV');
      faults.throwIfAny();
      throw new Error('a fault was added');
    }
    const form = { format: file.format, encoding, delimiter: options.delimiter ?? '' };
    const delimiter = options.delimiter ?? (await this.delimiterOf(file, form, options));
    const source = file.format === 'csv' ? 'file' : 'rows';
    const headers = await this.headersOf(file.jobId, { ...form, delimiter }, source, faults);
    const slugs = new Set((await this.fields.list()).map(({ slug }) => slug));
    const { targets, ignored } = headers
      ? planColumns(headers, options.map, slugs, source, faults)
      : { targets: [], ignored: [] };
    faults.throwIfAny();
    const damaged = file.hasZeros ? !encoding.startsWith('utf-16') : file.encoding?.damaged === true;
    return {
      tags: options.tags,
      lists: options.lists,
      new_status: options.newStatus,
      update: options.update,
      force_update_status: options.forceUpdateStatus,
      create_labels: options.createLabels,
      dry_run: options.dryRun,
      double_optin: options.doubleOptIn,
      silent: options.silent,
      consent: options.consent,
      file: { ...form, delimiter, bytes: file.bytes, damaged },
      headers: headers ?? [],
      columns: targets,
      ignored_columns: ignored,
    };
  }

  /** Hands the file on to the workers. */
  async queue(tx: Tx, file: ReceivedFile, plan: ImportPlan): Promise<void> {
    await this.jobs.queue(tx, file.jobId, { title: file.name, options: plan });
  }

  /**
   * Forgets a file of which nothing becomes. One that is queued by then is left alone: a commit may come through although its
   * sender has heard otherwise. Never fails: what stays behind is swept later.
   */
  async discard(jobId: number): Promise<void> {
    try {
      const { affectedRows } = await this.db.transaction((tx) =>
        tx.execute("DELETE FROM bulk_jobs WHERE id = :jobId AND status = 'receiving'", { jobId }),
      );
      if (affectedRows > 0) await this.leftOvers.removeOf(jobId);
    } catch (error) {
      this.logger.warn({ err: error, job: jobId }, 'A file that was refused is removed later');
    }
  }

  private async checkLabels(options: ImportOptions, faults: Faults): Promise<void> {
    const known = await this.labels.knownOf(this.db, { list: options.lists, tag: options.tags });
    for (const kind of LABEL_KINDS) {
      const name = `${kind}s` as const;
      const unknown = options[name].filter((id) => !known[kind].has(id));
      if (unknown.length > 0) faults.add(name, `unknown: ${unknown.join(', ')}`);
    }
  }

  private async delimiterOf(file: ReceivedFile, { encoding }: FileForm, { map }: ImportOptions): Promise<string> {
    if (file.format === 'json') return '';
    const named = new Set(Object.keys(map ?? {}).map((name) => name.trim().toLowerCase()));
    const isWanted = (header: string): boolean => isAddress(header) || named.has(header.trim().toLowerCase());
    for await (const part of this.files.read(file.jobId)) {
      const beginning = new TextDecoder(encoding).decode(part, { stream: true });
      return guessedDelimiter(beginning.slice(0, LETTERS_LOOKED_AT), isWanted);
    }
    return ',';
  }

  /** @returns null where there are none to be judged, which is a fault by then. */
  private async headersOf(
    jobId: number,
    form: FileForm,
    source: 'file' | 'rows',
    faults: Faults,
  ): Promise<readonly string[] | null> {
    const records = new RecordSource(this.files.read(jobId), form);
    try {
      const head = await records.head();
      if (head === null) faults.add(source, 'holds nothing but blanks');
      else if (head instanceof UnreadableRow)
        faults.add(source, `has a first line that cannot be read: ${head.reason}`);
      else if (head.length > MOST_COLUMNS) faults.add(source, `has more than ${MOST_COLUMNS} columns`);
      else if (head.reduce((letters, name) => letters + name.length, 0) > MOST_LETTERS_OF_NAMES)
        faults.add(source, `has names of columns that are too long: more than ${MOST_LETTERS_OF_NAMES} letters in all`);
      else return head.map(String);
    } finally {
      await records.close();
    }
    return null;
  }
}
