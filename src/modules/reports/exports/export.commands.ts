import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command, CommandRunner } from 'nest-commander';
import { choice } from '../../../platform/command-line/choice.js';
import { interruptible, INTERRUPTED } from '../../../platform/command-line/interrupts.js';
import { ProgressLine } from '../../../platform/command-line/progress-line.js';
import { writeWhole } from '../../../platform/command-line/whole-file.js';
import { ValidationErrors } from '../../../platform/errors/app-error.js';
import { EXPORT_FORMATS, type ExportFormat, WRITERS } from '../../../platform/export/export-formats.js';
import type { Row, Table } from '../../../platform/export/table.js';
import { counted } from '../../../platform/text/counted.js';
import { AuditedExports } from '../../audit/audited-exports.service.js';
import { CONTACT_STATUSES, type ContactStatus } from '../../contacts/contact/contact-status.js';
import { NamedLabels } from '../../contacts/memberships/named-labels.service.js';
import { ExportsService } from './exports.service.js';
import { Options, repeatable } from '../../../platform/command-line/options.js';

interface ExportOptions {
  format?: ExportFormat;
  list?: string[];
  tag?: string[];
  status?: ContactStatus[];
  search?: string;
  columns?: string[];
  customFields?: boolean;
}

const STANDARD_OUTPUT = '-';

@Command({
  name: 'contacts:export',
  arguments: '[file]',
  argsDescription: { file: 'file to write; default or - is standard output' },
  description: 'export contacts to a file',
})
@Options({
  '--format <format>': {
    description: `${EXPORT_FORMATS.join(', ')}; default: the file extension`,
    parse: (value) => choice('format', EXPORT_FORMATS, value),
  },
  '--list <title>': { description: 'only members of this list, by title or id; repeatable', parse: repeatable },
  '--tag <title>': { description: 'only contacts with this tag, by title or id; repeatable', parse: repeatable },
  '--status <status>': {
    description: `${CONTACT_STATUSES.join(', ')}; repeatable`,
    parse: (value, before: ContactStatus[] = []) => [...before, choice('status', CONTACT_STATUSES, value)],
  },
  '--search <words>': 'only contacts with these words in their email address or name',
  '--columns <names>': {
    description: 'comma-separated columns; custom fields by slug',
    parse: (value) => value.split(',').map((name) => name.trim()),
  },
  '--no-custom-fields': 'omit custom fields (if --columns is not given)',
})
export class ExportContactsCommand extends CommandRunner {
  constructor(
    private readonly exports: ExportsService,
    private readonly labels: NamedLabels,
    private readonly audited: AuditedExports,
  ) {
    super();
  }

  override async run([file = STANDARD_OUTPUT]: string[], options: ExportOptions): Promise<void> {
    const format = options.format ?? formatOf(file);
    const memberOf = await this.memberOf(options);
    const { search, status, columns = [], customFields = true } = options;
    const { tables } = await this.exports.subscribers({
      format,
      who: {
        ...(search === undefined ? {} : { search }),
        ...(status === undefined ? {} : { statuses: status }),
        memberOf,
      },
      columns,
      withCustomValues: customFields,
    });
    await this.audited.record('contact', null);
    const progress = new ProgressLine();
    let written = 0;
    const inProgress = tables.map((table) =>
      watched(table, (rows) => {
        written += rows;
        progress.show(counted(written, 'contact'));
      }),
    );
    const interrupt = new AbortController();
    try {
      await interruptible(
        () => {
          interrupt.abort();
        },
        () => write(file, WRITERS[format].write(inProgress), interrupt.signal),
      );
    } catch (error) {
      if (!interrupt.signal.aborted) throw error;
      process.stderr.write('Export interrupted; the file is incomplete.\n');
      process.exitCode = INTERRUPTED;
      return;
    } finally {
      progress.end();
    }
    process.stderr.write(`${counted(written, 'contact')} written${file === STANDARD_OUTPUT ? '' : ` to ${file}`}\n`);
  }

  private async memberOf({ list = [], tag = [] }: ExportOptions): Promise<{ list?: number[]; tag?: number[] }> {
    const faults = new ValidationErrors();
    const lists = await this.labels.find('list', list, 'titles or ids');
    const tags = await this.labels.find('tag', tag, 'titles or ids');
    const found = { list: known('list', lists, faults), tag: known('tag', tags, faults) };
    faults.throwIfAny();
    return { ...(list.length === 0 ? {} : { list: found.list }), ...(tag.length === 0 ? {} : { tag: found.tag }) };
  }
}

function known(option: 'list' | 'tag', found: ReadonlyMap<string, number | null>, faults: ValidationErrors): number[] {
  const unknown = [...found].filter(([, id]) => id === null).map(([name]) => name);
  faults.addUnknown(option, unknown);
  return [...found.values()].filter((id) => id !== null);
}

function formatOf(file: string): ExportFormat {
  const ending = extname(file).slice(1).toLowerCase();
  return EXPORT_FORMATS.find((known) => known === ending) ?? 'csv';
}

function watched(table: Table, onRows: (rows: number) => void): Table {
  async function* batches(): AsyncGenerator<readonly Row[]> {
    for await (const rows of table.batches) {
      yield rows;
      onRows(rows.length);
    }
  }
  return { ...table, batches: batches() };
}

async function write(file: string, bytes: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  if (file === STANDARD_OUTPUT) await pipeline(bytes, process.stdout, { signal, end: false });
  else await writeWhole(file, bytes, signal);
}
