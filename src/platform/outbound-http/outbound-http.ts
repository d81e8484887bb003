import { performance } from 'node:perf_hooks';
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { Agent, type Dispatcher } from 'undici';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { DevelopmentTrust } from './development-trust.js';
import { guardedConnector, resolveBySystem, type PortOf, type Resolve } from './guarded-connector.js';
import { failureOf, type OutboundFailure } from './outbound-failure.js';
import { faultOfUrl, type OutboundPolicy } from './outbound-url.js';
import { RemoteAddresses } from './remote-address.js';
import { keep } from '../values/collections.js';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface OutboundTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface OutboundRequest extends OutboundTarget {
  readonly body: string;
}

/** `ms` is the time to the end of the response head, or to the failure. */
interface Outcome {
  readonly ms: number;
  /** The connected address; null if there was no connection. */
  readonly remoteAddress: string | null;
}

interface OutboundAnswer extends Outcome {
  readonly failure: null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first 4 KiB of the raw body; 64 KiB for `get` and `submit`. */
  readonly excerpt: Buffer;
  /** Whether the body was incomplete at the timeout. */
  readonly unended: boolean;
}

interface OutboundNoAnswer extends Outcome {
  readonly failure: OutboundFailure;
}

export type OutboundResult = OutboundAnswer | OutboundNoAnswer;

export interface OutboundLimits {
  /** From the DNS lookup to the end of the response head. */
  readonly budgetMs: number;
  /** Time to read the body afterwards; the rest is cut off with its socket. */
  readonly drainMs: number;
}

const LIMITS: OutboundLimits = { budgetMs: 30_000, drainMs: 2_000 };
const MAX_BODY = 64 * 1024;
const MAX_EXCERPT = 4 * 1024;
const MAX_HEAD = 16 * 1024;
/** Parsed URLs to keep. */
const MAX_TARGETS = 1_000;

/** For tests only: other name servers and shorter timeouts. */
export const OUTBOUND_OVERRIDES = Symbol('OUTBOUND_OVERRIDES');
export interface OutboundOverrides {
  readonly resolve?: Resolve;
  readonly limits?: OutboundLimits;
  /** Maps the default port of a host, so that tests can replace hosts whose port is fixed. */
  readonly portOf?: PortOf;
}

/** HTTP client for user-supplied URLs: without redirects, proxies, and cookies, to checked addresses only, and with limits. */
@Injectable()
export class OutboundHttp implements OnApplicationShutdown {
  private readonly policy: OutboundPolicy;
  private readonly limits: OutboundLimits;
  private readonly resolve: Resolve;
  private readonly portOf: PortOf | undefined;
  private readonly trust: DevelopmentTrust | null;
  private readonly remoteAddresses = new RemoteAddresses();
  private readonly targets = new Map<string, Target | null>();
  private agent: Agent;
  private agentTrusts: ReturnType<DevelopmentTrust['context']>;

  constructor(
    @Inject(APP_CONFIG) config: AppConfig,
    @Optional() @Inject(OUTBOUND_OVERRIDES) overrides: OutboundOverrides = {},
  ) {
    this.policy = config.webhooks;
    this.limits = overrides.limits ?? LIMITS;
    this.resolve = overrides.resolve ?? resolveBySystem;
    this.portOf = overrides.portOf;
    this.trust = config.production ? null : new DevelopmentTrust(config.dataDir, config.webhooks.extraCaFile);
    this.agentTrusts = this.trust?.context();
    this.agent = this.newAgent();
  }

  /** Returns why a URL may not be called, or null. */
  faultOf(url: string): string | null {
    return faultOfUrl(url, this.policy);
  }

  /** Sends one POST. Never throws: errors are results. */
  post(request: OutboundRequest): Promise<OutboundResult> {
    return this.exchange('POST', request, MAX_EXCERPT);
  }

  /** Sends one POST whose answer is a short document, such as a token. Never throws. */
  submit(request: OutboundRequest): Promise<OutboundResult> {
    return this.exchange('POST', request, MAX_BODY);
  }

  /** Sends one request by any method; GET has no body. Never throws. */
  call(method: HttpMethod, request: OutboundRequest): Promise<OutboundResult> {
    return this.exchange(method, request, 0);
  }

  /** Fetches a short document whose URL may be influenced by others. Never throws. */
  get(request: OutboundTarget): Promise<OutboundResult> {
    return this.exchange('GET', { ...request, body: '' }, MAX_BODY);
  }

  async onApplicationShutdown(): Promise<void> {
    this.remoteAddresses.stop();
    await this.agent.destroy();
  }

