import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { shareMetrics } from './process-metrics.js';
import type { AppConfig } from '../config/config.js';
import { isSameSecret } from '../secrets/keys.js';

interface MeasuredGauge<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: Label[];
  /** How the values of several API processes become one; by default, they are added. */
  readonly aggregator?: 'max';
}

/** All metrics of this process. Labels are constants, never input or addresses. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly eventsCarried = this.counter('carillon_events_carried_total', 'Domain events delivered by the relay');
  readonly eventsParked = this.counter('carillon_events_parked_total', 'Events parked because a subscriber failed', [
    'subscriber',
  ]);
  readonly authFailures = this.counter(
    'carillon_auth_failures_total',
    'Requests refused because of their credentials',
    ['reason'],
  );
  readonly rateLimiterOpen = this.counter(
    'carillon_rate_limiter_open_total',
    'Requests allowed without a rate limit check because Redis was away',
  );
  readonly notificationsMissed = this.counter(
    'carillon_doorbell_missed_total',
    'Queue notifications that Redis refused',
    ['queue'],
  );
  readonly requests = new Histogram({
    name: 'carillon_http_request_seconds',
    help: 'API requests by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    shareMetrics(this.registry);
  }

  counter<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  gauge<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  /** A gauge that is read on scrape. @param read must be fast and must not throw. */
  measured<Label extends string = never>(
    { labelNames = [], ...gauge }: MeasuredGauge<Label>,
    read: (gauge: Gauge<Label>) => void | Promise<void>,
  ): Gauge<Label> {
    return new Gauge({
      ...{ ...gauge, labelNames, registers: [this.registry] },
      async collect(): Promise<void> {
        await read(this);
      },
    });
  }
}

/** Whether the header authorizes reading metrics, in constant time. Production requires a token. */
export function mayReadMetrics({ metricsToken, production }: AppConfig, authorization: string | undefined): boolean {
  if (metricsToken === null) return !production;
  return isSameSecret(authorization ?? '', `Bearer ${metricsToken}`);
}
