import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command, CommandRunner, Option } from 'nest-commander';
import { interruptible } from '../../platform/command-line/interrupts.js';
import { bar, ProgressLine } from '../../platform/command-line/progress-line.js';
import { Database } from '../../platform/database/database.js';
import { invalidParam } from '../../platform/errors/app-error.js';
import { Faults } from '../../platform/errors/faults.js';
import type { LabelKind } from '../labels/labels.service.js';
import { BulkJobsService } from '../jobs/bulk-jobs.service.js';
import { NamedLabels } from '../contacts/memberships/named-labels.service.js';
import { typedColumnMap } from './column-map.js';
import { EXIT, ImportAtTerminal } from './import-at-terminal.js';
import { type RawImportOptions, readImportOptions } from './import-options.js';
import { ImportsService } from './imports.service.js';

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
  dryRun?: boolean;
  doubleOptin?: boolean;
  silent?: boolean;
  rejected?: string;
  resume?: number;
  undo?: number;
  json?: boolean;
}

/** The flags that are the options of the API under the same names. */
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
  argsDescription: { file: 'a table as text, such as CSV' },
  description:
    'import contacts in this process; exit code 0 when all rows were taken, 2 when some were refused, 1 when it failed, 130 when it was interrupted',
})
export class ImportContactsCommand extends CommandRunner {
  constructor(
    private readonly imports: ImportsService,
    private readonly terminal: ImportAtTerminal,
    private readonly jobs: BulkJobsService,
    private readonly labels: NamedLabels,
    private readonly db: Database,
  ) {
    super();
  }

  @Option({
    flags: '--map <map>',
    description: 'what columns are, as "Mail=email,Vorname=first_name" or JSON; - for one to leave out',
  })
  parseMap(value: string): Record<string, string | null> {
    return typedColumnMap(value);
  }

  @Option({ flags: '--list <title>', description: 'a list for everybody, by title or id; may be given again' })
  parseList(value: string, before: string[] = []): string[] {
    return [...before, value];
  }

  @Option({ flags: '--tag <title>', description: 'a tag for everybody, by title or id; may be given again' })
  parseTag(value: string, before: string[] = []): string[] {
    return [...before, value];
  }

  @Option({ flags: '--create', description: 'make lists and tags that do not exist' })
  parseCreate(): boolean {
    return true;
  }

  @Option({
    flags: '--new-status <status>',
    description: 'of new contacts whose row does not say; subscribed by default',
  })
  parseNewStatus(value: string): string {
    return value;
  }

  @Option({ flags: '--update', description: 'change contacts that exist; they are passed over otherwise' })
  parseUpdate(): boolean {
    return true;
  }

  @Option({ flags: '--force-update-status', description: 'set statuses as a manager would, also over an opt-out' })
  parseForceUpdateStatus(): boolean {
    return true;
  }

  @Option({ flags: '--delimiter <delimiter>', description: 'auto, comma, semicolon, tab or pipe' })
  parseDelimiter(value: string): string {
    return value;
  }

  @Option({ flags: '--encoding <name>', description: 'of the file, where it is not found out rightly' })
  parseEncoding(value: string): string {
    return value;
  }

  @Option({ flags: '--consent <wording>', description: 'what these people agreed to, for the log of consents' })
  parseConsent(value: string): string {
    return value;
  }

  @Option({ flags: '--dry-run', description: 'judge every row and write nothing' })
  parseDryRun(): boolean {
    return true;
  }

  @Option({ flags: '--double-optin', description: 'new contacts are pending and are asked by mail' })
  parseDoubleOptin(): boolean {
    return true;
  }

  @Option({ flags: '--silent', description: 'no webhooks, no funnels' })
  parseSilent(): boolean {
    return true;
  }

  @Option({ flags: '--rejected <file>', description: 'write refused rows there, with the reasons' })
  parseRejected(value: string): string {
    return value;
  }

  @Option({ flags: '--resume <id>', description: 'go on with an import that was left, in place of a file' })
  parseResume(value: string): number {
    return idOf('resume', value);
  }

  @Option({ flags: '--undo <id>', description: 'take an import back, in place of a file' })
  parseUndo(value: string): number {
    return idOf('undo', value);
  }

  @Option({ flags: '--json', description: 'the result as one line of JSON' })
  parseJson(): boolean {
    return true;
  }

  override async run([file, ...others]: string[], options: ImportCommandOptions): Promise<void> {
    const { resume, undo } = options;
    const wanted = [file, resume, undo].filter((one) => one !== undefined);
    if (wanted.length !== 1 || others.length > 0)
      throw invalidParam('file', 'must be one file, or --resume or --undo with the id of an import');
    if (undo !== undefined) {
      await this.terminal.tell(await this.terminal.undo(undo), options);
      return;
    }
    const id = resume ?? (await this.store(file ?? '', options));
    if (resume !== undefined) await this.jobs.get('import', resume);
    if (id !== null) await this.terminal.tell(await this.terminal.run(id), options);
  }

  /** @returns null when it was interrupted, and nothing stays. */
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
      await this.db.transaction((tx) => this.imports.queue(tx, received, plan));
      if (plan.ignored_columns.length > 0)
        process.stderr.write(`Columns left out: ${plan.ignored_columns.join(', ')}\n`);
      process.stderr.write(`Import ${received.jobId} of ${file}\n`);
      return received.jobId;
    } catch (error) {
      await this.imports.discard(incoming.jobId);
      throw error;
    } finally {
      line.end();
    }
  }

  /** All that is wrong with them at once, before the file is read. */
  private async optionsOf(options: ImportCommandOptions): Promise<RawImportOptions> {
    const flags = Object.entries(FLAGS)
      .filter(([flag]) => options[flag as keyof typeof FLAGS] === true)
      .map(([, name]) => [name, true] as const);
    const { map, newStatus, delimiter, encoding, consent, create = false, dryRun = false } = options;
    const raw = { map, new_status: newStatus, delimiter, encoding, consent, ...Object.fromEntries(flags) };
    const faults = new Faults();
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

  private async checkLabels(kind: LabelKind, names: readonly string[], create: boolean, faults: Faults): Promise<void> {
    const found = await this.labels.find(kind, names, 'titles or ids');
    const unknown = names.filter((name) => found.get(name) === null);
    if (unknown.length > 0 && !create) faults.add(kind, `unknown: ${unknown.join(', ')}; --create makes them`);
  }

  private async idsOf(kind: LabelKind, names: readonly string[], dryRun: boolean): Promise<number[]> {
    const found = dryRun
      ? await this.labels.find(kind, names, 'titles or ids')
      : await this.labels.findOrMake(kind, names, 'titles or ids');
    return [...found.values()].filter((id) => id !== null);
  }
}

const PIECE_BYTES = 512 * 1024;
const MAX_ID = 4_294_967_295;

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
  throw invalidParam('file', `${file} is no file`);
}