  private exchange(method: HttpMethod, { url, headers, body }: OutboundRequest, kept: number): Promise<OutboundResult> {
    const target = this.target(url);
    if (target === null) return Promise.resolve({ failure: 'refused_url', ms: 0, remoteAddress: null });
    return new Promise((resolve) => {
      const exchange = new Exchange(this.limits, kept, resolve);
      const content = method === 'GET' ? null : body;
      this.remoteAddresses.watch(
        () => this.trustedAgent().dispatch({ ...target, method, headers, body: content }, exchange),
        (address) => {
          exchange.remoteAddress = address;
        },
      );
    });
  }

  /** Returns null for a URL that may not be called. Known URLs are not parsed again. */
  private target(url: string): Target | null {
    const known = this.targets.get(url);
    if (known !== undefined) return known;
    const target = this.faultOf(url) === null ? targetOf(url) : null;
    keep(this.targets, url, target, MAX_TARGETS);
    return target;
  }

  /** The development authority may appear after the first call; then a new agent is needed. */
  private trustedAgent(): Agent {
    const trusted = this.trust?.context();
    if (trusted !== this.agentTrusts) {
      const old = this.agent;
      this.agentTrusts = trusted;
      this.agent = this.newAgent();
      // Its requests in flight continue.
      old.close().catch(() => undefined);
    }
    return this.agent;
  }

  private newAgent(): Agent {
    return new Agent({
      connect: guardedConnector({
        allowPrivateNetworks: this.policy.allowPrivateNetworks,
        resolve: this.resolve,
        ...(this.portOf === undefined ? {} : { portOf: this.portOf }),
        timeoutMs: this.limits.budgetMs,
        ...(this.agentTrusts === undefined ? {} : { secureContext: this.agentTrusts }),
      }),
      // Otherwise a call waits until an earlier connection to its origin knows its protocol, at worst until that call times out.
      allowH2: false,
      maxHeaderSize: MAX_HEAD,
      // Our timeout applies; undici's timers have steps of half a second.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
    });
  }
}

type Target = Readonly<Record<'origin' | 'path', string>>;

function targetOf(url: string): Target {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

/**
 * One request by undici's handlers: a stream and an abort signal would cost as much as the rest. A short body is read completely, so that
 * the connection can be reused; a longer one is cut off.
 */
class Exchange implements Dispatcher.DispatchHandler {
  remoteAddress: string | null = null;
  private readonly startedAt = performance.now();
  private timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | null = null;
  private head: Pick<OutboundAnswer, 'status' | 'headers' | 'ms'> | null = null;
  private readonly excerpt: Buffer[] = [];
  private size = 0;
  private isOver = false;

  constructor(
    private readonly limits: OutboundLimits,
    /** The bytes of the body to keep. */
    private readonly kept: number,
    private readonly resolve: (result: OutboundResult) => void,
  ) {
    this.timer = setTimeout(() => {
      this.fail('timeout');
      this.cutOff();
    }, limits.budgetMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The time may have ended while it waited for a connection.
    if (this.isOver) this.cutOff();
  }

  onResponseStart(_controller: unknown, status: number, headers: Dispatcher.ResponseData['headers']): void {
    // Informational answers precede the actual one.
    if (status < 200) return;
    clearTimeout(this.timer);
    this.head = { status, headers: flat(headers), ms: this.elapsed() };
    this.timer = setTimeout(() => {
      this.end(true);
      this.cutOff();
    }, this.limits.drainMs);
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.size < this.kept) this.excerpt.push(chunk.subarray(0, this.kept - this.size));
    this.size += chunk.length;
    if (this.size < MAX_BODY) return;
    this.end();
    this.cutOff();
  }

  onResponseEnd(): void {
    this.end();
  }

  /** After the head, errors of the body are ignored: the head decides. */
  onResponseError(_controller: unknown, error: Error): void {
    if (this.head === null) this.fail(failureOf(error));
    else this.end();
  }

  private end(unended = false): void {
    if (this.head === null || !this.isFirstEnd()) return;
    const { remoteAddress, head } = this;
    this.resolve({ failure: null, ...head, excerpt: Buffer.concat(this.excerpt), unended, remoteAddress });
  }

  private fail(failure: OutboundFailure): void {
    if (this.isFirstEnd()) this.resolve({ failure, ms: this.elapsed(), remoteAddress: this.remoteAddress });
  }

  private isFirstEnd(): boolean {
    clearTimeout(this.timer);
    const isFirst = !this.isOver;
    this.isOver = true;
    return isFirst;
  }

  private cutOff(): void {
    this.controller?.abort(new Error('The answer is cut off'));
  }

  private elapsed(): number {
    return Math.round(performance.now() - this.startedAt);
  }
}

function flat(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
