import { pageQuery } from '../../../../platform/http/page.js';
import type { TrackedEventInput } from '../tracked-events.service.js';
import { EmailAddress, Id, SmallObject, Text } from '../../../../platform/http/dto-fields.js';
import { given } from '../../../../platform/http/given.js';
import type { JsonObject } from '../../../../platform/values/json.js';
import type { ContactIdentifiers } from '../../contact/contact-identity.js';

/** Fits a TEXT column with four bytes per character. */
const VALUE_LENGTH = 16_000;
const DATA_BYTES = 16_384;

export class TrackEventDto {
  @Text({ required: true, description: 'Key of the event', example: 'pricing_viewed' }) event_key!: string;
  @Text({ required: true, description: 'Title for display', example: 'Viewed the prices' }) title!: string;
  @Text({ nullable: true, max: VALUE_LENGTH, trim: false, description: 'Replaces the stored value', example: 'yearly' })
  value?: string | null;
  @SmallObject(DATA_BYTES, {
    nullable: true,
    description: 'Anything that emails need; replaces the stored data; at most 16 KB of JSON',
    example: { plan: 'pro' },
  })
  data?: JsonObject | null;
  @Text({ min: 1, description: 'The system that reports the event; default: `custom`', example: 'shop' })
  provider?: string;
  @Id({
    nullable: true,
    description:
      'Contact id. At least one of `subscriber_id`, `user_id`, and `email` is required; all must match the same contact',
    example: 1,
  })
  subscriber_id?: number | null;
  @Id({ nullable: true, description: 'User id of the contact in another system', example: 311 })
  user_id?: number | null;
  @EmailAddress({ nullable: true, description: 'Email address of the contact', example: 'ada@example.com' })
  email?: string | null;

  toEvent(): TrackedEventInput {
    const { event_key: eventKey, title, value, data, provider } = this;
    return { eventKey, title, ...given({ value, data, provider }) };
  }

  toIdentifiers(): ContactIdentifiers {
    const { subscriber_id: id, user_id: userId, email } = this;
    return given({ id: id ?? undefined, userId: userId ?? undefined, email: email ?? undefined });
  }
}

/** Runnable examples; a contact with the address must exist. */
export const TRACKED_EVENT_EXAMPLES = {
  address: {
    summary: 'Identify the contact by address',
    value: { event_key: 'pricing_viewed', title: 'Viewed the prices', value: 'yearly', email: 'ada@example.com' },
  },
  id: {
    summary: 'Identify the contact by id',
    value: { event_key: 'signed_in', title: 'Signed in', subscriber_id: 1 },
  },
};

export class ListTrackedEventsDto extends pageQuery(10) {}
