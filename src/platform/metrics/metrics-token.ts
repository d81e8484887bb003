import { createHash, timingSafeEqual } from 'node:crypto';
import type { AppConfig } from '../config/config.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether figures may be told to whoever sends this header; in the same time whatever is wrong with it. */
export function mayReadMetrics({ metricsToken }: AppConfig, authorization: string | undefined): boolean {
  return metricsToken === null || timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${metricsToken}`));
}
