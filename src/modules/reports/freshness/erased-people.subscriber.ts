import { Injectable } from '@nestjs/common';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { ReportCache } from './report-cache.service.js';

/** Lists of people are kept with the figures that they belong to; who was erased must not be in them any more. */
@Injectable()
@Subscribes()
export class ErasedPeopleSubscriber implements EventSubscriber<'contact.erased'> {
  readonly name = 'report-answers-about-the-erased';
  readonly wants = ['contact.erased'] as const;

  constructor(private readonly measurements: ReportCache) {}

  onEvents(): Promise<AfterRelay> {
    return Promise.resolve(() => this.measurements.forget());
  }
}
