import { Injectable, Logger } from '@nestjs/common';
import { type CacheKey, VersionedCache } from '../../../platform/cache/versioned-cache.js';
import { Clock } from '../../../platform/clock/clock.js';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { TIMED_OUT, withTimeout } from '../../../platform/clock/with-timeout.js';
import { Dns } from '../../../platform/dns/dns.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { ActiveSenders } from '../active-senders.js';
import { SenderAccounts } from '../sender-accounts.service.js';
import type { Sender } from '../sender.entity.js';
import type { SenderCheckResponse, SenderReadinessResponse } from './sender-readiness.response.js';
import { probeSender } from './mail-server-probe.js';
import { checkDns } from './sender-dns.js';

const FRESHNESS = { maxAgeSeconds: 600 };
/** Servers that respond do so in less. */
const SHORT_WAIT_MS = 3_000;

/** Checks whether receivers can accept the emails of a sender: its mail server and its DNS records. */
@Injectable()
export class SenderReadiness {
  private readonly logger = new Logger(SenderReadiness.name);

  constructor(
    private readonly senders: SenderAccounts,
    private readonly active: ActiveSenders,
    private readonly dns: Dns,
    private readonly cache: VersionedCache,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a stored result of the last ten minutes, unless the sender has changed.
   * @param refresh checks again.
   */
  async check(id: number, refresh: boolean): Promise<SenderReadinessResponse> {
    const sender = await this.senders.get(id);
    const run = (): Promise<SenderReadinessResponse> => this.run(sender);
    if (refresh) return this.cache.refresh(keyOf(sender), FRESHNESS, run);
    return (await this.cache.fetch(keyOf(sender), FRESHNESS, run)).value;
  }

  /** Returns the failed checks of such a result; none if it takes too long, but then it is stored for the next call. */
  async failures(id: number): Promise<readonly SenderCheckResponse[]> {
    const result = await withTimeout(SHORT_WAIT_MS, this.check(id, false));
    return result === TIMED_OUT ? [] : result.checks.filter(({ status }) => status === 'failed');
  }

  private async run(sender: Sender): Promise<SenderReadinessResponse> {
    const { id, version } = sender;
    const [probe, findings] = await Promise.all([probeSender(this.active, id, version), checkDns(sender, this.dns)]);
    if (!probe) throw notFound('sender');
    const { verdict, found, foundForCallers, advice } = probe;
    if (found !== foundForCallers) this.logger.warn({ sender: id, reason: found }, 'Sender check failed');
    const checks: SenderCheckResponse[] = [
      { check: 'mail_server', status: verdict, message: `Mail server: ${foundForCallers}`, advice },
      ...findings.map((finding) => ({
        check: finding.check,
        status: finding.verdict,
        message: `${finding.title}: ${finding.found}`,
        advice: finding.advice,
      })),
    ];
    return {
      sender_id: id,
      ready: checks.every(({ status }) => status !== 'failed'),
      checked_at: sqlTimestamp(this.clock.now()),
      checks,
    };
  }
}

const keyOf = ({ id, version }: Sender): CacheKey => ({ space: 'sender-readiness', name: `${id}:${version}` });
