import { domainColumn } from '../../../platform/text/erased-address.js';
import { BANDS } from '../engagement/score-distribution.js';
import { leastEngagement } from '../rollups/engagement.js';

/** By what contacts can be told apart. */
export const DIMENSIONS = ['list', 'tag', 'segment', 'country', 'contact_type', 'domain', 'engagement'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Where each band of scores begins, but the first, which has all that is below. */
const LIMITS = BANDS.slice(1).map(([from]) => ({ name: `leastOf${from}`, from }));

/** What the limits of `ATTRIBUTES.engagement` are on a local day, as text: they have more digits than a number. */
export function engagementLimits(today: string): Readonly<Record<string, string>> {
  return Object.fromEntries(LIMITS.map(({ name, from }) => [name, String(leastEngagement(from, today))]));
}

/** Those in which a contact has one value at most, as an expression over the contact `c` and its totals `t`. */
export const ATTRIBUTES = {
  country: 'c.country',
  contact_type: "NULLIF(c.contact_type, '')",
  domain: domainColumn('c.email'),
  // The number of the band, which is how many of the limits are reached.
  engagement: `INTERVAL(COALESCE(t.engagement, 0), ${LIMITS.map(({ name }) => `CAST(:${name} AS DECIMAL(65, 0))`).join(', ')})`,
} as const;
export type Attribute = keyof typeof ATTRIBUTES;
