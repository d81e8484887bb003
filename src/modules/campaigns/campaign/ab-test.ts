import { createHash } from 'node:crypto';
import { StateMachine } from '../../../platform/work/states.js';
import { translationsShape } from '../../mail-content/templates/translations-field.js';
import * as s from '../../../shapes/shape.js';

export const AB_METRICS = ['opens', 'clicks', 'revenue'] as const;
export type AbMetric = (typeof AB_METRICS)[number];

/** How the winner is chosen when no variant is significantly better. */
export const AB_FALLBACKS = ['best', 'first', 'manual'] as const;
export type AbFallback = (typeof AB_FALLBACKS)[number];

export const EXPERIMENT_STATES = ['testing', 'choose_winner', 'releasing', 'decided'] as const;
export type ExperimentState = (typeof EXPERIMENT_STATES)[number];

export const EXPERIMENTS = new StateMachine('A/B test', 'campaign_experiments.state', EXPERIMENT_STATES, {
  initial: ['testing'],
  terminal: ['decided'],
  events: {
    ask: { from: ['testing'], to: 'choose_winner' },
    choose: { from: ['testing', 'choose_winner'], to: 'releasing' },
    finish: { from: ['releasing'], to: 'decided' },
  },
});

export const DECIDED_BY = ['confidence', 'fallback', 'manager'] as const;
export type DecidedBy = (typeof DECIDED_BY)[number];

/** Differences from the campaign's own content; null means no difference. */
const abVariantShape = s.component('AbVariantResponse', {
  key: s.text('b', 'Name of the variant within the test'),
  subject: s.nullable(s.text('Last day!')),
  pre_header: s.nullable(s.text('Until midnight')),
  body: s.nullable(s.text(null)),
  translations: s.optional(translationsShape),
  /** Relative to the weights of the other variants. */
  weight: s.integer(1, 'Share of the sample, relative to the other variants'),
});
export type AbVariant = s.TypeOf<typeof abVariantShape>;

/** A test of several contents on a sample; all other recipients get the winner. */
export const abTestShape = s.component('AbTestResponse', {
  variants: s.list(abVariantShape),
  sample_percent: s.integer(20, 'Size of the sample in percent of the recipients'),
  metric: s.oneOf(AB_METRICS),
  /** Minutes between the end of sending the sample and the decision. */
  wait_minutes: s.integer(240, 'Minutes from the end of the sample to the decision'),
  fallback: s.oneOf(AB_FALLBACKS, 'How the winner is chosen without 95 % confidence'),
});
export type AbTest = s.TypeOf<typeof abTestShape>;

/** Probability from which a variant counts as better; below, `fallback` applies. */
export const WINNING_PROBABILITY = 0.95;

/** Null for contacts who wait for the winner. A hash: stable within a campaign, independent between campaigns. */
export function assignmentOf(
  { variants, sample_percent }: Pick<AbTest, 'variants' | 'sample_percent'>,
  campaignId: number,
  contactId: number,
): AbVariant | null {
  const digest = createHash('sha256').update(`ab-test:${campaignId}:${contactId}`).digest();
  if (fraction(digest, 0) * 100 >= sample_percent) return null;
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  let place = fraction(digest, 8) * total;
  for (const variant of variants) {
    place -= variant.weight;
    if (place < 0) return variant;
  }
  return variants.at(-1) ?? null;
}

/** Reads six bytes as a number from 0 (inclusive) to 1 (exclusive). */
function fraction(digest: Buffer, offset: number): number {
  return digest.readUIntBE(offset, 6) / 2 ** 48;
}
