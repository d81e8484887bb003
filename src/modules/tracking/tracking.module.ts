import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { EmailHit } from './email-hit.entity.js';
import { HitInboxEntry } from './hit-inbox.entity.js';
import { HitStream } from './hit-stream.service.js';
import { HitsService } from './hits.service.js';
import { LinkTargets } from './link-targets.service.js';
import { TrackingController } from './tracking.controller.js';

/** Opens and clicks: the pixel, the redirect, and the stream that the worker folds into the ledger. */
@Module({
  imports: [TypeOrmModule.forFeature([EmailHit, HitInboxEntry]), MailContentModule],
  controllers: [TrackingController],
  providers: [HitStream, HitsService, LinkTargets],
  exports: [LinkTargets],
})
export class TrackingModule {}
