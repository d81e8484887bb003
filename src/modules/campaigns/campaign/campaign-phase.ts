import type { CampaignStatus } from '../../../events/campaign-state.js';

export const CAMPAIGN_PHASES = ['enrolling', 'testing', 'sending', 'waiting', 'retrying'] as const;
type CampaignPhase = (typeof CAMPAIGN_PHASES)[number];

interface PhaseFacts {
  readonly status: CampaignStatus;
  readonly isEnrolled: boolean;
  /** Whether the winner of its A/B test is not known yet. */
  readonly isTesting: boolean;
  /** Whether sending is blocked, for example by a rate limit. */
  readonly isWaiting: boolean;
  /** Whether all open emails are deferred. */
  readonly onlyRetries: boolean;
}

export function phaseOf({ status, isEnrolled, isTesting, isWaiting, onlyRetries }: PhaseFacts): CampaignPhase | null {
  if (status !== 'working') return null;
  if (isWaiting) return 'waiting';
  if (!isEnrolled) return 'enrolling';
  if (isTesting) return 'testing';
  return onlyRetries ? 'retrying' : 'sending';
}
