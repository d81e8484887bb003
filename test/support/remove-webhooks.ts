import type { World } from './world.js';

/** Deletes all webhooks, for example those of the previous test. */
export async function removeWebhooks({ all }: World): Promise<void> {
  const { body } = await all.get('/webhooks').expect(200);
  for (const { id } of body.webhooks) await all.delete(`/webhooks/${id}`).expect(200);
}
