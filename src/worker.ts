import './compile-cache.js';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { loadConfig } from './platform/config/load-environment.js';
import { runProcess } from './process.js';
import { WorkerModule } from './worker.module.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

runProcess(async () => {
  // Work begins before the application listens for signals, and an early one would kill the process amid that work.
  let early: NodeJS.Signals | undefined;
  const remember = (signal: NodeJS.Signals): void => {
    early = signal;
  };
  for (const signal of SIGNALS) process.once(signal, remember);
  const app = await NestFactory.createApplicationContext(WorkerModule.with(loadConfig()), {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.enableShutdownHooks();
  for (const signal of SIGNALS) process.off(signal, remember);
  if (early) process.kill(process.pid, early);
});
