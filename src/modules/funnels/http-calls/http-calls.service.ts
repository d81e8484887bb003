import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js';
import { outcomeOf } from './call-outcome.js';
import { CallSecrets } from './call-secrets.service.js';
import { type ClaimedCall, HttpCallClaims } from './http-call-claims.js';

/** Requests of one process at the same time. */
const AT_ONCE = 40;
/** A funnel with so many gets no more for now: a server that hangs must not hold up the requests of others. */
const SHARE_OF_FUNNEL = 5;

/**
 * Makes the requests of funnels.
 *
 * Failure policy: at least once. A row is `calling` before its request leaves; of a process that dies then, another one
 * takes it over when the lease is over, as one more of its four attempts. Receivers tell repeats apart by
 * `Idempotency-Key`, which is the same for all attempts.
 */
@Injectable()
export class HttpCalls {
  private readonly logger = new Logger(HttpCalls.name);
  private readonly underWay = new Map<ClaimedCall, Promise<void>>();
  private readonly attempts: Counter<'outcome'>;
  private looking: Promise<void> | null = null;
  private lookAgain = false;
  private stopping = false;

  constructor(
    private readonly claims: HttpCallClaims,
    private readonly secrets: CallSecrets,
    private readonly http: OutboundHttp,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter('carillon_funnel_http_calls_total', 'Attempts at requests of funnels', ['outcome']);
  }

  /** Begins whatever is due, as far as there is room. Never throws. */
  wake(): Promise<void> {
    this.lookAgain = true;
    this.looking ??= this.look().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** Begins nothing new, and waits for what is under way: no longer than a request may take. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.looking;
    await Promise.allSettled(this.underWay.values());
  }

  private async look(): Promise<void> {
    try {
      while (this.lookAgain && !this.stopping) {
        this.lookAgain = false;
        await this.beginSome();
      }
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('Requests of funnels wait for the database');
      else this.logger.error({ err: error }, 'A look for requests of funnels failed and will be repeated');
    }
  }

  private async beginSome(): Promise<void> {
    const room = Math.min(AT_ONCE - this.underWay.size, SHARE_OF_FUNNEL);
    if (room === 0) return;
    const calls = await this.claims.take(room, this.busyFunnels());
    for (const call of calls) {
      const task = this.make(call)
        .catch((error: unknown) => {
          // Its lease ends, and somebody takes it up again.
          this.logger.error({ err: error, call: call.id }, 'What became of a request of a funnel could not be stored');
        })
        .finally(() => {
          this.underWay.delete(call);
          void this.wake();
        });
      this.underWay.set(call, task);
    }
    this.lookAgain ||= calls.length === room;
  }

  private busyFunnels(): number[] {
    const counts = new Map<number, number>();
    for (const { funnelId } of this.underWay.keys()) counts.set(funnelId, (counts.get(funnelId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= SHARE_OF_FUNNEL).map(([funnelId]) => funnelId);
  }

  private async make(call: ClaimedCall): Promise<void> {
    const { entryId, stepId, attempts } = call;
    const { method, url, headers, body } = this.secrets.open(call, call.request);
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
