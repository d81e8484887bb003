import { WEEKDAYS } from '../../../platform/clock/weekly-window.js';
import { LANGUAGES } from '../../../languages/languages.js';
import { FOOTER_MODES } from '../../mail-content/rendering/contents.service.js';
import type { Filters } from '../../segments/segments.service.js';
import type { SendingPlan } from '../../sending/ledger/sending-runs.service.js';
import { abTestShape } from './ab-test.js';
import * as s from '../../../shapes/shape.js';

// Settings are returned as they are stored, so these classes describe both.

type Pacing = NonNullable<SendingPlan['pacing']>;

export const ID_OR_ALL = [
  { type: 'integer', minimum: 1 },
  { type: 'string', enum: ['all'] },
];

const mailerSettingsShape = s.component('MailerSettingsResponse', {
  sender_id: s.nullable(s.integer(null, 'Null: the sender with this From address, else the mail server of `SMTP_URL`')),
  from_name: s.nullable(s.text('Ada from Carillon', 'Null: the default of the sender')),
  from_email: s.nullable(s.text('ada@example.com', 'Null: the default of the sender')),
  reply_to_name: s.nullable(s.text('Help desk')),
  reply_to_email: s.nullable(s.text('help@example.com', 'Null: the default of the sender')),
});
export type MailerSettings = s.TypeOf<typeof mailerSettingsShape>;

/** One row of a recipients table: members of the list who also have the tag. */
const audiencePairShape = s.component('AudiencePairResponse', {
  list: s.json<number | 'all'>({ oneOf: ID_OR_ALL, description: 'A list id, or `all`', examples: [1] }),
  tag: s.json<number | 'all'>({ oneOf: ID_OR_ALL, description: 'A tag id, or `all`', examples: ['all'] }),
});
export type AudiencePair = s.TypeOf<typeof audiencePairShape>;

const segmentChoiceShape = s.component('SegmentChoiceResponse', { id: s.integer(3) });

export const SENDING_FILTERS = ['list_tag', 'dynamic_segment', 'advanced_filters', 'resend'] as const;
export type SendingFilter = (typeof SENDING_FILTERS)[number];

const RESEND_KINDS = ['unopened', 'failed'] as const;
export type ResendKind = (typeof RESEND_KINDS)[number];

/** Resends campaign `of` to the recipients who did not open it, or whose email failed. */
const resendShape = s.component('ResendResponse', {
  of: s.integer(1, 'The campaign that is resent'),
  kind: s.oneOf(RESEND_KINDS, 'Recipients who did not open it, or whose email failed'),
});
export type Resend = s.TypeOf<typeof resendShape>;

/** Rate limits across all processes. Unset limits are omitted. */
const throttleShape = s.component('ThrottleResponse', {
  per_second: s.optional(s.integer(10, 'Maximum number of emails')),
  per_minute: s.optional(s.integer(500, 'Maximum number of emails')),
  per_hour: s.optional(s.integer(20_000, 'Maximum number of emails')),
  per_day: s.optional(s.integer(100_000, 'Maximum number of emails')),
});
export type Throttle = s.TypeOf<typeof throttleShape>;

/** When emails may be sent, in the local time of a zone. */
const sendWindowShape = s.component('SendWindowResponse', {
  days: s.list(s.oneOf(WEEKDAYS), undefined, { example: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] }),
  from: s.text('09:00', 'Inclusive'),
  to: s.text('17:00', 'Exclusive'),
  timezone: s.text('Europe/Berlin', 'Time zone of the window'),
});
export type SendWindow = s.TypeOf<typeof sendWindowShape>;

/** When emails are sent. Only scheduling distinguishes the last three; `POST .../send` always sends now. */
export const SENDING_TYPES = ['instant', 'schedule', 'range_schedule', 'timezone'] as const;
export type SendingType = (typeof SENDING_TYPES)[number];

/** The settings of a campaign, as they are stored and shown. */
export const storedSettingsShape = s.component('StoredSettings', {
  mailer_settings: mailerSettingsShape,
  subscribers: s.list(audiencePairShape, 'A row requires its list and its tag; any row suffices'),
  excludedSubscribers: s.list(audiencePairShape, 'Contacts of these rows are excluded', { example: [] }),
  exclude_campaign_ids: s.list(s.integer(), 'Recipients of these campaigns are excluded', { example: [] }),
  excluded_segment_ids: s.list(s.integer(), 'Contacts in these segments are excluded', { example: [] }),
  sending_filter: s.oneOf(SENDING_FILTERS, 'Which field of the settings defines the recipients'),
  dynamic_segment: s.nullable(s.described(segmentChoiceShape, 'The segment of the recipients')),
  advanced_filters: s.nullable(
    s.json<Filters>({
      type: 'array',
      items: { type: 'array', items: { type: 'object', additionalProperties: true } },
      description: 'Rule of the filter language: groups joined by OR; the rows of a group are joined by AND',
      examples: [null],
    }),
  ),
  /** Set by `CampaignCopies` only. */
  resend: s.nullable(s.described(resendShape, 'Set only for a campaign that resends another one')),
  sending_type: s.oneOf(SENDING_TYPES, 'How a schedule uses its time'),
  throttle: s.nullable(s.described(throttleShape, 'Rate limits; null without')),
  send_window: s.nullable(s.described(sendWindowShape, 'Null: at any time')),
  ab_test: s.nullable(abTestShape),
  footer: s.oneOf(FOOTER_MODES, 'Footer of a part without an opt-out link: `auto` adds the standard footer'),
  /** For contacts without a language; null for English. */
  language: s.nullable(
    s.oneOf(LANGUAGES, 'Language of the email, and of the standard footer for contacts without a language', null),
  ),
  timezone: s.nullable(s.text(null, 'Time zone of dates in the email; null: `APP_TIMEZONE`')),
  ignore_frequency_cap: s.flag('Whether the emails are sent regardless of `FREQUENCY_CAP`; they count under it'),
  click_tracker: s.flag('Whether clicks are tracked'),
  open_tracker: s.flag('Whether opens are tracked'),
});
type StoredSettings = s.TypeOf<typeof storedSettingsShape>;

export type CampaignSettings = Pick<StoredSettings, keyof StoredSettings>;

export const DEFAULT_SETTINGS: CampaignSettings = {
  mailer_settings: { sender_id: null, from_name: null, from_email: null, reply_to_name: null, reply_to_email: null },
  subscribers: [],
  excludedSubscribers: [],
  exclude_campaign_ids: [],
  excluded_segment_ids: [],
  sending_filter: 'list_tag',
  dynamic_segment: null,
  advanced_filters: null,
  resend: null,
  sending_type: 'instant',
  throttle: null,
  send_window: null,
  ab_test: null,
  footer: 'auto',
  language: null,
  timezone: null,
  ignore_frequency_cap: false,
  click_tracker: true,
  open_tracker: true,
};

/** Returns the rate limits and the send window of a campaign; null without any. */
export function pacingOf({ throttle, send_window: window }: CampaignSettings): Pacing | null {
  return throttle === null && window === null ? null : { throttle, window };
}
