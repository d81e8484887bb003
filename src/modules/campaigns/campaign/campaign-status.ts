import {
  ARCHIVABLE,
  CAMPAIGN_OPERATIONS,
  CAMPAIGN_STATUSES,
  CAMPAIGN_TRANSITIONS,
  type CampaignStatus,
  type CampaignTransition,
} from '../../../events/campaign-state.js';
import { StateMachine } from '../../../platform/work/states.js';

export type CampaignOperation = CampaignTransition | keyof typeof CAMPAIGN_OPERATIONS;

const ALL = { ...CAMPAIGN_TRANSITIONS, ...CAMPAIGN_OPERATIONS };

export function isAllowed(operation: CampaignOperation, from: CampaignStatus): boolean {
  return (ALL[operation].from as readonly CampaignStatus[]).includes(from);
}

export const CAMPAIGNS = new StateMachine('campaign', 'campaigns.status', CAMPAIGN_STATUSES, {
  initial: ['draft'],
  events: { ...CAMPAIGN_TRANSITIONS, unarchive: { ...CAMPAIGN_TRANSITIONS.unarchive, to: ARCHIVABLE } },
});

interface Moved {
  status: CampaignStatus;
  /** The state before it was archived; null after a cancellation, which cannot be undone. */
  archivedFrom: (typeof ARCHIVABLE)[number] | null;
}

/** No other code changes the status. @throws Error for a transition missing in the table; callers check `isAllowed`. */
export function transition(campaign: Moved, event: CampaignTransition): void {
  const { to } = CAMPAIGN_TRANSITIONS[event];
  const status = CAMPAIGNS.next(campaign.status, event, to === 'before' ? campaign.archivedFrom : to);
  campaign.archivedFrom = event === 'archive' ? (ARCHIVABLE.find((one) => one === campaign.status) ?? null) : null;
  campaign.status = status;
}

/** Returns the error message of an operation that the state does not allow. */
export function refusalOf(operation: CampaignOperation): string {
  return `Campaign cannot be ${ALL[operation].participle} in current status.`;
}
