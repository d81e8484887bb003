import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { OutboundHttp } from '../../platform/outbound-http/outbound-http.js';
import { Periodic, SingleRun } from '../../platform/work/periodic.js';
import { outcomeOf } from './call-outcome.js';
import { CallLedger } from './call-ledger.service.js';
import { type ClaimedCall, HttpCallClaims } from './http-call-claims.js';

const CONCURRENCY = 40;
/** Concurrent requests of one funnel, so that a hanging server does not block other funnels. */
const CONCURRENCY_PER_FUNNEL = 5;

/**
 * Sends HTTP requests of funnels, at least once: after a crash, another worker retries when the lease ends, as one of the four
 * attempts. Receivers recognize repeats by `Idempotency-Key`.
 */
@Injectable()
export class HttpCalls implements BeforeApplicationShutdown {
  private readonly logger = new Logger(HttpCalls.name);
  private readonly inProgress = new Map<ClaimedCall, Promise<void>>();
  private readonly attempts: Counter<'outcome'>;
  private readonly polling = new SingleRun((run) => this.poll(run));

  constructor(
    private readonly claims: HttpCallClaims,
    private readonly ledger: CallLedger,
    private readonly http: OutboundHttp,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter('carillon_funnel_http_calls_total', 'Attempts at requests of funnels', ['outcome']);
  }

  /** Starts due requests up to the limits. Never throws. */
  wake(): Promise<void> {
    return this.polling.startAgain();
  }

  /** Runs on every worker, because claims are exclusive. */
  @Periodic({ name: 'Funnel HTTP request sweep', everyMs: 1_000, isShared: true })
  sweep(): void {
    void this.wake();
  }

  /** Waits for requests in progress, which takes at most one request timeout. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.polling.stop();
    await Promise.allSettled(this.inProgress.values());
  }

  private async poll(run: SingleRun): Promise<void> {
    try {
      while (!run.isStopping && (await this.startDue()));
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('Funnel HTTP requests are waiting for the database');
      else this.logger.error({ err: error }, 'Polling funnel HTTP requests failed; retrying');
    }
  }

  /** @returns whether more may be due. */
  private async startDue(): Promise<boolean> {
    const room = Math.min(CONCURRENCY - this.inProgress.size, CONCURRENCY_PER_FUNNEL);
    if (room === 0) return false;
    const calls = await this.claims.claim(room, this.busyFunnels());
    for (const call of calls) {
      const task = this.send(call)
        .catch((error: unknown) => {
          // Another worker retries it after the lease ends.
          this.logger.error({ err: error, call: call.id }, 'Funnel HTTP request result could not be stored');
        })
        .finally(() => {
          this.inProgress.delete(call);
          void this.wake();
        });
      this.inProgress.set(call, task);
    }
    return calls.length === room;
  }

  private busyFunnels(): number[] {
    const counts = new Map<number, number>();
    for (const { funnelId } of this.inProgress.keys()) counts.set(funnelId, (counts.get(funnelId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= CONCURRENCY_PER_FUNNEL).map(([funnelId]) => funnelId);
  }

  private async send(call: ClaimedCall): Promise<void> {
    const { entryId, stepId, attempts } = call;
    const { method, url, headers, body } = this.ledger.open(call, call.request);
    const result = await this.http.call(method, {
      url,
      body,
      headers: { ...headers, 'User-Agent': 'Service-Webhook/1.0', 'Idempotency-Key': `${entryId}-${stepId}` },
    });
    const outcome = outcomeOf(result, attempts);
    this.attempts.inc({ outcome: outcome.error ?? 'success' });
    await this.claims.settle(call, outcome);
  }
}
