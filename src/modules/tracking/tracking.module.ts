import { Module } from '@nestjs/common';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { TrackingEvents } from './tracking-events.service.js';
import { LinkTargets } from './link-targets.service.js';
import { TrackingController } from './tracking.controller.js';

/** Opens and clicks: the pixel, the redirect, and the stream that the worker writes to the ledger. */
@Module({
  imports: [MailContentModule],
  controllers: [TrackingController],
  providers: [TrackingEvents, LinkTargets],
  exports: [LinkTargets, TrackingEvents],
})
export class TrackingModule {}
