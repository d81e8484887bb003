import { Injectable } from '@nestjs/common';
import type { AbMetric } from '../campaign/ab-test.js';
import type { ExperimentProgress, VariantAnalysisResponse } from './dto/ab-test.shapes.js';
import { ExperimentsService } from './experiments.service.js';
import { compareVariants } from './variant-analysis.js';
import { VariantOrdersQueries } from './variant-orders.queries.js';

export type TestResult = NonNullable<Awaited<ReturnType<TestResultsService['result']>>>;

/** Reads results of A/B tests, for the campaign's own page and the reports. */
@Injectable()
export class TestResultsService {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly orders: VariantOrdersQueries,
  ) {}

  /** Returns null for a campaign without a started test. */
  async result(campaignId: number, metric: AbMetric) {
    const experiment = await this.experiments.progress(campaignId);
    if (experiment === null) return null;
    const variants = await this.variants(campaignId, metric, experiment);
    const first = variants.find(({ winner }) => winner) ?? leader(variants);
    return {
      state: experiment.state,
      /** Null until a winner is known. */
      winner: experiment.winner,
      /** Of the winner at the decision, or of the leading variant; 0 to 1. Null without data. */
      confidence: first?.confidence ?? null,
      /** Lift in percent of the same variant over the first one; null for the first variant itself. */
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
