import { Module } from '@nestjs/common';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { TrackingWriter } from './ledger/tracking-writer.service.js';
import { TrackingConsumer } from './ledger/tracking-consumer.service.js';
import { TrackingStreamReader } from './ledger/tracking-stream-reader.js';
import { TrackingModule } from './tracking.module.js';

@Module({
  imports: [TrackingModule, MailContentModule],
  providers: [TrackingStreamReader, TrackingWriter, TrackingConsumer],
})
export class TrackingWorkerModule {}
