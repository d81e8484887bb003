import { Injectable } from '@nestjs/common';
import type { AbMetric } from './ab-test.js';
import type { ExperimentState } from './campaign-experiment.entity.js';
import { type ExperimentProgress, ExperimentsService } from './experiments.service.js';
import { compareVariants, type VariantAnalysis } from './variant-analysis.js';
import { VariantOrdersQueries } from './variant-orders.queries.js';

/** How an A/B test stands or ended. */
export interface TestResult {
  readonly state: ExperimentState;
  /** Null while nobody has won. */
  readonly winner: string | null;
  /** Of the winner as it was decided, or of whoever is ahead; 0 to 1. Null where nothing says. */
  readonly confidence: number | null;
  /** By how much percent the winner, or whoever is ahead, is above the first variant; null for that one itself. */
  readonly lift: number | null;
  readonly variants: readonly VariantAnalysis[];
}

/** What A/B tests show. The campaign's own page and the reports both ask here, so that they cannot disagree. */
@Injectable()
export class TestResultsService {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly orders: VariantOrdersQueries,
  ) {}

  /** Null for a campaign that has begun none. */
  async result(campaignId: number, metric: AbMetric): Promise<TestResult | null> {
    const experiment = await this.experiments.progress(campaignId);
    if (experiment === null) return null;
    const variants = await this.variants(campaignId, metric, experiment);
    const first = variants.find(({ winner }) => winner) ?? leader(variants);
    return {
      state: experiment.state,
      winner: experiment.winner,
      confidence: first?.confidence ?? null,
      lift: first?.lift ?? null,
      variants,
    };
  }

  /** The variants beside each other, in the order in which they were written. */
  async variants(campaignId: number, metric: AbMetric, experiment: ExperimentProgress): Promise<VariantAnalysis[]> {
    const [variants, bought] = [await this.experiments.variants(campaignId), await this.orders.of(campaignId)];
    return compareVariants(variants, metric, experiment, bought);
  }
}

/** Who is most probably the best; nobody before anything has happened. */
function leader(variants: readonly VariantAnalysis[]): VariantAnalysis | undefined {
  return variants
    .filter(({ confidence }) => confidence !== null)
    .sort((one, other) => (other.confidence ?? 0) - (one.confidence ?? 0))[0];
}
