import { EmailAddress, Text, WholeNumber } from '../../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../../platform/http/page.js';
import type { ContactIdentifiers } from '../../contact-identity.service.js';
import type { TrackedEventInput } from '../tracked-events.service.js';

const PER_PAGE = 10;
const MAX_ID = 4_294_967_295;
/** Of four bytes each, as many as a TEXT column holds. */
const VALUE_LENGTH = 16_000;

export class TrackEventDto {
  @Text({ required: true, description: 'What happened, for programs', example: 'pricing_viewed' }) event_key!: string;
  @Text({ required: true, description: 'The same for people', example: 'Viewed the prices' }) title!: string;
  @Text({ nullable: true, max: VALUE_LENGTH, trim: false, description: 'Replaces the stored one', example: 'yearly' })
  value?: string | null;
  @Text({ min: 1, description: 'Which system noticed it; `custom` when it is left out', example: 'shop' })
  provider?: string;
  @WholeNumber({
    nullable: true,
    min: 1,
    max: MAX_ID,
    description: 'One of three ways to name the contact',
    example: 1,
  })
  subscriber_id?: number | null;
  @WholeNumber({
    nullable: true,
    min: 1,
    max: MAX_ID,
    description: 'One of three ways to name the contact; all that are sent have to name the same one',
    example: 311,
  })
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

/** Bodies that can be sent as they are, once there is a contact with the address. */
export const TRACKED_EVENT_EXAMPLES = {
  address: {
    summary: 'By address',
    value: { event_key: 'pricing_viewed', title: 'Viewed the prices', value: 'yearly', email: 'ada@example.com' },
  },
  id: { summary: 'By id', value: { event_key: 'signed_in', title: 'Signed in', subscriber_id: 1 } },
};

export class ListTrackedEventsDto extends pageQuery(PER_PAGE) {}
