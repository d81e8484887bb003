/** One row of a recipients table: members of the list who also have the tag. */
export interface AudiencePair {
  readonly list: number | 'all';
  readonly tag: number | 'all';
}

export interface MailerSettings {
  readonly from_name: string | null;
  readonly from_email: string | null;
  readonly reply_to_name: string | null;
  readonly reply_to_email: string | null;
}

/** What a campaign is told about its sending, as it is stored and shown. */
export interface CampaignSettings {
  readonly mailer_settings: MailerSettings;
  /** Rows are joined by OR, what stands in a row by AND. */
  readonly subscribers: readonly AudiencePair[];
  readonly excludedSubscribers: readonly AudiencePair[];
  readonly sending_filter: 'list_tag';
  readonly sending_type: 'instant' | 'schedule';
  readonly click_tracker: boolean;
  readonly open_tracker: boolean;
}

export const DEFAULT_SETTINGS: CampaignSettings = {
  mailer_settings: { from_name: null, from_email: null, reply_to_name: null, reply_to_email: null },
  subscribers: [],
  excludedSubscribers: [],
  sending_filter: 'list_tag',
  sending_type: 'instant',
  click_tracker: true,
  open_tracker: true,
};
