import { Injectable } from '@nestjs/common';
import type { AbMetric, ExperimentState } from '../campaign/ab-test.js';
import type { VariantAnalysisResponse } from './dto/ab-test.shapes.js';
import { type ExperimentProgress, ExperimentsService } from './experiments.service.js';
import { compareVariants } from './variant-analysis.js';
import { VariantOrdersQueries } from './variant-orders.queries.js';

export interface TestResult {
  readonly state: ExperimentState;
  /** Null until a winner is known. */
  readonly winner: string | null;
  /** Of the winner at the decision, or of the leading variant; 0 to 1. Null without data. */
  readonly confidence: number | null;
  /** Lift in percent of the winner or the leading variant over the first variant; null for the first variant itself. */
  readonly lift: number | null;
  readonly variants: readonly VariantAnalysisResponse[];
}

/** Reads results of A/B tests, for the campaign's own page and the reports. */
@Injectable()
export class TestResultsService {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly orders: VariantOrdersQueries,
  ) {}

  /** Returns null for a campaign without a started test. */
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

  async variants(
    campaignId: number,
    metric: AbMetric,
    experiment: ExperimentProgress,
  ): Promise<VariantAnalysisResponse[]> {
    const [variants, bought] = [await this.experiments.variants(campaignId), await this.orders.of(campaignId)];
    return compareVariants(variants, metric, experiment, bought);
  }
}

/** Returns the variant that is most probably the best; undefined before there is any activity. */
function leader(variants: readonly VariantAnalysisResponse[]): VariantAnalysisResponse | undefined {
  return variants
    .filter(({ confidence }) => confidence !== null)
    .sort((one, other) => (other.confidence ?? 0) - (one.confidence ?? 0))[0];
}
