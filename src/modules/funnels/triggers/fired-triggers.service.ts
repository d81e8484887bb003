import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { notFound, ValidationErrors } from '../../../platform/errors/app-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { ContactInput } from '../../contacts/writing/contact-check.service.js';
import { type ContactIdentifiers, ContactIdentity } from '../../contacts/contact/contact-identity.service.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { candidatesFor, isFireable, isTriggerName, notATrigger } from '../definition/trigger-catalog.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';
import type { TriggerFiredResponse } from './dto/trigger.shapes.js';
import { flatContact, withFaultsUnder } from './contact-of-trigger.js';

interface TriggerReport {
  readonly who: ContactIdentifiers;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly contact: Readonly<Record<string, unknown>>;
}

const NAMES = { id: 'contact_id', userId: 'user_id', email: 'email' } as const;

/** Accepts triggers of other systems, such as shops. The relay decides which funnels enroll the contact. */
@Injectable()
export class FiredTriggers {
  constructor(
    private readonly contacts: ContactsService,
    private readonly identity: ContactIdentity,
    private readonly funnels: RunningFunnels,
    private readonly outbox: Outbox,
  ) {}

  async fire(triggerName: string, report: TriggerReport): Promise<TriggerFiredResponse> {
    const { payload, contact } = report;
    const faults = new ValidationErrors();
    if (!isFireable(triggerName))
      faults.add('trigger_name', isTriggerName(triggerName) ? 'cannot be reported' : notATrigger(triggerName));
    if (contact['email'] !== undefined) faults.add('contact.email', 'must be sent next to contact, not inside it');
    const input = flatContact(contact, 'contact', faults);
    faults.throwIfAny();
    return this.contacts.whileRaced(async (tx) => {
      const funnels = await this.funnels.withTriggers(tx, candidatesFor(triggerName));
      const contactId = await this.contactOf(tx, triggerName, report, input, funnels);
      const data = { trigger_name: triggerName, contact_id: contactId, payload };
      await this.outbox.append(tx, 'funnel.triggered', contactId, data);
      return {
        message: 'Trigger has been received.',
        trigger_name: triggerName,
        subscriber_id: contactId,
        funnels: funnels.map(({ id }) => id),
      };
    });
  }

  /** Writes the contact and returns its id; creates an unknown one only if a published funnel has the trigger. */
  private async contactOf(
    tx: Tx,
    triggerName: string,
    { who, contact }: TriggerReport,
    input: ContactInput,
    [first]: readonly RunningFunnel[],
  ): Promise<number> {
    const known = await this.identity.find(tx, who, NAMES);
    if (known !== null && Object.keys(contact).length === 0) return known;
    const email = known === null ? who.email : await this.emailOf(tx, known);
    if (email === undefined || (known === null && (who.id !== undefined || !first))) throw notFound();
    const whole = { ...input, ...(who.userId === undefined ? {} : { user_id: who.userId }), email };
    const written = await withFaultsUnder('contact', contact, new ValidationErrors(), () =>
      this.contacts.createOrUpdateIn(tx, whole, {
        forceUpdate: true,
        statusOfNew: first?.settings.subscription_status ?? 'pending',
        cause: { source: 'trigger', reason: triggerName },
      }),
    );
    return written.contact.id;
  }

  private async emailOf(tx: Tx, id: number): Promise<string | undefined> {
    const [row] = await tx.query<{ email: string }>('SELECT email FROM contacts WHERE id = :id', { id });
    return row?.email;
  }
}
