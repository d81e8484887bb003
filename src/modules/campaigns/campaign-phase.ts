import type { CampaignStatus } from './campaign-status.js';

/** What a working campaign is doing: finer than its status, and nothing that anybody decides. */
export const CAMPAIGN_PHASES = ['enrolling', 'testing', 'sending', 'waiting', 'retrying'] as const;
export type CampaignPhase = (typeof CAMPAIGN_PHASES)[number];

export interface Doings {
  readonly status: CampaignStatus;
  /** Whether all recipients are written down. */
  readonly isEnrolled: boolean;
  /** Whether the winner of its A/B test is not known yet. */
  readonly isTesting: boolean;
  /** Whether something keeps its mails from leaving. */
  readonly isWaiting: boolean;
  /** Whether all mails that are left have been tried and wait for another try. */
  readonly onlyRetries: boolean;
}

export function phaseOf({ status, isEnrolled, isTesting, isWaiting, onlyRetries }: Doings): CampaignPhase | null {
  if (status !== 'working') return null;
  if (isWaiting) return 'waiting';
  if (!isEnrolled) return 'enrolling';
  if (isTesting) return 'testing';
  return onlyRetries ? 'retrying' : 'sending';
}
