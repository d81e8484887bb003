import { Module } from '@nestjs/common';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { HitFold } from './folding/hit-fold.service.js';
import { HitFolding } from './folding/hit-folding.service.js';
import { HitStreamReader } from './folding/hit-stream-reader.js';
import { TrackingModule } from './tracking.module.js';

@Module({
  imports: [TrackingModule, MailContentModule],
  providers: [HitStreamReader, HitFold, HitFolding],
})
export class TrackingWorkerModule {}
