import { NameServer } from './name-server.js';
import { domainOf, RawSmtpSink, type SmtpMoment, type SmtpStep, type SmtpTreatment } from './raw-smtp-sink.js';
import { refusalNotice } from './refusal-notice.js';
import type { SinkMessage, SmtpReply } from './smtp-sink.js';
import { stopAtEnd } from './stop-at-end.js';

/** The hidden rules of a mailbox provider. Without any, it accepts everything at once. */
export interface ProviderPolicy {
  /** Accepted emails per second over all connections (token bucket). */
  readonly rate?: { readonly perSecond: number; readonly burst: number };
  /** Transactions at the same time over all connections. */
  readonly concurrency?: number;
  /** Accepted emails in any hour. */
  readonly perHour?: number;
  /** Defers each recipient for this long after its first attempt. */
  readonly greylistMs?: number;
  /** Refuses everything; a 4xx reply is a temporary policy. */
  readonly block?: ProviderBlock;
  /** Accepts everything and refuses it later, in a delivery status notification. The reply needs an enhanced code. */
  readonly notice?: { readonly reply: SmtpReply; readonly afterMs: number };
  /** The delay of each reply. */
  readonly delayMs?: number;
  /** Replies wait for it. */
  readonly heldUntil?: Promise<void>;
  /** Faults of single mailboxes. */
  readonly mailbox?: (address: string) => SmtpReply | undefined;
}

export interface ProviderBlock {
  readonly reply: SmtpReply;
  /** Default: at RCPT TO. */
  readonly at?: 'rcpt' | 'dot';
  /** By the clock of the farm; default: always. */
  readonly from?: number;
  readonly until?: number;
}

export interface ProviderOptions {
  readonly name: string;
  readonly policy?: ProviderPolicy;
  /** Default: a host of `<name>.example`. */
  readonly mx?: string;
  /** Default: two domains of the provider and the domain of a customer. */
  readonly domains?: readonly string[];
}

/** Why an attempt was refused. */
export type Refusal = 'rate' | 'concurrency' | 'quota' | 'greylist' | 'temporary' | 'policy' | 'mailbox';

/** Receives each delivery status notification when it is due. */
export type NoticeListener = (notice: Buffer, provider: Provider) => void;

const HOUR_MS = 3_600_000;
const DELAYED: ReadonlySet<SmtpMoment> = new Set<SmtpMoment>(['rcpt', 'data', 'dot']);
const RATE_LIMITED: SmtpReply = { code: 421, text: '4.7.28 Too much email from your address, rate limited' };
const TOO_MANY_AT_ONCE: SmtpReply = { code: 421, text: '4.7.0 Too many concurrent connections' };
const OVER_QUOTA: SmtpReply = { code: 450, text: '4.2.1 Too many messages from you in this hour' };
const GREYLISTED: SmtpReply = { code: 450, text: '4.7.1 Greylisted, come back later' };
const MESSAGE_ID = /^message-id:\s*(<[^>]*>)/im;

/** One mailbox provider of a farm: its policy, and what happened. Times are of the clock of the farm. */
export class Provider {
  readonly name: string;
  readonly mx: string;
  readonly domains: readonly string[];
  /** The time of each RCPT TO. */
  readonly attempts: number[] = [];
  /** The time of each accepted email. */
  readonly accepted: number[] = [];
  /** The times of refused attempts. */
  readonly refused = new Map<Refusal, number[]>();
  /** Accepted emails (recipient and Message-ID) with the number of copies. */
  private readonly copies = new Map<string, number>();
  readonly recipients = new Set<string>();
  private policy: ProviderPolicy;
  private tokens = 0;
  private filledAt = 0;
  private readonly grants: number[] = [];
  private readonly firstSeen = new Map<string, number>();

  constructor(
    private readonly options: ProviderOptions,
    private readonly clock: () => number,
  ) {
    const { name } = options;
    this.name = name;
    this.mx = options.mx ?? `mx1.${name}.example`;
    this.domains = options.domains ?? [`${name}.example`, `${name}-mail.example`, `customer-of-${name}.example`];
    this.policy = options.policy ?? {};
  }

  /** Changes some rules; a rule that is undefined is removed. */
  set(changes: { readonly [Rule in keyof ProviderPolicy]: ProviderPolicy[Rule] | undefined }): void {
    this.policy = { ...this.policy, ...changes } as ProviderPolicy;
  }

  block(reply: SmtpReply, more: Omit<ProviderBlock, 'reply'> = {}): void {
    this.set({ block: { reply, ...more } });
  }

