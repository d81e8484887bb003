import './compile-cache.js';
import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { CommandFactory } from 'nest-commander';
import { CliModule } from './cli.module.js';
import { DoctorModule } from './doctor.module.js';
import { runInCall } from './modules/audit/audit-trail.js';
import { AppError } from './platform/errors/app-error.js';
import { PRODUCT_VERSION } from './platform/config/product-version.js';
import { loadConfig } from './platform/config/load-environment.js';
import { maskAddresses } from './platform/logging/logging.js';

function fail(error: unknown): never {
  // Help, version, and usage errors are printed before this point.
  if (isCommanderError(error)) process.exit(error.exitCode);
  const params =
    error instanceof AppError ? (error.options.data?.['params'] as Record<string, string> | undefined) : null;
  const reasons = Object.entries(params ?? {}).map(([field, reason]) => `${optionOf(field)} ${reason}`);
  console.error(
    reasons.length > 0 ? reasons.join('\n') : maskAddresses(error instanceof Error ? error.message : String(error)),
  );
  process.exit(1);
}

/** Compares the code, because nest-commander brings its own copy of the class. */
function isCommanderError(error: unknown): error is Error & { exitCode: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}

/** Commands that run without a name. */
const STANDS_ALONE: ReadonlySet<string> = new Set(['file', 'ids']);

/** The command as typed. */
function optionOf(field: string): string {
  return STANDS_ALONE.has(field) ? field : `--${field.replaceAll('_', '-')}`;
}

const command = {
  source: 'command_line',
  manager: null,
  method: null,
  route: (process.argv[2] ?? '').slice(0, 190),
  requestId: null,
  clientRequestId: null,
  ids: {},
} as const;

const HELP: readonly (string | undefined)[] = [undefined, 'help', '--help', '-h', '--version'];

/** Help and the doctor work without a valid configuration and a database. */
async function rootModule(): Promise<Type | DynamicModule> {
  const [, , name, ...rest] = process.argv;
  if (HELP.includes(name) || rest.includes('--help') || rest.includes('-h')) return CliModule.forHelp();
  if (name === 'doctor') return DoctorModule;
  const config = loadConfig();
  if (name !== 'demo:load' || config.production) return CliModule.with(config);
  // Not loaded by the other commands, because it consists of the whole product.
  const { DemoProcessModule } = await import('./demo-process.module.js');
  return DemoProcessModule.with(config);
}

runInCall(command, async () =>
  CommandFactory.run(await rootModule(), {
    cliName: 'carillon',
    version: PRODUCT_VERSION,
    logger: ['error', 'warn'],
    errorHandler: fail,
    serviceErrorHandler: fail,
  }),
).catch(fail);
