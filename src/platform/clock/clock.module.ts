import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from './clock.js';
import { DatabaseClock } from './database-clock.js';

@Module({})
export class ClockModule {
  static with(clock: Clock): DynamicModule {
    return {
      module: ClockModule,
      global: true,
      providers: [{ provide: Clock, useValue: clock }, DatabaseClock],
      exports: [Clock, DatabaseClock],
    };
  }
}
