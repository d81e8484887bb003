import { Module } from '@nestjs/common';
import { ErasedContactsSubscriber } from './cache/erased-contacts.subscriber.js';
import { ReportsModule } from './reports.module.js';

@Module({ imports: [ReportsModule], providers: [ErasedContactsSubscriber] })
export class ReportsWorkerModule {}
