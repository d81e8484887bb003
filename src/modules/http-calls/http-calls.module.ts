import { Module } from '@nestjs/common';
import { CallLedger } from './call-ledger.service.js';

@Module({ providers: [CallLedger], exports: [CallLedger] })
export class HttpCallsModule {}
