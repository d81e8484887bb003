#!/usr/bin/env node
import './compile-cache.js';
import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { CommandFactory } from 'nest-commander';
import { CliModule } from './cli.module.js';
import { DoctorModule } from './doctor.module.js';
import { runInCall } from './modules/audit/audit-trail.js';
import { wrongCall } from './platform/command-line/usage.js';
import { AppError } from './platform/errors/app-error.js';
import { PRODUCT_VERSION } from './platform/config/product-version.js';
import { loadConfig } from './platform/config/load-environment.js';
import { maskAddresses } from './platform/logging/logging.js';

const [, , name = ''] = process.argv;

/** Prints the error and exits. Help, version, and errors of commander are printed before. */
function fail(error: unknown, exitCode: number): never {
  if (isCommanderError(error))
    process.exit(error.exitCode === 0 || error.code === 'commander.help' ? 0 : wrongCall(name));
  const params =
    error instanceof AppError ? (error.options.data?.['params'] as Record<string, string> | undefined) : null;
  const reasons = Object.entries(params ?? {}).map(([field, reason]) => `${optionOf(field)} ${reason}`);
  console.error(
    reasons.length > 0 ? reasons.join('\n') : maskAddresses(error instanceof Error ? error.message : String(error)),
  );
  process.exit(exitCode);
}

/** Compares the code, because nest-commander brings its own copy of the class. */
function isCommanderError(error: unknown): error is Error & { code: string; exitCode: number } {
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
  route: name.slice(0, 190),
  requestId: null,
  clientRequestId: null,
  ids: {},
} as const;

function optionsWith(errorHandler: (error: unknown) => never): Parameters<typeof CommandFactory.run>[1] {
  return { version: PRODUCT_VERSION, logger: ['error', 'warn'], errorHandler, serviceErrorHandler: errorHandler };
}

/** The doctor works without a valid configuration and a database. */
async function rootModule(): Promise<Type | DynamicModule> {
  if (name === 'doctor') return DoctorModule;
  const config = loadConfig();
  if (name !== 'demo:load' || config.production) return CliModule.with(config);
  // Not loaded by the other commands, because it consists of the whole product.
  const { DemoProcessModule } = await import('./demo-process.module.js');
  return DemoProcessModule.with(config);
}

async function run(): Promise<void> {
  // Help and wrong calls need neither configuration nor servers.
  await CommandFactory.run(
    CliModule.forUsage(),
    optionsWith((error) => fail(error, wrongCall(name))),
  );
  await CommandFactory.run(
    await rootModule(),
    optionsWith((error) => fail(error, 1)),
  );
}

runInCall(command, run).catch((error: unknown) => fail(error, 1));
