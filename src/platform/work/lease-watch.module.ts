import { Module } from '@nestjs/common';
import { LeaseWatch } from './lease-watch.js';

/** Apart from `WorkModule`, whose timers the modules that judge leases must not start: sample data is loaded without them. */
@Module({ providers: [LeaseWatch], exports: [LeaseWatch] })
export class LeaseWatchModule {}
