import { waitUntil } from './wait-until.js';
import type { World } from './world.js';

/** Waits until a campaign waits, and returns why. */
export async function waitingReason(world: World, campaignId: number): Promise<string> {
  const reasons: string[] = [];
  await waitUntil('the campaign waits', async () => {
    const { body } = await world.all.get(`/campaigns/${campaignId}/status`).expect(200);
    if (body.progress.waiting_reason !== null) reasons.push(body.progress.waiting_reason);
    return reasons.length > 0;
  });
  return reasons.join();
}
