#!/usr/bin/env node
import './processes/compile-cache.js';
import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { CommandFactory } from 'nest-commander';
import { CliModule } from './cli.module.js';
import { DoctorModule } from './operations/doctor.module.js';
import { runInCall } from './modules/audit/audit-trail.js';
import { wrongCall } from './platform/command-line/usage.js';
import { AppError } from './platform/errors/app-error.js';
import { PRODUCT_VERSION } from './platform/config/product-version.js';
import { loadConfig } from './platform/config/load-environment.js';
import { maskAddresses } from './platform/logging/logging.js';

const [, , name = ''] = process.argv;

/** Prints the error and returns the exit code. Help, version, and errors of commander are printed before. */
function report(error: unknown, exitCode: number): number {
  if (isCommanderError(error)) return error.exitCode === 0 || error.code === 'commander.help' ? 0 : wrongCall(name);
  const params =
    error instanceof AppError ? (error.options.data?.['params'] as Record<string, string> | undefined) : null;
  const reasons = Object.entries(params ?? {}).map(([field, reason]) => `${optionOf(field)} ${reason}`);
  console.error(
    reasons.length > 0 ? reasons.join('\n') : maskAddresses(error instanceof Error ? error.message : String(error)),
  );
  return exitCode;
}

/** Compares the code, because nest-commander brings its own copy of the class. */
function isCommanderError(error: unknown): error is Error & { code: string; exitCode: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}

/** Commands that run without a name. */
const STANDS_ALONE: ReadonlySet<string> = new Set(['file', 'ids']);

const optionOf = (field: string): string => (STANDS_ALONE.has(field) ? field : `--${field.replaceAll('_', '-')}`);

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
  const { DemoProcessModule } = await import('./processes/demo-process.module.js');
  return DemoProcessModule.with(config);
}

/**
 * Help and wrong calls need neither configuration nor servers. They end without process.exit, which can wait forever for a compiler thread
 * of V8 (nodejs/node#54918).
 * @returns whether the call is correct.
 */
async function isUsable(): Promise<boolean> {
  const refuse = (error: unknown): never => {
    throw error;
  };
  try {
    await CommandFactory.run(CliModule.forUsage(), optionsWith(refuse));
    return true;
  } catch (error) {
    process.exitCode = report(error, wrongCall(name));
    return false;
  }
}

async function run(): Promise<void> {
  if (!(await isUsable())) return;
  await CommandFactory.run(
    await rootModule(),
    optionsWith((error) => process.exit(report(error, 1))),
  );
}

runInCall(command, run).catch((error: unknown) => process.exit(report(error, 1)));
