import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command, CommandRunner } from 'nest-commander';
import { confirmed } from '../../../platform/command-line/confirm.js';
import { interruptible } from '../../../platform/command-line/interrupts.js';
import { bar, ProgressLine } from '../../../platform/command-line/progress-line.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { ValidationErrors } from '../../../platform/errors/validation-errors.js';
import type { LabelKind } from '../../labels/labels.service.js';
import { BulkJobsService } from '../../jobs/bulk-jobs.service.js';
import { NamedLabels } from '../../contacts/memberships/named-labels.service.js';
import { typedColumnMap } from './column-map.js';
import { EXIT, ImportAtTerminal } from './import-at-terminal.js';
import { type RawImportOptions, readImportOptions } from '../import-options.js';
import { ImportsService } from '../imports.service.js';
import { MAX_ID } from '../../../platform/ids/ids.js';
import { Options } from '../../../platform/command-line/options.js';

interface ImportCommandOptions {
  map?: Record<string, string | null>;
  list?: string[];
  tag?: string[];
  create?: boolean;
  newStatus?: string;
  update?: boolean;
  forceUpdateStatus?: boolean;
  delimiter?: string;
  encoding?: string;
  consent?: string;
  dateFormat?: string;
  onBadCell?: string;
  dryRun?: boolean;
  doubleOptin?: boolean;
  silent?: boolean;
  rejected?: string;
  resume?: number;
  undo?: number;
  yes?: boolean;
  json?: boolean;
}

/** Flags with their API option names. */
const FLAGS = {
  update: 'update',
  forceUpdateStatus: 'force_update_status',
  dryRun: 'dry_run',
  doubleOptin: 'double_optin',
  silent: 'silent',
  create: 'create_labels',
} as const satisfies Partial<Record<keyof ImportCommandOptions, string>>;

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
  '--list <title>': {
    description: 'add every contact to this list, by title or id; repeatable',
    parse: (value, before: string[] = []) => [...before, value],
  },
  '--tag <title>': {
    description: 'add this tag to every contact, by title or id; repeatable',
    parse: (value, before: string[] = []) => [...before, value],
  },
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
    const id = resume ?? (await this.store(file ?? '', options));
    if (resume !== undefined) await this.jobs.get('import', resume);
    if (id !== null) await this.terminal.printResult(await this.terminal.run(id), options);
  }

  /** @returns null after an interruption; then nothing stays stored. */
  private async store(file: string, options: ImportCommandOptions): Promise<number | null> {
    const raw = await this.optionsOf(options);
    const total = await sizeOf(file);
    const incoming = await this.imports.begin(basename(file), null);
    const line = new ProgressLine();
    let stopped = false;
    try {
      const received = await interruptible(
        () => (stopped = true),
        async () => {
          let read = 0;
          for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES })) {
            if (stopped) return null;
            await incoming.write(piece as Buffer);
            read += (piece as Buffer).length;
            line.show(`${bar(read, total)} read`);
          }
          return incoming.finish();
        },
      );
      if (received === null) {
        await this.imports.discard(incoming.jobId);
        process.stderr.write('Interrupted; nothing was imported.\n');
        process.exitCode = EXIT.interrupted;
        return null;
      }
      const plan = await this.imports.plan(received, raw);
      await this.imports.queue(received, plan);
      if (plan.ignored_columns.length > 0)
        process.stderr.write(`Ignored columns: ${plan.ignored_columns.join(', ')}\n`);
      process.stderr.write(`Import ${received.jobId} of ${file}\n`);
      return received.jobId;
    } catch (error) {
      await this.imports.discard(incoming.jobId);
      throw error;
    } finally {
      line.end();
    }
  }

  /** Reports all errors at once, before the file is read. */
  private async optionsOf(options: ImportCommandOptions): Promise<RawImportOptions> {
    const flags = Object.entries(FLAGS)
      .filter(([flag]) => options[flag as keyof typeof FLAGS] === true)
      .map(([, name]) => [name, true] as const);
    const { map, newStatus, delimiter, encoding, consent, create = false, dryRun = false } = options;
    const cells = { date_format: options.dateFormat, on_bad_cell: options.onBadCell };
    const raw = { map, new_status: newStatus, delimiter, encoding, consent, ...cells, ...Object.fromEntries(flags) };
    const faults = new ValidationErrors();
    readImportOptions(raw, faults);
    await this.checkLabels('list', options.list ?? [], create, faults);
    await this.checkLabels('tag', options.tag ?? [], create, faults);
    faults.throwIfAny();
    return {
      ...raw,
      lists: await this.idsOf('list', options.list ?? [], dryRun),
      tags: await this.idsOf('tag', options.tag ?? [], dryRun),
    };
  }

  private async checkLabels(
    kind: LabelKind,
    names: readonly string[],
    create: boolean,
    faults: ValidationErrors,
  ): Promise<void> {
    const found = await this.labels.find(kind, names, 'titles or ids');
    const unknown = names.filter((name) => found.get(name) === null);
    if (unknown.length > 0 && !create) faults.add(kind, `unknown: ${unknown.join(', ')}; --create creates them`);
  }

  private async idsOf(kind: LabelKind, names: readonly string[], dryRun: boolean): Promise<number[]> {
    const found = dryRun
      ? await this.labels.find(kind, names, 'titles or ids')
      : await this.labels.findOrCreate(kind, names, 'titles or ids');
    return [...found.values()].filter((id) => id !== null);
  }
}

const PIECE_BYTES = 512 * 1024;
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
    throw invalidParam('file', `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
  throw invalidParam('file', `${file} is not a file`);
}
