import type { Filters } from '../segments/segments.service.js';
import type { FooterMode, Language } from '../mail-content/rendering/contents.service.js';
import type { AbTest } from './ab-test/ab-test.js';
import type { SendWindow, Throttle } from './sending/campaign-pacing.js';

/** One row of a recipients table: members of the list who also have the tag. */
export interface AudiencePair {
  readonly list: number | 'all';
  readonly tag: number | 'all';
}

export interface MailerSettings {
  /** Null: the sender with the From address, else the installation's own mail server. */
  readonly sender_id: number | null;
  readonly from_name: string | null;
  readonly from_email: string | null;
  readonly reply_to_name: string | null;
  readonly reply_to_email: string | null;
}

/** How the recipients are said. Exclusions hold whichever it is. */
export const SENDING_FILTERS = ['list_tag', 'dynamic_segment', 'advanced_filters', 'resend'] as const;
export type SendingFilter = (typeof SENDING_FILTERS)[number];

export const RESEND_KINDS = ['unopened', 'failed'] as const;
export type ResendKind = (typeof RESEND_KINDS)[number];

/** Whose mails are repeated: those of campaign `of` that no person opened, or that failed. */
export interface Resend {
  readonly of: number;
  readonly kind: ResendKind;
}

/** When its mails leave. The last three only differ once it is scheduled; `send` means now. */
export const SENDING_TYPES = ['instant', 'schedule', 'range_schedule', 'timezone'] as const;
export type SendingType = (typeof SENDING_TYPES)[number];

/** What a campaign is told about its sending, as it is stored and shown. */
export interface CampaignSettings {
  readonly mailer_settings: MailerSettings;
  /** Rows are joined by OR, what stands in a row by AND. */
  readonly subscribers: readonly AudiencePair[];
  readonly excludedSubscribers: readonly AudiencePair[];
  readonly exclude_campaign_ids: readonly number[];
  readonly excluded_segment_ids: readonly number[];
  readonly sending_filter: SendingFilter;
  readonly dynamic_segment: { readonly id: number } | null;
  readonly advanced_filters: Filters | null;
  /** Written by us alone, when a campaign is made to repeat another. */
  readonly resend: Resend | null;
  readonly sending_type: SendingType;
  readonly throttle: Throttle | null;
  readonly send_window: SendWindow | null;
  readonly ab_test: AbTest | null;
  /** Whether parts without an opt-out link of their own get the standard footer. */
  readonly footer: FooterMode;
  /** Of that footer, for contacts that do not say one; null for English. */
  readonly language: Language | null;
  readonly click_tracker: boolean;
  readonly open_tracker: boolean;
}

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
  click_tracker: true,
  open_tracker: true,
};
