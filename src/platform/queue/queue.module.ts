import { Global, Module } from '@nestjs/common';
import { Doorbell } from './doorbell.js';

@Global()
@Module({ providers: [Doorbell], exports: [Doorbell] })
export class QueueModule {}
