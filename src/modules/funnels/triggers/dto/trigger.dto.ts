import { EmailAddress, Members, WholeNumber } from '../../../../platform/http/dto-fields.js';
import type { ContactIdentifiers } from '../../../contacts/contact-identity.service.js';
import type { TriggerReport } from '../fired-triggers.service.js';

const MAX_ID = 4_294_967_295;

export class FireTriggerDto {
  @EmailAddress({
    nullable: true,
    description:
      'One of three ways to name the contact; an unknown one makes a contact if a funnel waits for the trigger',
    example: 'ada@example.com',
  })
  email?: string | null;
  @WholeNumber({
    nullable: true,
    min: 1,
    max: MAX_ID,
    description: 'One of three ways to name the contact',
    example: 1,
  })
  contact_id?: number | null;
  @WholeNumber({
    nullable: true,
    min: 1,
    max: MAX_ID,
    description: 'One of three ways to name the contact: the id in your own system',
    example: null,
  })
  user_id?: number | null;
  @Members({
    description: 'What the funnels are told, at most 8,000 bytes of JSON: for conditions of the trigger and for texts',
    example: { cart_total: 59.9 },
  })
  payload?: Record<string, unknown>;
  @Members({
    description: 'Fields, custom values, tags and lists of the contact: what is named is written',
    example: { first_name: 'Ada' },
  })
  contact?: Record<string, unknown>;

  toReport(): TriggerReport {
    return { who: this.toIdentifiers(), payload: this.payload ?? {}, contact: this.contact ?? {} };
  }

  private toIdentifiers(): ContactIdentifiers {
    return {
      ...(typeof this.contact_id === 'number' ? { id: this.contact_id } : {}),
      ...(typeof this.user_id === 'number' ? { userId: this.user_id } : {}),
      ...(typeof this.email === 'string' ? { email: this.email } : {}),
    };
  }
}

export class FunnelTriggerDto {
  @WholeNumber({ required: true, min: 1, max: MAX_ID, description: 'A published one', example: 1 }) funnel_id!: number;
  @Members({
    required: true,
    description: 'The e-mail address, other fields of the contact, and custom values by their slugs beside them',
    example: { email: 'ada@example.com', first_name: 'Ada', favourite_colour: 'red' },
  })
  subscriber_data!: Record<string, unknown>;
}
