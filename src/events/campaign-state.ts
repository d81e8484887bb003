export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'working', 'sent', 'paused', 'archived'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** States that can be archived and are restored by unarchiving. */
export const ARCHIVABLE = ['draft', 'sent'] as const satisfies readonly CampaignStatus[];

interface Transition {
  readonly from: readonly CampaignStatus[];
  /** `before`: the state before it was archived. */
  readonly to: CampaignStatus | 'before';
  /** For "Campaign cannot be ... in current status." */
  readonly participle: string;
}

export const CAMPAIGN_TRANSITIONS = {
  schedule: { from: ['draft'], to: 'scheduled', participle: 'scheduled' },
  unschedule: { from: ['scheduled'], to: 'draft', participle: 'unscheduled' },
  send: { from: ['draft', 'scheduled'], to: 'working', participle: 'sent' },
  pause: { from: ['working'], to: 'paused', participle: 'paused' },
  resume: { from: ['paused'], to: 'working', participle: 'resumed' },
  cancel: { from: ['working', 'paused'], to: 'archived', participle: 'cancelled' },
  archive: { from: ARCHIVABLE, to: 'archived', participle: 'archived' },
  unarchive: { from: ['archived'], to: 'before', participle: 'unarchived' },
  finish: { from: ['working'], to: 'sent', participle: 'finished' },
  /** The scheduler found it too late, or without recipients. */
  hold: { from: ['scheduled'], to: 'paused', participle: 'held' },
  /** A manager resends emails in doubt. */
  reopen: { from: ['sent'], to: 'working', participle: 'reopened' },
} as const satisfies Record<string, Transition>;

export type CampaignTransition = keyof typeof CAMPAIGN_TRANSITIONS;

/** Operations that keep the state or delete the campaign. */
export const CAMPAIGN_OPERATIONS = {
  /** Content, recipients, and settings; the title can change in every state. */
  update: { from: ['draft', 'scheduled'], participle: 'updated' },
  delete: { from: ['draft', 'scheduled', 'sent', 'paused', 'archived'], participle: 'deleted' },
  /** Resolves emails in doubt as sent or failed; a cancelled campaign can have some, too. */
  settle: { from: ['working', 'paused', 'sent', 'archived'], participle: 'settled' },
  /** Resends emails in doubt. */
  repeat: { from: ['working', 'paused', 'sent'], participle: 'repeated' },
  /** Creates a draft that goes to some of the recipients again. */
  resend: { from: ['sent', 'paused', 'archived'], participle: 'resent' },
} as const satisfies Record<string, Pick<Transition, 'from' | 'participle'>>;
