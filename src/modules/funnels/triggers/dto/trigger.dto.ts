import { EmailAddress, Id, Members } from '../../../../platform/http/dto-fields.js';
import { TriggerDataField } from '../../dto/enrollment.dto.js';
import type { ContactIdentifiers } from '../../../contacts/contact/contact-identity.js';

export class FireTriggerDto {
  @EmailAddress({
    nullable: true,
    description: 'Identifies the contact; an unknown address creates one if a published funnel has this trigger',
    example: 'ada@example.com',
  })
  email?: string | null;
  @Id({ nullable: true, description: 'Identifies the contact by its id', example: 1 })
  contact_id?: number | null;
  @Id({ nullable: true, description: 'Identifies the contact by your id', example: null })
  user_id?: number | null;
  @TriggerDataField('What happened', { example: { cart_total: 59.9 } })
  payload?: Record<string, unknown>;
  @Members({ description: 'Fields, custom values, tags and lists to write', example: { first_name: 'Ada' } })
  contact?: Record<string, unknown>;

  toReport() {
    const who: ContactIdentifiers = {
      ...(typeof this.contact_id === 'number' ? { id: this.contact_id } : {}),
      ...(typeof this.user_id === 'number' ? { userId: this.user_id } : {}),
      ...(typeof this.email === 'string' ? { email: this.email } : {}),
    };
    return { who, payload: this.payload ?? {}, contact: this.contact ?? {} };
  }
}

export class FunnelTriggerDto {
  @Id({ required: true, description: 'A published funnel', example: 1 })
  funnel_id!: number;
  @TriggerDataField('The email address, other fields of the contact, custom values by their slugs, and other data', {
    required: true,
    example: { email: 'ada@example.com', first_name: 'Ada', favorite_color: 'red' },
  })
  subscriber_data!: Record<string, unknown>;
}
