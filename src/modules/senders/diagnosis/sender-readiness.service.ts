import { Inject, Injectable, Logger } from '@nestjs/common';
import { type CacheKey, VersionedCache } from '../../../platform/cache/versioned-cache.js';
import { Clock } from '../../../platform/clock/clock.js';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { TIMED_OUT, withTimeout } from '../../../platform/values/with-timeout.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Dns } from '../../../platform/dns/dns.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { OWN_SENDER } from '../../../platform/smtp/mail-server.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { ActiveSenders } from '../active-senders.js';
import { SenderAccounts } from '../sender-accounts.service.js';
import type { Sender } from '../sender.entity.js';
import type { SenderCheckResponse, SenderReadinessResponse } from './sender-readiness.shapes.js';
import { probeSender } from './mail-server-probe.js';
import { checkDns, type CheckedSender, ownSender } from './sender-dns.js';

const [HOUR, DAY] = [3_600, 86_400];
/** Checks are repeated daily, so a result expires only if no worker runs. */
const KEPT = { maxAgeSeconds: 2 * DAY };
const FRESH_SECONDS = 600;
/** Servers that respond do so in less time. */
const SHORT_WAIT_MS = 3_000;

/** Checks whether receivers can accept the emails of a sender: its mail server and its DNS records. Stores the result and its time. */
@Injectable()
export class SenderReadiness {
  private readonly logger = new Logger(SenderReadiness.name);

  constructor(
    private readonly senders: SenderAccounts,
    private readonly active: ActiveSenders,
    private readonly dns: Dns,
    private readonly cache: VersionedCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** A stored result of the last ten minutes counts, unless the sender has changed. @param id 0 for `SMTP_URL`. */
  async check(id: number, refresh: boolean): Promise<SenderReadinessResponse> {
    const sender = await this.senderOf(id);
    if (!sender) throw notFound('sender');
    return this.resultOf(sender, refresh ? 0 : FRESH_SECONDS);
  }

  /** Returns the result of the last check since the sender changed; null if there was none. */
  async last(sender: Pick<Sender, 'id' | 'version'>): Promise<SenderReadinessResponse | null> {
    return (await this.cache.stored<SenderReadinessResponse>(keyOf(sender))) ?? null;
  }

  /** Returns the failed checks. @param isFresh checks again after ten minutes; a slow result is for the next call. */
  async warnings(id: number, isFresh: boolean): Promise<string[]> {
    const sender = await this.senderOf(id);
    if (!sender) return [];
    const fresh = (): Promise<SenderReadinessResponse> => this.resultOf(sender, FRESH_SECONDS);
    const result = await (isFresh ? withTimeout(SHORT_WAIT_MS, fresh()) : this.last(sender));
    if (result === TIMED_OUT || result === null) return [];
    const failures = result.checks.filter(({ status }) => status === 'failed').map(({ message }) => message);
    const [when, where] = [`${result.checked_at} UTC`, `GET /senders/${id}/readiness`];
    return failures.map((message) => `the sender failed a check at ${when} (${message}); see ${where}`);
  }

  /** Checks each sender once a day and after changes, and every hour while it is not ready. */
  @Periodic({ name: 'Sender readiness', everyMs: FRESH_SECONDS * 1_000, onOneWorker: true })
  async checkAll(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const sender of [ownSender(this.config), ...(await this.senders.list())]) {
      if (run.isStopping) return;
      // A server that does not respond must delay neither the others nor a shutdown.
      if (sender) await withTimeout(SHORT_WAIT_MS, this.resultOf(sender, DAY, HOUR));
    }
  }

  private async senderOf(id: number): Promise<CheckedSender | null> {
    return id === OWN_SENDER ? ownSender(this.config) : this.senders.get(id);
  }

  /** Returns the last result, or a new one if it is too old. */
  private async resultOf(sender: CheckedSender, seconds: number, ofFailed = seconds): Promise<SenderReadinessResponse> {
    const last = await this.last(sender);
    const oldest = this.clock.now().getTime() - (last?.ready === false ? ofFailed : seconds) * 1_000;
    if (last && last.checked_at > sqlTimestamp(new Date(oldest))) return last;
    return this.cache.refresh(keyOf(sender), KEPT, () => this.run(sender));
  }

  private async run(sender: CheckedSender): Promise<SenderReadinessResponse> {
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

const keyOf = ({ id, version }: Pick<Sender, 'id' | 'version'>): CacheKey => ({
  space: 'sender-readiness',
  name: `${id}:${version}`,
});
