import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { CommandFactory } from 'nest-commander';
import { CliModule } from './cli.module.js';
import { DoctorModule } from './doctor.module.js';
import { duringCall } from './modules/audit/audit-trail.js';
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

/** What is typed without a name before it. */
const STANDS_ALONE: ReadonlySet<string> = new Set(['file', 'ids']);

/** As it is typed. */
function optionOf(field: string): string {
  return STANDS_ALONE.has(field) ? field : `--${field.replaceAll('_', '-')}`;
}

const command = {
  source: 'command_line',
  manager: null,
  method: null,
  route: (process.argv[2] ?? '').slice(0, 190),
  requestId: null,
  ids: {},
} as const;

/** The doctor is called when there is no usable configuration, or no database: he alone does without. */
const rootModule = (): Type | DynamicModule =>
  process.argv[2] === 'doctor' ? DoctorModule : CliModule.with(loadConfig());

duringCall(command, async () =>
  CommandFactory.run(rootModule(), {
    logger: ['error', 'warn'],
    errorHandler: fail,
    serviceErrorHandler: fail,
  }),
).catch(fail);
