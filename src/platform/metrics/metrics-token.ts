import { createHash, timingSafeEqual } from 'node:crypto';
import type { AppConfig } from '../config/config.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether this header may read the metrics; takes the same time whatever is wrong with it. In production a token is required. */
export function mayReadMetrics({ metricsToken, production }: AppConfig, authorization: string | undefined): boolean {
  if (metricsToken === null) return !production;
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${metricsToken}`));
}
