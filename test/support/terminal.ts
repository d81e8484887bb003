import type { INestApplicationContext } from '@nestjs/common';
import { CommandFactory } from 'nest-commander';
import { CommandRunnerService } from 'nest-commander/src/command-runner.service.js';
import { Commander } from 'nest-commander/src/constants.js';
import { CliModule } from '../../src/cli.module.js';
import { AppError } from '../../src/platform/errors/app-error.js';
import { stopAtEnd } from './stop-at-end.js';
import type { World } from './world.js';

// Internal files of the package: the command line of a test must not read the arguments of the process.

/** The output of a command. */
export interface CommandOutput {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number;
  /** Errors of a refused command by option. */
  readonly faults: Readonly<Record<string, string>> | null;
}

/**
 * The command line on the data of a test environment, in this process. It is created once, because that takes longer than
 * most commands.
 */
export class Terminal {
  private failure: unknown = null;

  private constructor(private readonly application: INestApplicationContext) {}

  static async of(world: World): Promise<Terminal> {
    const onFailure = (error: unknown): void => {
      terminal.failure ??= error;
    };
    const options = { logger: false, errorHandler: onFailure, serviceErrorHandler: onFailure } as const;
    const application = await CommandFactory.createWithoutRunning(CliModule.with(world.config), options);
    const terminal = stopAtEnd(new Terminal(application));
    return terminal;
  }

  /** @param onError called with all standard error output while the command runs. */
  async run(args: readonly string[], onError: (text: string) => void = () => undefined): Promise<CommandOutput> {
    const out: string[] = [];
    const err: string[] = [];
    const spies = [
      jest.spyOn(console, 'log').mockImplementation((text: unknown) => {
        out.push(String(text));
      }),
      jest.spyOn(process.stderr, 'write').mockImplementation((text: unknown) => {
        err.push(String(text));
        onError(String(text));
        return true;
      }),
    ];
    this.failure = null;
    process.exitCode = 0;
    // Tests may run in an interactive terminal, and must not prompt.
    const streams = [process.stdin, process.stderr];
    const wereTerminals = streams.map(({ isTTY }) => isTTY);
    for (const stream of streams) stream.isTTY = false;
    try {
      await (await this.freshRunner()).run(['node', 'cli', ...args]);
      const { failure } = this;
      if (failure !== null && !(failure instanceof AppError)) throw failure as Error;
      return {
        out: out.join('\n'),
        err: err.join(''),
        exitCode: failure === null ? process.exitCode : 1,
        faults: failure === null ? null : (failure.options.data?.['params'] as Record<string, string>),
      };
    } finally {
      process.exitCode = 0;
      for (const [index, stream] of streams.entries()) stream.isTTY = wereTerminals[index] === true;
      for (const spy of spies) spy.mockRestore();
    }
  }

  async stop(): Promise<void> {
    await this.application.close();
  }

  /** Commands keep the options of their last run, because a process normally runs only one. */
  private async freshRunner(): Promise<CommandRunnerService> {
    const runner = this.application.get(CommandRunnerService);
    this.application.get<{ commands: unknown[] }>(Commander).commands.splice(0);
    await runner.onModuleInit();
    return runner;
  }
}
