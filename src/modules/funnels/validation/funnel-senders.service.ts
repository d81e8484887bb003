import { Injectable } from '@nestjs/common';
import type { Reader } from '../../../platform/database/database.js';
import type { SenderIdentity } from '../../mail-content/rendering/contents.service.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { subscriptionSenders } from '../../labels/lists/subscription-senders.js';
import type { FunnelMailer, FunnelSettings } from '../definition/funnel-rules.js';
import type { EmailSettings } from '../definition/action-catalog.js';

interface FunnelSender {
  readonly senderId: number | null;
  readonly identity: SenderIdentity;
}

type StepMailer = EmailSettings['mailer_settings'];

const NO_OVERRIDES: StepMailer = { from_name: null, from_email: null, reply_to_name: null, reply_to_email: null };

/** All emails of a funnel use one sender; steps can only change its names and addresses. */
@Injectable()
export class FunnelSenders {
  constructor(private readonly senders: SenderAccounts) {}

  /** @returns null if the sender is deleted, or does not own the From address of the step. */
  async of(settings: FunnelMailer, reader: Reader, step: StepMailer = NO_OVERRIDES): Promise<FunnelSender | null> {
    // Funnels of older versions have no such setting.
    const listIds = [settings.subscription_list_id ?? []].flat();
    const [ofList = null] = (await subscriptionSenders(reader, listIds)).values();
    const own = settings.mailer_settings;
    const funnel = ofList === null ? own : Object.assign({}, own, { sender_id: ofList, from_email: null });
    const { sender_id: wanted, from_email: fromEmail } = funnel;
    const sender = await this.senders.resolve({ senderId: wanted, fromEmail }, reader);
    if (wanted !== null && sender.senderId === null) return null;
    if (step.from_email !== null && wanted === null) {
      const owner = await this.senders.resolve({ senderId: null, fromEmail: step.from_email }, reader);
      if (owner.senderId !== sender.senderId) return null;
    }
    const identity = identityOf(funnel, step, sender);
    return identity.fromEmail === '' ? null : { senderId: sender.senderId, identity };
  }

  async fault(funnel: FunnelMailer, step: StepMailer, reader: Reader): Promise<string | null> {
    if (step.from_email === null || (await this.of(funnel, reader, step)) !== null) return null;
    return 'must belong to the sender of the funnel';
  }
}

/** Step settings override those of the funnel, which override the sender. */
function identityOf(
  funnel: FunnelSettings['mailer_settings'],
  step: StepMailer,
  sender: Awaited<ReturnType<SenderAccounts['resolve']>>,
): SenderIdentity {
  return {
    fromName: step.from_name ?? funnel.from_name ?? sender.fromName,
    fromEmail: step.from_email ?? funnel.from_email ?? sender.fromEmail,
    replyToName: step.reply_to_name ?? funnel.reply_to_name,
    replyToEmail: step.reply_to_email ?? funnel.reply_to_email ?? sender.replyTo,
  };
}
