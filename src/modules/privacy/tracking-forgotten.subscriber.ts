import type { StoredEvent } from '../../events/domain-events.js';
import type { Tx } from '../../platform/database/database.js';
import { type EventSubscriber, Subscribes } from '../../platform/outbox/event-subscriber.js';
import { PersonalDataRegistry } from '../../platform/personal-data/personal-data-store.js';

/** Detaches opens and clicks from contacts who want to be forgotten. */
@Subscribes()
export class TrackingForgottenSubscriber implements EventSubscriber<'contact.tracking_forgotten'> {
  readonly name = 'zz-forgotten-tracking';
  readonly wants = ['contact.tracking_forgotten'] as const;
  /** Runs after the rollups have counted the batch. */
  readonly afterOthers = true;

  constructor(private readonly registry: PersonalDataRegistry) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<'contact.tracking_forgotten'>[]): Promise<undefined> {
    for (const { data } of events)
      for (const store of this.registry.stores) await store.forgetTracking?.(tx, data.contact_id);
  }
}
