import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import { invalidParam, notFound } from '../../../platform/errors/app-error.js';
import { Faults } from '../../../platform/errors/faults.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { FunnelTally } from '../engine/funnel-tally.js';
import { FunnelEntries } from '../entries/funnel-entries.service.js';
import { RunningFunnels } from '../running-funnels.service.js';
import { flatContact, withFaultsUnder } from './contact-of-trigger.js';

/** What became of somebody who was called into one funnel. */
export interface CalledIn {
  readonly funnelId: number;
  readonly contactId: number;
  readonly contactAction: 'created' | 'updated';
  readonly status: 'added' | 'already_active';
}

const PATH = 'subscriber_data';

/** Another system calls somebody into a funnel that it names: the contact is written and is inside, or nothing happened. */
@Injectable()
export class FunnelTriggerService {
  constructor(
    private readonly contacts: ContactsService,
    private readonly funnels: RunningFunnels,
    private readonly entries: FunnelEntries,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws AppError rest_post_invalid_id for the funnel; rest_invalid_param for one that is not published, and for faults. */
  async call(funnelId: number, data: Readonly<Record<string, unknown>>): Promise<CalledIn> {
    const faults = new Faults();
    const input = flatContact(data, PATH, faults);
    return this.contacts.whileRaced(async (tx) => {
      const funnel = await this.funnels.hold(tx, funnelId);
      if (!funnel) throw notFound('funnel');
      if (funnel.status !== 'published')
        throw invalidParam('funnel_id', 'is not published', 'Funnel is not published.');
      const { contact, action } = await withFaultsUnder(PATH, data, faults, () =>
        this.contacts.createOrUpdateIn(tx, input, {
          forceUpdate: true,
          statusOfNew: funnel.settings.subscription_status,
          cause: { source: 'trigger', reason: 'funnel_trigger' },
        }),
      );
      const tally = new FunnelTally();
      const now = await this.clock.now(tx);
      const newcomer = { contactId: contact.id };
      const entered = await this.entries.enter(tx, funnel, [newcomer], { now, tally, byHand: true });
      await tally.write(tx);
      const status = entered.size > 0 ? 'added' : 'already_active';
      return { funnelId, contactId: contact.id, contactAction: action, status };
    });
  }
}
