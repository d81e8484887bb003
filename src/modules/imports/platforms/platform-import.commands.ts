import { Command, CommandRunner } from 'nest-commander';
import { choice } from '../../../platform/command-line/choice.js';
import { confirmed } from '../../../platform/command-line/confirm.js';
import { counted } from '../../../platform/text/counted.js';
import { CONTACT_STATUSES } from '../../contacts/contact/contact-status.js';
import { keyOf } from '../import-columns.js';
import { typedColumnMap } from '../terminal/column-map.js';
import { EXIT, ImportAtTerminal, type ResultOptions } from '../terminal/import-at-terminal.js';
import { FOREIGN_SYSTEMS, type ForeignSystemName } from './foreign-systems.js';
import { inWords } from './platform-import-plan.js';
import { PlatformImport, type PlatformImportOptions } from './platform-import.service.js';
import { Options, repeatable } from '../../../platform/command-line/options.js';

interface MigrateOptions extends PlatformImportOptions, ResultOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const SYSTEMS = Object.keys(FOREIGN_SYSTEMS) as ForeignSystemName[];

@Command({
  name: 'contacts:migrate',
  arguments: '<files...>',
  argsDescription: { files: 'export files of the other platform' },
  description: 'import contacts from export files of another platform',
})
@Options({
  '--from <system>': {
    description: SYSTEMS.join(', '),
    required: true,
    parse: (value) => choice('from', SYSTEMS, value.toLowerCase()),
  },
  '--list <title>': {
    description: 'add every contact to this list; created if missing; repeatable',
    parse: repeatable,
  },
  '--tag <title>': { description: 'add this tag to every contact; created if missing; repeatable', parse: repeatable },
  '--status <status>': {
    description: 'the least strict status of the contacts, if the files do not contain it',
    parse: (value) => choice('status', CONTACT_STATUSES, value),
  },
  '--map <map>': {
    description: 'map columns to fields, for example "E-Mail-Adresse=email"; - ignores a column',
    parse: (value) =>
      new Map(Object.entries(typedColumnMap(value)).map(([title, target]) => [keyOf(title), target ?? '-'])),
  },
  '--no-custom-fields': 'ignore values without a matching field',
  '--no-update': 'skip existing contacts',
  '--silent': 'suppress webhooks and funnel triggers',
  '--dry-run': 'show the plan and exit',
  '--yes': 'do not ask for confirmation',
  '--rejected <file>': 'write rejected rows with reasons to this file',
  '--json': 'print the result as one line of JSON',
})
export class PlatformImportCommand extends CommandRunner {
  constructor(
    private readonly platformImport: PlatformImport,
    private readonly terminal: ImportAtTerminal,
  ) {
    super();
  }

  override async run(files: string[], options: MigrateOptions): Promise<void> {
    const planned = await this.platformImport.plan(files, options);
    for (const line of inWords(planned)) process.stderr.write(`${line}\n`);
    if (options.dryRun) {
      const contacts = planned.findings.people - planned.findings.withoutAddress;
      process.stderr.write(`Dry run: nothing was written. Would import ${counted(contacts, 'contact')}.\n`);
      return;
    }
    if (!options.yes && !(await confirmed('Start this import?'))) {
      process.stderr.write('Nothing was imported. Use --yes to import without confirmation.\n');
      process.exitCode = EXIT.failed;
      return;
    }
    const id = await this.platformImport.store(planned, options);
    process.stderr.write(`Import ${id}\n`);
    await this.terminal.printResult(await this.terminal.run(id), options);
  }
}
