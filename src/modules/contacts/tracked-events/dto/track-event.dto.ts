import { EmailAddress, Text, WholeNumber } from '../../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../../platform/http/page.js';
import type { ContactIdentifiers } from '../../contact-identity.service.js';
import type { TrackedEventInput } from '../tracked-events.service.js';

const PER_PAGE = 10;
const MAX_ID = 4_294_967_295;
/** Of four bytes each, as many as a TEXT column holds. */
const VALUE_LENGTH = 16_000;

export class TrackEventDto {
  @Text({ required: true, example: 'pricing_viewed' }) event_key!: string;
  @Text({ required: true, example: 'Viewed the prices' }) title!: string;
  @Text({ nullable: true, max: VALUE_LENGTH, trim: false, description: 'Replaces the stored one', example: 'yearly' })
  value?: string | null;
  @Text({ min: 1, description: '`custom` when it is left out' }) provider?: string;
  @WholeNumber({ nullable: true, min: 1, max: MAX_ID, description: 'One of three ways to name the contact' })
  subscriber_id?: number | null;
  @WholeNumber({ nullable: true, min: 1, max: MAX_ID, description: 'One of three ways to name the contact' })
  user_id?: number | null;
  @EmailAddress({ nullable: true, description: 'One of three ways to name the contact', example: 'ada@example.com' })
  email?: string | null;

  toEvent(): TrackedEventInput {
    return {
      eventKey: this.event_key,
      title: this.title,
      ...(this.value === undefined ? {} : { value: this.value }),
      ...(this.provider === undefined ? {} : { provider: this.provider }),
    };
  }

  toIdentifiers(): ContactIdentifiers {
    return {
      ...(typeof this.subscriber_id === 'number' ? { id: this.subscriber_id } : {}),
      ...(typeof this.user_id === 'number' ? { userId: this.user_id } : {}),
      ...(typeof this.email === 'string' ? { email: this.email } : {}),
    };
  }
}

export class ListTrackedEventsDto extends pageQuery(PER_PAGE) {}
