import { Module } from '@nestjs/common';
import { LeaseWatchModule } from '../../platform/work/lease-watch.module.js';
import { HttpCallClaims } from './http-call-claims.js';
import { HttpCallsModule } from './http-calls.module.js';
import { HttpCalls } from './http-calls.service.js';

@Module({
  imports: [HttpCallsModule, LeaseWatchModule],
  providers: [HttpCallClaims, HttpCalls],
  exports: [HttpCalls],
})
export class HttpCallsWorkerModule {}
