import './processes/compile-cache.js';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { loadConfig } from './platform/config/load-environment.js';
import { heedingSignals, runProcess } from './processes/process.js';
import { WorkerModule } from './worker.module.js';

runProcess(() =>
  heedingSignals(async () => {
    const app = await NestFactory.createApplicationContext(WorkerModule.with(loadConfig()), {
      bufferLogs: true,
      abortOnError: false,
    });
    app.useLogger(app.get(Logger));
    return app;
  }),
);
