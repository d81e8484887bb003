import type { StoredEvent } from '../../events/domain-events.js';
import type { Tx } from '../../platform/database/database.js';
import { type EventSubscriber, Subscribes } from '../../platform/outbox/event-subscriber.js';
import { PersonalDataRegistry } from '../../platform/personal-data/personal-data-store.js';
import { originalDomain } from '../../platform/text/erased-address.js';
import { SealedAddresses } from './sealed-addresses.service.js';

/** Erases what was being written during the erasure, or is found by address only; then removes the sealed address. */
@Subscribes()
export class ContactErasedSubscriber implements EventSubscriber<'contact.erased'> {
  readonly name = 'zz-erased-people';
  readonly wants = ['contact.erased'] as const;
  /** Runs after all other subscribers, so that it also erases what they write for the batch. */
  readonly afterOthers = true;

  constructor(
    private readonly registry: PersonalDataRegistry,
    private readonly sealed: SealedAddresses,
  ) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<'contact.erased'>[]): Promise<undefined> {
    for (const { id, data } of events) {
      if (data.sealed_email === '') continue;
      const email = this.sealed.open(data.contact_id, data.sealed_email);
      const ownDomains = new Set(data.own_domain === true ? [originalDomain(email) ?? ''] : []);
      const person = { contactId: data.contact_id, email, ownDomains };
      for (const store of this.registry.stores) await store.sweep?.(tx, person);
      const unsealed = JSON.stringify({ ...data, sealed_email: '' });
      await tx.execute('UPDATE domain_events SET data = :unsealed WHERE id = :id', { id, unsealed });
    }
  }
}
