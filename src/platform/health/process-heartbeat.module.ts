import { type DynamicModule, Module } from '@nestjs/common';
import { PROCESS_KIND, ProcessHeartbeat, type ProcessKind } from './process-heartbeat.js';

/** For long-running processes: the API and the worker. */
@Module({})
export class ProcessHeartbeatModule {
  static of(kind: ProcessKind): DynamicModule {
    return { module: ProcessHeartbeatModule, providers: [{ provide: PROCESS_KIND, useValue: kind }, ProcessHeartbeat] };
  }
}
