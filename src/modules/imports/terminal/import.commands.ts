import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command, CommandRunner } from 'nest-commander';
import { confirmed } from '../../../platform/command-line/confirm.js';
import { interruptible } from '../../../platform/command-line/interrupts.js';
import { Options, repeatable } from '../../../platform/command-line/options.js';
import { bar, ProgressLine } from '../../../platform/command-line/progress-line.js';
import { invalidParam, ValidationErrors } from '../../../platform/errors/app-error.js';
import { MAX_ID } from '../../../platform/ids/ids.js';
import { camelCase } from '../../../platform/text/camel-case.js';
import { byKind, LABEL_KINDS } from '../../labels/labels.service.js';
import { BulkJobsService } from '../../jobs/bulk-jobs.service.js';
import { NamedLabels } from '../../contacts/memberships/named-labels.service.js';
import { IMPORT_OPTIONS, type RawImportOptions, readImportOptions } from '../import-options.js';
import { ImportsService } from '../imports.service.js';
import { typedColumnMap } from './column-map.js';
import { EXIT, ImportAtTerminal, type ResultOptions } from './import-at-terminal.js';
import { bytesOf, unreadableFile } from './local-file.js';

/** Options with a meaning here; the others are options of the import, by their names in camel case. */
interface ImportCommandOptions extends ResultOptions {
  readonly [importOption: string]: unknown;
  readonly list?: readonly string[];
  readonly tag?: readonly string[];
  readonly create?: boolean;
  readonly dryRun?: boolean;
  readonly resume?: number;
  readonly undo?: number;
  readonly yes?: boolean;
}

class Interrupted extends Error {}

@Command({
  name: 'contacts:import',
  arguments: '[file]',
  argsDescription: { file: 'a CSV file' },
  description: 'import contacts in this process; exit code 2 if rows were rejected',
})
@Options({
  '--map <map>': {
    description: 'map columns to fields, for example "Email=email,Vorname=first_name" or JSON; - ignores a column',
    parse: typedColumnMap,
  },
  '--list <title>': { description: 'add every contact to this list, by title or id; repeatable', parse: repeatable },
  '--tag <title>': { description: 'add this tag to every contact, by title or id; repeatable', parse: repeatable },
  '--create': 'create missing lists and tags',
  '--new-status <status>': 'status of new contacts whose row has none; default: subscribed',
  '--update': 'update existing contacts instead of skipping them',
  '--force-update-status': 'apply statuses also to unsubscribed, bounced, and complained contacts',
  '--delimiter <delimiter>': 'auto, comma, semicolon, tab, or pipe',
  '--encoding <name>': 'file encoding, if detection fails',
  '--consent <wording>': 'what the contacts agreed to, for the consent log',
  '--date-format <format>': 'dd/mm/yyyy or mm/dd/yyyy, if detection fails',
  '--on-bad-cell <action>': 'skip_cell (default) or skip_row',
  '--dry-run': 'validate every row and write nothing',
  '--double-optin': 'new contacts are pending and get a confirmation email',
  '--silent': 'suppress webhooks and funnel triggers',
  '--rejected <file>': 'write rejected rows with reasons to this file',
  '--resume <id>': {
    description: 'resume this import instead of reading a file',
    parse: (value) => idOf('resume', value),
  },
  '--undo <id>': { description: 'undo this import instead of reading a file', parse: (value) => idOf('undo', value) },
  '--yes': 'do not ask for confirmation of --undo',
  '--json': 'print the result as one line of JSON',
})
export class ImportContactsCommand extends CommandRunner {
  constructor(
    private readonly imports: ImportsService,
    private readonly terminal: ImportAtTerminal,
    private readonly jobs: BulkJobsService,
    private readonly labels: NamedLabels,
  ) {
    super();
  }

  override async run([file, ...others]: string[], options: ImportCommandOptions): Promise<void> {
    const { resume, undo } = options;
    const wanted = [file, resume, undo].filter((one) => one !== undefined);
    if (wanted.length !== 1 || others.length > 0)
      throw invalidParam('file', 'must be exactly one file; or use --resume or --undo with an import id');
    if (undo !== undefined) {
      if (process.stdin.isTTY && !options.yes && !(await confirmed(`Undo import ${undo} and its changes?`))) {
        process.stderr.write('Nothing was undone.\n');
        process.exitCode = EXIT.failed;
        return;
      }
      await this.terminal.printResult(await this.terminal.undo(undo), options);
      return;
    }
    if (resume !== undefined) await this.jobs.get('import', resume);
    const id = resume ?? (await this.store(file ?? '', options));
    if (id !== null) await this.terminal.printResult(await this.terminal.run(id), options);
  }

  /** @returns null after an interruption; then nothing stays stored. */
  private async store(file: string, options: ImportCommandOptions): Promise<number | null> {
    const raw = await this.optionsOf(options);
    const total = await sizeOf(file);
    const interrupt = new AbortController();
    try {
      const received = await interruptible(
        () => {
          interrupt.abort();
        },
        () => this.imports.receive(readPieces(file, total, interrupt.signal), basename(file), null),
      );
      const plan = await this.imports.start(received, raw);
      if (plan.ignored_columns.length > 0)
        process.stderr.write(`Ignored columns: ${plan.ignored_columns.join(', ')}\n`);
      process.stderr.write(`Import ${received.jobId} of ${file}\n`);
      return received.jobId;
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      process.stderr.write('Interrupted; nothing was imported.\n');
      process.exitCode = EXIT.interrupted;
      return null;
    }
  }

  /** Reports all errors at once, before the file is read. */
  private async optionsOf(options: ImportCommandOptions): Promise<RawImportOptions> {
    const { create = false, dryRun = false } = options;
    const own = Object.keys(IMPORT_OPTIONS).map((name): [string, unknown] => [name, options[camelCase(name)]]);
    const raw = { ...Object.fromEntries(own), create_labels: create };
    const faults = new ValidationErrors();
    readImportOptions(raw, faults);
    for (const kind of LABEL_KINDS) {
      const found = await this.labels.find(kind, options[kind] ?? [], 'titles or ids');
      const unknown = [...found].filter(([, id]) => id === null).map(([name]) => name);
      if (unknown.length > 0 && !create) faults.add(kind, `unknown: ${unknown.join(', ')}; --create creates them`);
    }
    faults.throwIfAny();
    const ids = await byKind(async (kind) => {
      const names = options[kind] ?? [];
      const found = dryRun
        ? await this.labels.find(kind, names, 'titles or ids')
        : await this.labels.findOrCreate(kind, names, 'titles or ids');
      return [...found.values()].filter((id) => id !== null);
    });
    return { ...raw, lists: ids.list, tags: ids.tag };
  }
}

/** @throws Interrupted when the signal is aborted. */
async function* readPieces(file: string, total: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const line = new ProgressLine();
  let read = 0;
  try {
    for await (const piece of bytesOf(file)) {
      if (signal.aborted) throw new Interrupted();
      yield piece;
      read += piece.length;
      line.show(`${bar(read, total)} read`);
    }
  } finally {
    line.end();
  }
}

function idOf(option: string, value: string): number {
  const id = Number(value);
  if (!/^\d{1,10}$/.test(value) || id < 1 || id > MAX_ID) throw invalidParam(option, 'must be the id of an import');
  return id;
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw unreadableFile(file, error);
  }
  throw invalidParam('file', `${file} is not a file`);
}
