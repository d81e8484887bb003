import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { ErasureMode, Person } from '../../platform/personal-data/personal-data-holder.js';
import { PersonalDataRegistry } from '../../platform/personal-data/personal-data-registry.js';
import { isErasedAddress, originalDomain } from '../../platform/text/erased-address.js';
import { ContactWriter } from '../contacts/contact-writer.service.js';
import { ContactRecords } from './contact-records.holder.js';
import { idsOf, KnownPeople, type KnownPerson } from './known-person.service.js';
import { SealedAddresses } from './sealed-addresses.service.js';

/**
 * Erases people, out of everything that keeps something about them.
 *
 * Failure policy: what is known of the person is gone in one transaction, or all of it is still there. What was on its way
 * meanwhile is swept by the worker, on an event that commits with it.
 */
@Injectable()
export class PersonErasure {
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly registry: PersonalDataRegistry,
    private readonly writer: ContactWriter,
    private readonly contacts: ContactRecords,
    private readonly people: KnownPeople,
    private readonly sealed: SealedAddresses,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Once more is nothing more; a row that was kept without a face can be taken away later.
   * @throws AppError rest_post_invalid_id
   */
  async erase(contactId: number, mode: ErasureMode): Promise<void> {
    await this.inTurn(() => this.eraseNow(contactId, mode));
  }

  private async eraseNow(contactId: number, mode: ErasureMode): Promise<void> {
    await this.db.transaction(async (tx) => {
      const contact = await this.writer.lock(tx, { id: contactId });
      if (!contact) throw notFound();
      if (mode === 'anonymize' && isErasedAddress(contact.email)) return;
      // The relay tells their events with the name or without it, and not in between.
      await this.outbox.holdEventsOf(tx, await idsOf(tx, contactId));
      await this.eraseIn(tx, { contactId, email: contact.email }, mode);
    });
  }

  /** They would wait for each other at the same counters, each with a connection that others need. */
  private async inTurn(work: () => Promise<void>): Promise<void> {
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
    for (const holder of this.registry.holders) if (holder !== this.contacts) await holder.erase(tx, person, mode);
    for (const email of addresses)
      await this.outbox.append(tx, 'contact.erased', contactId, {
        contact_id: contactId,
        sealed_email: this.sealed.seal(contactId, email),
        own_domain: ownDomains.has(originalDomain(email) ?? ''),
      });
    // Last, because counters end up locked; it is also what tells everybody that the contact is gone.
    await this.contacts.eraseKnown(tx, person, mode, known);
  }

  /** The present one and those of before, unless somebody else has them by now. */
  private async addressesOf(tx: Tx, { contactId, email }: Person, known: KnownPerson): Promise<string[]> {
    const addresses = new Set([email, ...[...known.contactData].filter((text) => text.includes('@'))]);
    const taken = await tx.query<{ email: string }>(
      'SELECT email FROM contacts WHERE email IN (:addresses) AND id <> :contactId',
      { contactId, addresses: [...addresses] },
    );
    for (const other of taken) addresses.delete(other.email);
    return [...addresses];
  }
}
