import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { Faults } from '../../../platform/errors/faults.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { ContactInput } from '../../contacts/contact-check.service.js';
import { ContactIdentity, type ContactIdentifiers } from '../../contacts/contact-identity.service.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { candidatesFor, isFireable, isTriggerName } from '../definition/trigger-names.js';
import { type RunningFunnel, RunningFunnels } from '../running-funnels.service.js';
import { flatContact, withFaultsUnder } from './contact-of-trigger.js';

/** What somebody reports who sees things happen elsewhere. */
export interface TriggerReport {
  readonly who: ContactIdentifiers;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What is to be written of the contact. */
  readonly contact: Readonly<Record<string, unknown>>;
}

export interface FiredTrigger {
  readonly triggerName: string;
  readonly contactId: number;
  /** Those that take people in by it. */
  readonly funnels: readonly number[];
}

const NAMES = { id: 'contact_id', userId: 'user_id', email: 'email' } as const;
/** As much as an entry keeps. */
const MOST_PAYLOAD = 8_000;

/** Triggers that happen elsewhere, such as in a shop. Who enters which funnel by them is decided by the relay. */
@Injectable()
export class FiredTriggers {
  constructor(
    private readonly contacts: ContactsService,
    private readonly identity: ContactIdentity,
    private readonly funnels: RunningFunnels,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError rest_invalid_param naming everything that is wrong; rest_post_invalid_id for an unknown contact. */
  async fire(triggerName: string, report: TriggerReport): Promise<FiredTrigger> {
    const { payload, contact } = report;
    const faults = new Faults();
    if (!isFireable(triggerName))
      faults.add('trigger_name', isTriggerName(triggerName) ? 'cannot be reported' : 'is not a trigger');
    if (Buffer.byteLength(JSON.stringify(payload)) > MOST_PAYLOAD)
      faults.add('payload', `must be at most ${MOST_PAYLOAD} bytes of JSON`);
    if (contact['email'] !== undefined) faults.add('contact.email', 'is sent beside the contact');
    const input = flatContact(contact, 'contact', faults);
    faults.throwIfAny();
    return this.contacts.whileRaced(async (tx) => {
      const funnels = await this.funnels.withTriggers(tx, candidatesFor(triggerName));
      const contactId = await this.contactOf(tx, triggerName, report, input, funnels);
      const data = { trigger_name: triggerName, contact_id: contactId, payload };
      await this.outbox.append(tx, 'funnel.triggered', contactId, data);
      return { triggerName, contactId, funnels: funnels.map(({ id }) => id) };
    });
  }

  /** The contact, with what was sent of it. One that is not known yet is made if a funnel waits for it. */
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
    const written = await withFaultsUnder('contact', contact, new Faults(), () =>
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
