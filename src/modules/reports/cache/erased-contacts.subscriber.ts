import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { ReportCache } from './report-cache.service.js';

/** Clears the report cache after an erasure, because cached figures include lists of contacts. */
@Subscribes()
export class ErasedContactsSubscriber implements EventSubscriber<'contact.erased'> {
  readonly name = 'report-answers-about-the-erased';
  readonly wants = ['contact.erased'] as const;

  constructor(private readonly cache: ReportCache) {}

  onEvents(): Promise<AfterRelay> {
    return Promise.resolve(() => this.cache.forget());
  }
}
