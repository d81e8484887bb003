import { domainColumn } from '../../../platform/text/erased-address.js';
import { BANDS } from '../engagement/score-distribution.js';
import { leastEngagement } from '../../rollups/engagement.js';

/** Lower bounds of the score bands, except the first band. */
const LIMITS = BANDS.slice(1).map(([from]) => ({ name: `leastOf${from}`, from }));

/** Values of the limits of `ATTRIBUTES.engagement` on a local day, as text because a number has too few digits. */
export function engagementLimits(today: string): Readonly<Record<string, string>> {
  return Object.fromEntries(LIMITS.map(({ name, from }) => [name, String(leastEngagement(from, today))]));
}

/** Dimensions with at most one value per contact, as expressions over the contact `c` and its totals `t`. */
export const ATTRIBUTES = {
  country: 'c.country',
  contact_type: "NULLIF(c.contact_type, '')",
  domain: domainColumn('c.email'),
  // The number of the band: how many limits are reached.
  engagement: `INTERVAL(COALESCE(t.engagement, 0), ${LIMITS.map(({ name }) => `CAST(:${name} AS DECIMAL(65, 0))`).join(', ')})`,
} as const;
export type Attribute = keyof typeof ATTRIBUTES;
