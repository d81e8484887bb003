import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { ErasureMode, Person } from '../../platform/personal-data/personal-data-store.js';
import { PersonalDataRegistry } from '../../platform/personal-data/personal-data-store.js';
import { isErasedAddress, originalDomain } from '../../platform/text/erased-address.js';
import { ContactPersonalData } from './contact.personal-data.js';
import { allIdsOf, PersonIdentities, type PersonIdentity } from './person-identity.service.js';
import { SealedAddresses } from './sealed-addresses.service.js';
import { lockContact } from '../contacts/contact/contact-locks.js';

/**
 * Erases people from every personal data store, in one transaction. The worker erases what was being written meanwhile, on
 * an event that commits with the erasure.
 */
@Injectable()
export class PersonErasure {
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly registry: PersonalDataRegistry,
    private readonly contacts: ContactPersonalData,
    private readonly people: PersonIdentities,
    private readonly sealed: SealedAddresses,
    private readonly outbox: Outbox,
  ) {}

  /** Idempotent. An anonymized contact can be deleted later. */
  async erase(contactId: number, mode: ErasureMode): Promise<void> {
    await this.serialized(() => this.eraseNow(contactId, mode));
  }

  private async eraseNow(contactId: number, mode: ErasureMode): Promise<void> {
    await this.db.transaction(async (tx) => {
      const contact = await lockContact(tx, { id: contactId });
      if (!contact) throw notFound();
      if (mode === 'anonymize' && isErasedAddress(contact.email)) return;
      // Locks the events, so that the relay passes them on either before or after the erasure.
      await this.outbox.holdEventsOf(tx, await allIdsOf(tx, contactId));
      await this.eraseIn(tx, { contactId, email: contact.email }, mode);
    });
  }

  /** Serializes erasures: concurrent ones would wait for the same counters, each holding a connection. */
  private async serialized(work: () => Promise<void>): Promise<void> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async eraseIn(tx: Tx, contact: Person, mode: ErasureMode): Promise<void> {
    const known = await this.people.of(tx, contact);
    const { contactId } = contact;
    const addresses = await this.addressesOf(tx, contact, known);
    const ownDomains = await this.people.ownDomains(tx, contactId, addresses);
    const person = { ...contact, ownDomains };
    for (const store of this.registry.stores) if (store !== this.contacts) await store.erase?.(tx, person, mode);
    for (const email of addresses)
      await this.outbox.append(tx, 'contact.erased', contactId, {
        contact_id: contactId,
        sealed_email: this.sealed.seal(contactId, email),
        own_domain: ownDomains.has(originalDomain(email) ?? ''),
      });
    // Last, because it locks counters, and because it emits the event that the contact is gone.
    await this.contacts.eraseKnown(tx, person, mode, known);
  }

  /** Returns present and former addresses, except those that another contact has now. */
  private async addressesOf(tx: Tx, { contactId, email }: Person, known: PersonIdentity): Promise<string[]> {
    const addresses = new Set([email, ...[...known.contactData].filter((text) => text.includes('@'))]);
    const sql = 'SELECT email FROM contacts WHERE email IN (:addresses) AND id <> :contactId';
    const taken = await tx.query<{ email: string }>(sql, { contactId, addresses: [...addresses] });
    for (const other of taken) addresses.delete(other.email);
    return [...addresses];
  }
}
