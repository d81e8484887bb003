import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type CommandRunner, InjectCommander } from 'nest-commander';

/** Of the copy of commander that nest-commander brings. */
type Program = Parameters<CommandRunner['setCommand']>[0];

const EXIT_CODES = `
Exit codes: 0 done, 1 failed or problems found, 2 wrong command or option,
130 interrupted. contacts:import and contacts:migrate exit with 2 if rows were
rejected, and with 1 after a wrong option.`;

/** Makes all commands report wrong calls in the same way: once, with a suggestion, through the error handler of the program. */
@Injectable()
export class Usage implements OnApplicationBootstrap {
  constructor(@InjectCommander() private readonly program: Program) {}

  onApplicationBootstrap(): void {
    this.program.name('carillon').allowExcessArguments(false).addHelpText('after', EXIT_CODES);
    this.program.configureHelp({ sortSubcommands: true, subcommandTerm: (command) => command.name() });
    this.program.showHelpAfterError('Use "help" to list all commands.');
    for (const command of this.program.commands) {
      command.copyInheritedSettings(this.program).showHelpAfterError('Use --help to list the options.');
      requireOptions(command);
    }
  }
}

/** Looks for missing options after mistyped ones, which commander does the other way around. */
function requireOptions(command: Program): void {
  const required = command.options.filter(({ mandatory }) => mandatory);
  for (const option of required) option.mandatory = false;
  command.hook('preAction', () => {
    const missing = required.filter((option) => command.getOptionValue(option.attributeName()) === undefined);
    const lines = missing.map(
      ({ flags, description }) => `error: required option '${flags}' is missing: ${description}`,
    );
    if (lines.length > 0) command.error(lines.join('\n'));
  });
}

/** Commands whose exit code 2 means that rows were rejected: a wrong call must not look like a partial import. */
const IMPORTS: ReadonlySet<string> = new Set(['contacts:import', 'contacts:migrate']);

export const wrongCall = (command = ''): number => (IMPORTS.has(command) ? 1 : 2);
