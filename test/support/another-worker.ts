import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WorkerModule } from '../../src/worker.module.js';
import { type Stoppable, stopAtEnd } from './stop-at-end.js';
import type { World } from './world.js';

export interface AnotherWorker extends Stoppable {
  readonly context: INestApplicationContext;
}

/** Starts one more worker, in this process, with the database of the world. */
export async function anotherWorker(world: World): Promise<AnotherWorker> {
  const context = await NestFactory.createApplicationContext(WorkerModule.with(world.config), {
    bufferLogs: true,
    abortOnError: false,
  });
  return stopAtEnd({ context, stop: () => context.close() });
}
