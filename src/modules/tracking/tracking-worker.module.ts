import { Module } from '@nestjs/common';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { TrackingWriter } from './folding/tracking-writer.service.js';
import { TrackingConsumer } from './folding/tracking-consumer.service.js';
import { TrackingStreamReader } from './folding/tracking-stream-reader.js';
import { TrackingModule } from './tracking.module.js';

@Module({
  imports: [TrackingModule, MailContentModule],
  providers: [TrackingStreamReader, TrackingWriter, TrackingConsumer],
})
export class TrackingWorkerModule {}
