import { Global, Module } from '@nestjs/common';
import { Clock } from './clock.js';
import { DatabaseClock } from './database-clock.js';

@Global()
@Module({ providers: [Clock, DatabaseClock], exports: [Clock, DatabaseClock] })
export class ClockModule {}
