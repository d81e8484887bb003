import { Command, CommandRunner, Option } from 'nest-commander';
import { DataSource } from 'typeorm';
import { confirmed } from '../../../platform/command-line/confirm.js';
import { bringUpToDate } from '../../../platform/database/migrate.commands.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { CONTACT_STATUSES, type ContactStatus } from '../../contacts/contact-status.js';
import { typedColumnMap } from '../column-map.js';
import { EXIT, ImportAtTerminal } from '../import-at-terminal.js';
import { FOREIGN_SYSTEM_NAMES, type ForeignSystemName } from './foreign-systems.js';
import { inWords } from './migration-plan.js';
import { Migration } from './migration.service.js';

interface MigrateOptions {
  from?: ForeignSystemName;
  list?: string[];
  tag?: string[];
  status?: ContactStatus;
  map?: Record<string, string | null>;
  customFields?: boolean;
  update?: boolean;
  silent?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  rejected?: string;
  json?: boolean;
}

@Command({
  name: 'migrate',
  arguments: '[files...]',
  argsDescription: { files: 'what the other system has exported' },
  description:
    'with --from: take contacts over from the export files of another system; without: bring the database to the schema of this version',
})
export class MigrateCommand extends CommandRunner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly migration: Migration,
    private readonly terminal: ImportAtTerminal,
  ) {
    super();
  }

  @Option({ flags: '--from <system>', description: FOREIGN_SYSTEM_NAMES.join(', ') })
  parseFrom(value: string): ForeignSystemName {
    const system = FOREIGN_SYSTEM_NAMES.find((known) => known === value.toLowerCase());
    if (system === undefined) throw invalidParam('from', `must be one of: ${FOREIGN_SYSTEM_NAMES.join(', ')}`);
    return system;
  }

  @Option({ flags: '--list <title>', description: 'a list for everybody, made if need be; may be given again' })
  parseList(value: string, before: string[] = []): string[] {
    return [...before, value];
  }

  @Option({ flags: '--tag <title>', description: 'a tag for everybody, made if need be; may be given again' })
  parseTag(value: string, before: string[] = []): string[] {
    return [...before, value];
  }

  @Option({
    flags: '--status <status>',
    description: 'the best that people in these files are, where they do not tell',
  })
  parseStatus(value: string): ContactStatus {
    const status = CONTACT_STATUSES.find((known) => known === value);
    if (status === undefined) throw invalidParam('status', `must be one of: ${CONTACT_STATUSES.join(', ')}`);
    return status;
  }

  @Option({
    flags: '--map <map>',
    description: 'what columns are that go by other names, as "E-Mail-Adresse=email"; - for one to leave out',
  })
  parseMap(value: string): Record<string, string | null> {
    return typedColumnMap(value);
  }

  @Option({ flags: '--no-custom-fields', description: 'leave out what contacts here have no place for' })
  parseCustomFields(): boolean {
    return false;
  }

  @Option({ flags: '--no-update', description: 'pass over contacts that exist, whatever the files say of them' })
  parseUpdate(): boolean {
    return false;
  }

  @Option({ flags: '--silent', description: 'no webhooks, no funnels' })
  parseSilent(): boolean {
    return true;
  }

  @Option({ flags: '--dry-run', description: 'say what would be done, and do nothing' })
  parseDryRun(): boolean {
    return true;
  }

  @Option({ flags: '--yes', description: 'do it without a question' })
  parseYes(): boolean {
    return true;
  }

  @Option({ flags: '--rejected <file>', description: 'write refused people there, with the reasons' })
  parseRejected(value: string): string {
    return value;
  }

  @Option({ flags: '--json', description: 'the result as one line of JSON' })
  parseJson(): boolean {
    return true;
  }

  override async run(files: string[], options: MigrateOptions): Promise<void> {
    if (options.from === undefined && files.length === 0) {
      await bringUpToDate(this.dataSource);
      return;
    }
    if (options.from === undefined) throw invalidParam('from', `is required: ${FOREIGN_SYSTEM_NAMES.join(', ')}`);
    if (files.length === 0) throw invalidParam('file', 'is required: what the other system has exported');
    const planned = await this.migration.plan({
      from: options.from,
      files,
      map: new Map(
        Object.entries(options.map ?? {}).map(([title, target]) => [title.trim().toLowerCase(), target ?? '-']),
      ),
      atBest: options.status ?? null,
      lists: options.list ?? [],
      tags: options.tag ?? [],
      customFields: options.customFields ?? true,
    });
    for (const line of inWords(planned.plan)) process.stderr.write(`${line}\n`);
    if (options.dryRun) return;
    if (!options.yes && !(await confirmed('Carry this out?'))) {
      process.stderr.write('Nothing was done; --yes does it.\n');
      process.exitCode = EXIT.failed;
      return;
    }
    const { update = true, silent = false } = options;
    const id = await this.migration.store(planned, { update, silent });
    process.stderr.write(`Import ${id}\n`);
    await this.terminal.tell(await this.terminal.run(id), options);
  }
}