  /** Removes all rules. */
  heal(): void {
    this.policy = {};
  }

  /** Forgets what happened, and returns to the rules of the start. */
  reset(): void {
    this.policy = this.options.policy ?? {};
    for (const times of [this.attempts, this.accepted, this.grants]) times.length = 0;
    for (const records of [this.refused, this.copies, this.recipients, this.firstSeen]) records.clear();
    this.filledAt = 0;
  }

  /** Returns an address; consecutive numbers use all domains. */
  addressOf(localPart: string, number: number): string {
    return `${localPart}@${this.domains[number % this.domains.length] ?? ''}`;
  }

  /** The number of emails (recipient and Message-ID) that were accepted again. */
  get repeats(): number {
    return this.accepted.length - this.copies.size;
  }

  get refusedCounts(): Readonly<Partial<Record<Refusal, number>>> {
    return Object.fromEntries([...this.refused].map(([refusal, times]) => [refusal, times.length]));
  }

  /** Accepted emails per second between two times. */
  acceptedPerSecond(from: number, to: number): number {
    return (countBetween(this.accepted, from, to) / (to - from)) * 1_000;
  }

  /** The maximum number of attempts in any period of this length. */
  mostAttemptsWithin(periodMs: number): number {
    let start = 0;
    let most = 0;
    for (const [index, at] of this.attempts.entries()) {
      while ((this.attempts[start] ?? at) <= at - periodMs) start += 1;
      most = Math.max(most, index - start + 1);
    }
    return most;
  }

  /**
   * Called by the farm.
   * @param atOnce the number of transactions for this provider, including this one.
   */
  treat({ moment, recipient }: SmtpStep, email: SinkMessage | undefined, atOnce: number): SmtpTreatment | undefined {
    const now = this.clock();
    const found =
      moment === 'rcpt'
        ? this.atRecipient(recipient ?? '', atOnce, now)
        : moment === 'dot'
          ? this.blockedAt('dot', now)
          : undefined;
    if (moment === 'rcpt') this.attempts.push(now);
    if (found) {
      const [refusal] = found;
      const times = this.refused.get(refusal) ?? [];
      times.push(now);
      this.refused.set(refusal, times);
    } else if (email) this.accept(email, now);
    const { delayMs } = this.policy;
    if (!found && delayMs === undefined) return undefined;
    return {
      ...(delayMs !== undefined && DELAYED.has(moment) && { afterMs: delayMs }),
      ...(found && { reply: found[1] }),
      // 421 ends the connection (RFC 5321 section 3.8).
      ...(found?.[1].code === 421 && { hangUp: 'close' }),
    };
  }

  /** What replies wait for. */
  get heldUntil(): Promise<void> | undefined {
    return this.policy.heldUntil;
  }

  /** The notice that the policy sends for an accepted email. */
  noticeOf(email: SinkMessage): { readonly notice: Buffer; readonly afterMs: number } | null {
    const { notice } = this.policy;
    return notice ? { notice: refusalNotice(email, this.mx, notice.reply), afterMs: notice.afterMs } : null;
  }

  private atRecipient(address: string, atOnce: number, now: number): readonly [Refusal, SmtpReply] | undefined {
    const { rate, concurrency = Infinity, perHour = Infinity, greylistMs = 0, mailbox } = this.policy;
    const blocked = this.blockedAt('rcpt', now);
    if (blocked) return blocked;
    if (atOnce > concurrency) return ['concurrency', TOO_MANY_AT_ONCE];
    const first = this.firstSeen.get(address) ?? now;
    if (greylistMs > 0) this.firstSeen.set(address, first);
    if (now - first < greylistMs) return ['greylist', GREYLISTED];
    const fault = mailbox?.(address);
    if (fault) return ['mailbox', fault];
    while ((this.grants[0] ?? now) <= now - HOUR_MS) this.grants.shift();
    if (this.grants.length >= perHour) return ['quota', OVER_QUOTA];
    if (rate && !this.takeToken(rate, now)) return ['rate', RATE_LIMITED];
    this.grants.push(now);
    return undefined;
  }

  private blockedAt(moment: 'rcpt' | 'dot', now: number): readonly [Refusal, SmtpReply] | undefined {
    const { block } = this.policy;
    if (!block || moment !== (block.at ?? 'rcpt')) return undefined;
    if (now < (block.from ?? -Infinity) || now >= (block.until ?? Infinity)) return undefined;
    return [block.reply.code < 500 ? 'temporary' : 'policy', block.reply];
  }

