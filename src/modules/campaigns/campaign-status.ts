export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'working', 'sent', 'paused', 'archived'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** What can be put away, and is brought back as. */
export const ARCHIVABLE = ['draft', 'sent'] as const satisfies readonly CampaignStatus[];

interface Transition {
  readonly from: readonly CampaignStatus[];
  /** `before`: what it was before it was archived. */
  readonly to: CampaignStatus | 'before';
  /** For "Campaign cannot be ... in current status." */
  readonly participle: string;
}

/** What can happen to a campaign, from which states, and where it leads. */
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
  /** The clock found it too late, or with nobody to write to. */
  hold: { from: ['scheduled'], to: 'paused', participle: 'held' },
  /** A person decided that mails of unknown fate go out again. */
  reopen: { from: ['sent'], to: 'working', participle: 'reopened' },
} as const satisfies Record<string, Transition>;

export type CampaignTransition = keyof typeof CAMPAIGN_TRANSITIONS;

/** What leaves the state as it is, or leaves no campaign at all. */
export const CAMPAIGN_OPERATIONS = {
  /** Content, recipients and settings; the title may change in every state. */
  update: { from: ['draft', 'scheduled'], participle: 'updated' },
  delete: { from: ['draft', 'scheduled', 'sent', 'paused', 'archived'], participle: 'deleted' },
  /** Mails of unknown fate are called sent or failed; a cancelled campaign has some, too. */
  settle: { from: ['working', 'paused', 'sent', 'archived'], participle: 'settled' },
  /** Mails of unknown fate go out again. */
  repeat: { from: ['working', 'paused', 'sent'], participle: 'repeated' },
  /** The parent of a campaign that goes to some of its recipients once more. */
  resend: { from: ['sent', 'paused', 'archived'], participle: 'resent' },
} as const satisfies Record<string, Pick<Transition, 'from' | 'participle'>>;

export type CampaignOperation = CampaignTransition | keyof typeof CAMPAIGN_OPERATIONS;

const ALL = { ...CAMPAIGN_TRANSITIONS, ...CAMPAIGN_OPERATIONS };

export function isAllowed(operation: CampaignOperation, from: CampaignStatus): boolean {
  return (ALL[operation].from as readonly CampaignStatus[]).includes(from);
}

interface Moved {
  status: CampaignStatus;
  /** What it was before it was archived; null after a cancellation, which cannot be taken back. */
  archivedFrom: (typeof ARCHIVABLE)[number] | null;
}

/**
 * Changes the status of a locked campaign. Nothing else does.
 * @throws Error for a move that the table does not have; callers have asked `isAllowed`.
 */
export function transition(campaign: Moved, event: CampaignTransition): void {
  const { to } = CAMPAIGN_TRANSITIONS[event];
  const status = to === 'before' ? campaign.archivedFrom : to;
  if (!isAllowed(event, campaign.status) || status === null)
    throw new Error(`A campaign that is ${campaign.status} has no transition ${event}`);
  campaign.archivedFrom = event === 'archive' ? (ARCHIVABLE.find((one) => one === campaign.status) ?? null) : null;
  campaign.status = status;
}

/** What the caller of an operation is told in a state that does not allow it. */
export function refusalOf(operation: CampaignOperation): string {
  return `Campaign cannot be ${ALL[operation].participle} in current status.`;
}
