import { type DynamicModule, Module } from '@nestjs/common';
import { PROCESS_KIND, ProcessBeat, type ProcessKind } from './process-beat.js';

/** For processes that stay: the API and the worker. */
@Module({})
export class ProcessBeatModule {
  static of(kind: ProcessKind): DynamicModule {
    return { module: ProcessBeatModule, providers: [{ provide: PROCESS_KIND, useValue: kind }, ProcessBeat] };
  }
}
