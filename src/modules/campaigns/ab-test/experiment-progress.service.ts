import { Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { COUNTED_AS_SENT, IS_TRACKED } from '../../../events/email-state.js';
import { HeldEmails } from '../../sending/ledger/held-emails.service.js';
import { Campaign } from '../campaign/campaign.entity.js';
import { type AbFallback, type AbTest, EXPERIMENTS, WINNING_PROBABILITY } from '../campaign/ab-test.js';
import { probabilitiesToBeBest, rateOf, type Trials } from './ab-statistics.js';
import { ExperimentsService } from './experiments.service.js';
import { VariantOrdersQueries } from './variant-orders.queries.js';

interface Candidate extends Trials {
  readonly key: string;
}

type Decision =
  | { readonly winner: string; readonly by: 'confidence' | 'fallback'; readonly confidence: number | null }
  /** A manager must choose. */
  | { readonly winner: null; readonly confidence: number | null };

const CHUNK = 2_000;

/** Takes the campaign's row lock without waiting: any worker can try, and a pause does not queue behind it. */
@Injectable()
export class ExperimentProgressService {
  private readonly logger = new Logger(ExperimentProgressService.name);

  constructor(
    private readonly db: Database,
    private readonly experiments: ExperimentsService,
    private readonly held: HeldEmails,
    private readonly orders: VariantOrdersQueries,
  ) {}

  /** Returns the campaigns whose test may have work. */
  async open(): Promise<number[]> {
    const sql = `SELECT e.campaign_id AS id FROM campaign_experiments e JOIN campaigns c ON c.id = e.campaign_id
                  WHERE e.state IN ('testing', 'releasing') AND c.status IN ('working', 'sent') AND c.deleted_at IS NULL
                  ORDER BY e.campaign_id`;
    return idsOf(await this.db.query<{ id: number }>(sql));
  }

  /** @returns whether emails were released, so that there may be more. */
  async advance(id: number): Promise<boolean> {
    const experiment = await this.experiments.progress(id);
    if (experiment?.state === 'releasing') return this.releaseSome(id);
    if (experiment?.state !== 'testing') return false;
    if (experiment.sample_ended_at === null) await this.noticeEndOfSample(id);
    const due = await this.db.query(
      `SELECT campaign_id FROM campaign_experiments
        WHERE campaign_id = :id AND state = 'testing' AND decides_at <= NOW(3)`,
      { id },
    );
    if (due.length === 0) return false;
    await this.decide(id);
    return true;
  }

  private async noticeEndOfSample(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const campaign = await this.lock(tx, id);
      if (campaign?.snapshotDone !== 1 || (await this.held.hasUntried(tx, { type: 'campaign', id }))) return;
      const { settings } = await tx.manager.findOneByOrFail(Campaign, { id });
      const tried = (await this.experiments.variants(id, tx)).some(({ enrolled }) => enrolled > 0);
      await tx.execute(
        `UPDATE campaign_experiments SET sample_ended_at = NOW(3), decides_at = NOW(3) + INTERVAL :wait MINUTE
          WHERE campaign_id = :id AND state = 'testing' AND sample_ended_at IS NULL`,
        // An empty sample has no results to wait for.
        { id, wait: tried ? (settings.ab_test?.wait_minutes ?? 0) : 0 },
      );
    });
  }

  private async decide(id: number): Promise<void> {
    const { settings } = await this.db.manager.findOneByOrFail(Campaign, { id });
    if (!settings.ab_test) return;
    // Counts the whole ledger once per campaign, before any lock is taken.
    const decision = decide(await this.candidates(id, settings.ab_test), settings.ab_test.fallback);
    await this.db.transaction(async (tx) => {
      const campaign = await this.lock(tx, id);
      const experiment = await this.experiments.progress(id, tx);
      if (!campaign || experiment?.state !== 'testing') return;
      if (decision.winner === null) await this.askForWinner(tx, id, decision.confidence);
      else await this.experiments.decide(tx, id, decision);
      this.logger.log({ campaign: id, ...decision }, 'A/B test decided');
    });
  }

  private async askForWinner(tx: Tx, id: number, confidence: number | null): Promise<void> {
    await EXPERIMENTS.move(tx, 'ask', {
      where: 'campaign_id = :id',
      set: 'confidence = :confidence',
      params: { id, confidence },
    });
    await tx.execute(
      `UPDATE campaigns SET waiting_reason = 'choose_winner' WHERE id = :id AND status = 'working'`,
      { id },
      { ids: id },
    );
  }

  private async candidates(id: number, { metric, variants }: AbTest): Promise<Candidate[]> {
    const success = {
      opens: 'first_human_open_at IS NOT NULL',
      clicks: 'first_human_click_at IS NOT NULL',
      // Purchases are counted from the orders below.
      revenue: 'FALSE',
    }[metric];
    const rows = await this.db.query<Candidate>(
      `SELECT variant AS \`key\`, SUM(state IN (:sent) AND state <> 'bounced' AND ${IS_TRACKED}) AS trials, SUM(${success}) AS successes
         FROM email_messages m
        WHERE source_type = 'campaign' AND source_id = :id AND variant IS NOT NULL GROUP BY variant`,
      { id, sent: COUNTED_AS_SENT },
    );
    const seen = new Map(rows.map((row) => [row.key, row]));
    const converted = metric === 'revenue' ? await this.orders.converted(id) : null;
    return variants.map(({ key }) => {
      const { trials = 0, successes: found = 0 } = seen.get(key) ?? {};
      const successes = converted === null ? found : (converted.get(key) ?? 0);
      // An email can be opened and bounce later; successes must not exceed trials.
      return { key, trials: Math.max(trials, successes), successes };
    });
  }

  private async releaseSome(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.lock(tx, id);
      const experiment = await this.experiments.progress(id, tx);
      if (!campaign || experiment?.state !== 'releasing' || experiment.winner === null) return false;
      const { winner } = experiment;
      const variant = (await this.experiments.variants(id, tx)).find(({ key }) => key === winner);
      if (!variant) throw new Error(`Campaign ${id} has no variant ${winner}`);
      const source = { type: 'campaign', id } as const;
      const translations = await this.experiments.contentIds(id, tx);
      const as = { contentId: variant.content_id, variant: winner, translations };
      const { released, isLast } = await this.held.release(tx, source, as, CHUNK);
      await this.experiments.countEnrolled(tx, id, new Map([[winner, released]]));
      // Contacts who are enrolled from now on get the winner at once, so no more emails will wait.
      if (isLast) await EXPERIMENTS.move(tx, 'finish', { where: 'campaign_id = :id', params: { id } });
      return !isLast;
    });
  }

  private async lock(tx: Tx, id: number): Promise<{ snapshotDone: number } | undefined> {
    const [row] = await tx.query<{ snapshotDone: number }>(
      `SELECT snapshot_done AS snapshotDone FROM campaigns
        WHERE id = :id AND status IN ('working', 'sent') AND deleted_at IS NULL
          FOR UPDATE SKIP LOCKED`,
      { id },
    );
    return row;
  }
}

/** Returns the winner by the figures if they are conclusive, and by the fallback otherwise. */
export function decide(candidates: readonly Candidate[], fallback: AbFallback): Decision {
  const probabilities = probabilitiesToBeBest(candidates);
  const known = candidates.some(({ successes }) => successes > 0);
  const rated = candidates.map((candidate, index) => ({ ...candidate, probability: probabilities[index] ?? 0 }));
  // Without any success the candidate with the fewest trials would seem to be the best.
  const ranked = known ? rated.toSorted((one, other) => rateOf(other) - rateOf(one)) : rated;
  const [surest] = ranked.toSorted((one, other) => other.probability - one.probability);
  if (known && surest && surest.probability >= WINNING_PROBABILITY)
    return { winner: surest.key, by: 'confidence', confidence: surest.probability };
  const confidenceOf = (rates: { probability: number } | undefined): number | null =>
    known && rates ? rates.probability : null;
  const chosen = fallback === 'best' ? ranked[0] : rated[0];
  if (fallback === 'manual' || !chosen) return { winner: null, confidence: confidenceOf(surest) };
  return { winner: chosen.key, by: 'fallback', confidence: confidenceOf(chosen) };
}
