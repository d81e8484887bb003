import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import { invalidParam, notFound, ValidationErrors } from '../../../platform/errors/app-error.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { Counters } from '../enrollments/funnel-counters.js';
import { Enrollments } from '../enrollments/enrollments.service.js';
import { RunningFunnels } from '../versions/running-funnels.service.js';
import type { FunnelTriggeredResponse } from './dto/trigger.shapes.js';
import { SettingChecks } from '../validation/setting-checks.service.js';
import { contactAndOthers, flatContact, withFaultsUnder } from './contact-of-trigger.js';

const PATH = 'subscriber_data';

/** Writes a contact and enrolls it in a given funnel, in one transaction. */
@Injectable()
export class FunnelTriggerService {
  constructor(
    private readonly contacts: ContactsService,
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
    private readonly clock: DatabaseClock,
    private readonly checks: SettingChecks,
  ) {}

  async call(funnelId: number, data: Readonly<Record<string, unknown>>): Promise<FunnelTriggeredResponse> {
    return this.contacts.whileRaced(async (tx) => {
      const faults = new ValidationErrors();
      const [sent, others] = contactAndOthers(data, await this.checks.customFields(tx));
      const input = flatContact(sent, PATH, faults);
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
      const counters = new Counters();
      const now = await this.clock.now(tx);
      const candidate = { contactId: contact.id, data: others };
      const entered = await this.enrollments.enter(tx, funnel, [candidate], { now, counters, isManual: true });
      await counters.write(tx);
      const isNew = entered.size > 0;
      return {
        message: isNew ? 'Subscriber has been added to the funnel.' : 'Subscriber is already active in this funnel.',
        funnel_id: funnelId,
        subscriber_id: contact.id,
        contact_action: action,
        status: isNew ? 'added' : 'already_active',
      };
    });
  }
}
