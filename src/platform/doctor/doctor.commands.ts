import { Inject } from '@nestjs/common';
import { Command, CommandRunner } from 'nest-commander';
import { Doctor } from './doctor.js';
import { countsOf, inJson, inWords } from './report.js';
import { Options } from '../command-line/options.js';

/** Injection token of the environment that the doctor reads. */
export const ENVIRONMENT = Symbol('ENVIRONMENT');
type ReadEnvironment = () => Readonly<Record<string, string | undefined>>;

@Command({
  name: 'doctor',
  description: 'check configuration, database, Redis, email, and DNS; exit code 1 if a check failed',
})
@Options({ '--json': 'print one line of JSON' })
export class DoctorCommand extends CommandRunner {
  constructor(
    private readonly doctor: Doctor,
    @Inject(ENVIRONMENT) private readonly environment: ReadEnvironment,
  ) {
    super();
  }

  override async run(_args: string[], { json = false }: { json?: boolean }): Promise<void> {
    const findings = await this.doctor.examine(this.environment());
    for (const line of json ? [inJson(findings)] : inWords(findings)) console.log(line);
    // Not process.exit, which would truncate output to a pipe.
    if (countsOf(findings).failed > 0) process.exitCode = 1;
  }
}