  private takeToken({ perSecond, burst }: NonNullable<ProviderPolicy['rate']>, now: number): boolean {
    const since = this.filledAt === 0 ? Infinity : (now - this.filledAt) / 1_000;
    this.tokens = Math.min(burst, this.tokens + since * perSecond);
    this.filledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }

  private accept({ envelope, raw }: SinkMessage, now: number): void {
    const recipient = envelope.to[0] ?? '';
    const messageId = MESSAGE_ID.exec(raw.toString('latin1', 0, raw.indexOf('\r\n\r\n')))?.[1] ?? '';
    const key = `${recipient} ${messageId}`;
    this.accepted.push(now);
    this.recipients.add(recipient);
    this.copies.set(key, (this.copies.get(key) ?? 0) + 1);
  }
}

/**
 * A mail server that passes on what the mailbox providers behind it reply, and the name server with the MX records of their
 * domains. Other domains accept everything.
 */
export class ProviderFarm {
  readonly providers: readonly Provider[];
  /** Receives the delivery status notifications. */
  onNotice: NoticeListener = () => undefined;
  /** The monotonic clock; a test may replace it. */
  now = (): number => performance.now();
  private readonly byDomain = new Map<string, Provider>();
  private readonly timers = new Set<NodeJS.Timeout>();

  private constructor(
    options: readonly ProviderOptions[],
    private readonly sink: RawSmtpSink,
    readonly names: NameServer,
  ) {
    this.providers = options.map((one) => new Provider(one, () => this.now()));
    for (const provider of this.providers)
      for (const domain of provider.domains) {
        this.byDomain.set(domain, provider);
        names.mx.set(domain, [provider.mx]);
      }
    this.reset();
  }

  static async start(options: readonly ProviderOptions[]): Promise<ProviderFarm> {
    return stopAtEnd(new ProviderFarm(options, await RawSmtpSink.start(), await NameServer.start()));
  }

  get url(): string {
    return this.sink.url;
  }

  /** Every accepted email, also of domains without a provider. */
  get messages(): readonly SinkMessage[] {
    return this.sink.messages;
  }

  /** The number of notifications that are still to come. */
  get noticesDue(): number {
    return this.timers.size;
  }

  provider(name: string): Provider {
    const found = this.providers.find((one) => one.name === name);
    if (!found) throw new Error(`the farm has no provider ${name}`);
    return found;
  }

  /** Returns undefined for domains without a provider. */
  providerOf(address: string): Provider | undefined {
    return this.byDomain.get(domainOf(address));
  }

  /**
   * Returns addresses at several providers, evenly mixed: in any part, each provider has its share of the whole. The local
   * parts are `<prefix>-<number>`, numbered from 1.
   */
  audience(prefix: string, sizes: Readonly<Record<string, number>>): string[] {
    const places = Object.entries(sizes).flatMap(([name, size]) =>
      Array.from({ length: size }, (_, index) => ({ name, index, place: (index + 0.5) / size })),
    );
    places.sort((one, other) => one.place - other.place);
    return places.map(({ name, index }, at) => this.provider(name).addressOf(`${prefix}-${at + 1}`, index));
  }

  /** Forgets what happened, cancels notifications, and returns to the rules of the start. */
  reset(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.sink.reset();
    for (const provider of this.providers) provider.reset();
    this.sink.script = async (step) => {
      const treatment = this.treat(step);
      await this.providerOf(step.recipient ?? '')?.heldUntil;
      return treatment;
    };
  }

  async stop(): Promise<void> {
    this.reset();
    await this.sink.stop();
    await this.names.stop();
  }

  private treat(step: SmtpStep): SmtpTreatment | undefined {
    const { moment, recipient } = step;
    if (recipient === null || !DELAYED.has(moment)) return undefined;
    const provider = this.providerOf(recipient);
    if (!provider) return undefined;
    const email = moment === 'dot' ? this.sink.messages.at(-1) : undefined;
    const atOnce = provider.domains.reduce((sum, domain) => sum + this.sink.underWayTo(domain), 0);
    const treatment = provider.treat(step, email, atOnce);
    if (email && !treatment?.reply) this.scheduleNotice(email, provider);
    return treatment;
  }

  private scheduleNotice(email: SinkMessage, provider: Provider): void {
    const due = provider.noticeOf(email);
    if (!due) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.onNotice(due.notice, provider);
    }, due.afterMs);
    this.timers.add(timer);
  }
}

function countBetween(times: readonly number[], from: number, to: number): number {
  return times.filter((at) => at >= from && at < to).length;
}
