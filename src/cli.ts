import 'reflect-metadata';
import { CommandFactory } from 'nest-commander';
import { CliModule } from './cli.module.js';
import { AppError } from './platform/errors/app-error.js';
import { loadConfig } from './platform/config/load-environment.js';
import { maskAddresses } from './platform/logging/logging.js';

function fail(error: unknown): never {
  const params =
    error instanceof AppError ? (error.options.data?.['params'] as Record<string, string> | undefined) : null;
  const reasons = Object.entries(params ?? {}).map(([field, reason]) => `${optionOf(field)} ${reason}`);
  console.error(
    reasons.length > 0 ? reasons.join('\n') : maskAddresses(error instanceof Error ? error.message : String(error)),
  );
  process.exit(1);
}

/** As it is typed. Files are the only things that stand alone. */
function optionOf(field: string): string {
  return field === 'file' ? field : `--${field.replaceAll('_', '-')}`;
}

CommandFactory.run(CliModule.with(loadConfig()), {
  logger: ['error', 'warn'],
  errorHandler: fail,
  serviceErrorHandler: fail,
}).catch(fail);
