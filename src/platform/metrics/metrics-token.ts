import { createHash, timingSafeEqual } from 'node:crypto';
import type { AppConfig } from '../config/config.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether the header authorizes reading metrics, in constant time. Production requires a token. */
export function mayReadMetrics({ metricsToken, production }: AppConfig, authorization: string | undefined): boolean {
  if (metricsToken === null) return !production;
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${metricsToken}`));
}
