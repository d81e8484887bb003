import { LiveSegments } from '../../src/modules/segments/live/live-segments.service.js';
import type { World } from './world.js';

/** Starts and ends the watches of segments, marks whose dates changed, and completes all walks that are due or in progress. */
export async function watchSegments(world: World): Promise<void> {
  const live = world.worker!.get(LiveSegments, { strict: false });
  // One that is already running may have missed the change.
  await live.tick();
  await live.tick();
  await world.db.execute(`UPDATE segment_watches SET next_walk_at = '2000-01-01' WHERE baseline = 0 OR position > 0`);
  await live.tick();
  await world.settle();
}
