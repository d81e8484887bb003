import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallLedger } from './call-ledger.service.js';
import { HttpCall } from './http-call.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([HttpCall])],
  providers: [CallLedger],
  exports: [CallLedger],
})
export class HttpCallsModule {}
