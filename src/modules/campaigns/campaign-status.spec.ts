import { CAMPAIGN_STATUSES, CAMPAIGN_TRANSITIONS, type CampaignTransition, isAllowed } from './campaign-status.js';

describe('the states of a campaign', () => {
  it('allows exactly these transitions', () => {
    const allowed = (Object.keys(CAMPAIGN_TRANSITIONS) as CampaignTransition[]).flatMap((transition) =>
      CAMPAIGN_STATUSES.filter((from) => isAllowed(transition, from)).map(
        (from) => `${from} -${transition}-> ${CAMPAIGN_TRANSITIONS[transition].to}`,
      ),
    );
    expect(allowed).toEqual([
      'draft -schedule-> scheduled',
      'scheduled -unschedule-> draft',
      'draft -send-> working',
      'scheduled -send-> working',
      'working -pause-> paused',
      'paused -resume-> working',
      'working -cancel-> archived',
      'paused -cancel-> archived',
      'working -finish-> sent',
      'scheduled -hold-> paused',
    ]);
  });
});
