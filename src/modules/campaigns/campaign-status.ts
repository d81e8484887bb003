export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'working', 'sent', 'paused', 'archived'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** What can happen to a campaign, from which states, and where it leads. */
export const CAMPAIGN_TRANSITIONS = {
  schedule: { from: ['draft'], to: 'scheduled', participle: 'scheduled' },
  unschedule: { from: ['scheduled'], to: 'draft', participle: 'unscheduled' },
  send: { from: ['draft', 'scheduled'], to: 'working', participle: 'sent' },
  pause: { from: ['working'], to: 'paused', participle: 'paused' },
  resume: { from: ['paused'], to: 'working', participle: 'resumed' },
  cancel: { from: ['working', 'paused'], to: 'archived', participle: 'cancelled' },
  finish: { from: ['working'], to: 'sent', participle: 'finished' },
  /** The clock found it too late, or with nobody to write to. */
  hold: { from: ['scheduled'], to: 'paused', participle: 'held' },
} as const satisfies Record<string, { from: readonly CampaignStatus[]; to: CampaignStatus; participle: string }>;

export type CampaignTransition = keyof typeof CAMPAIGN_TRANSITIONS;

export function isAllowed(transition: CampaignTransition, from: CampaignStatus): boolean {
  return (CAMPAIGN_TRANSITIONS[transition].from as readonly CampaignStatus[]).includes(from);
}

/** Content, recipients and settings may change in these; in all others only the title. */
export const EDITABLE: readonly CampaignStatus[] = ['draft', 'scheduled'];
