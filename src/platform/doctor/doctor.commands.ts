import { Inject } from '@nestjs/common';
import { Command, CommandRunner, Option } from 'nest-commander';
import { Doctor } from './doctor.js';
import { countsOf, inJson, inWords } from './report.js';

/** The token under which the doctor is told where to read the configuration from. */
export const ENVIRONMENT = Symbol('ENVIRONMENT');
export type ReadEnvironment = () => Readonly<Record<string, string | undefined>>;

@Command({
  name: 'doctor',
  description: 'look at everything that Carillon stands on and say what is wrong; exit code 1 if something is',
})
export class DoctorCommand extends CommandRunner {
  constructor(
    private readonly doctor: Doctor,
    @Inject(ENVIRONMENT) private readonly environment: ReadEnvironment,
  ) {
    super();
  }

  @Option({ flags: '--json', description: 'one line of JSON' })
  parseJson(): boolean {
    return true;
  }

  override async run(_args: string[], { json = false }: { json?: boolean }): Promise<void> {
    const findings = await this.doctor.examine(this.environment());
    for (const line of json ? [inJson(findings)] : inWords(findings)) console.log(line);
    // Not an exit: what is being written to a pipe would be cut off.
    if (countsOf(findings).failed > 0) process.exitCode = 1;
  }
}
