import { performance } from 'node:perf_hooks';
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { Agent, type Dispatcher } from 'undici';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { DevelopmentTrust } from './development-trust.js';
import { guardedConnector, resolveBySystem, type PortOf, type Resolve } from './guarded-connector.js';
import { failureOf, type OutboundFailure } from './outbound-failure.js';
import { faultOfUrl, type OutboundPolicy } from './outbound-url.js';
import { RemoteAddresses } from './remote-address.js';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface OutboundTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface OutboundRequest extends OutboundTarget {
  readonly body: string;
}

/** `ms` is the time to the end of the response head, or to the failure. */
interface Outcome {
  readonly ms: number;
  /** The connected address; null if there was no connection. */
  readonly remoteAddress: string | null;
}

export interface OutboundAnswer extends Outcome {
  readonly failure: null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first 4 KiB of the raw body; 64 KiB for `get`. */
  readonly excerpt: Buffer;
  /** Whether the body was incomplete at the timeout. */
  readonly unended: boolean;
}

export interface OutboundNoAnswer extends Outcome {
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

/** For tests only: other name servers and shorter timeouts. */
export const OUTBOUND_OVERRIDES = Symbol('OUTBOUND_OVERRIDES');
export interface OutboundOverrides {
  readonly resolve?: Resolve;
  readonly limits?: OutboundLimits;
  /** Maps the default port of a host, so that tests can replace hosts whose port is fixed. */
  readonly portOf?: PortOf;
}

/**
 * HTTP client for user-supplied URLs. It follows no redirects, uses no proxy, keeps no cookies, connects to checked addresses only, and
 * limits time and size of answers.
 */
@Injectable()
export class OutboundHttp implements OnApplicationShutdown {
  private readonly policy: OutboundPolicy;
  private readonly limits: OutboundLimits;
  private readonly resolve: Resolve;
  private readonly portOf: PortOf | undefined;
  private readonly trust: DevelopmentTrust | null;
  private readonly remoteAddresses = new RemoteAddresses();
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

  private async exchange(method: HttpMethod, request: OutboundRequest, kept: number): Promise<OutboundResult> {
    const startedAt = performance.now();
    const elapsed = (): number => Math.round(performance.now() - startedAt);
    if (this.faultOf(request.url) !== null) return { failure: 'refused_url', ms: 0, remoteAddress: null };

    let remoteAddress: string | null = null;
    const budget = new Budget(this.limits.budgetMs);
    try {
      const answer = await this.remoteAddresses.watch(
        () => budget.limit(this.send(method, request, budget.signal)),
        (address) => {
          remoteAddress = address;
        },
      );
      const ms = elapsed();
      budget.end();
      const body = await this.drain(answer.body, kept);
      return { failure: null, status: answer.statusCode, headers: flat(answer.headers), ...body, ms, remoteAddress };
    } catch (error) {
      const failure = budget.signal.aborted ? 'timeout' : failureOf(error);
      return { failure, ms: elapsed(), remoteAddress };
    } finally {
      budget.end();
    }
  }

  private send(
    method: HttpMethod,
    { url, headers, body }: OutboundRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const { origin, pathname, search } = new URL(url);
    const content = method === 'GET' ? null : body;
    return this.trustedAgent().request({ origin, path: pathname + search, method, headers, body: content, signal });
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
      maxHeaderSize: MAX_HEAD,
      // Our timeout applies; undici's timers have steps of half a second.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
    });
  }

  /** Reads a short body completely, so that the connection can be reused; aborts longer ones. */
  private async drain(
    body: Dispatcher.ResponseData['body'],
    most: number,
  ): Promise<Pick<OutboundAnswer, 'excerpt' | 'unended'>> {
    const kept: Buffer[] = [];
    let size = 0;
    let unended = false;
    // Destroying below emits an error, which must be handled.
    body.on('error', () => undefined);
    const timer = setTimeout(() => {
      unended = true;
      body.destroy();
    }, this.limits.drainMs);
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        if (size < most) kept.push(chunk.subarray(0, most - size));
        size += chunk.length;
        // Leaving the loop destroys the stream and its socket.
        if (size >= MAX_BODY) break;
      }
    } catch {
      // The response head decides; errors of the body are ignored.
    } finally {
      clearTimeout(timer);
    }
    return { excerpt: Buffer.concat(kept), unended };
  }
}

/** Timeout of one request. */
class Budget {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly over: Promise<never>;

  constructor(ms: number) {
    this.over = new Promise<never>((_resolve, reject) => {
      this.signal.addEventListener('abort', () => {
        reject(new Error('Request timed out'));
      });
    });
    this.timer = setTimeout(() => {
      this.controller.abort();
    }, ms);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Undici checks the signal only after connecting; callers must not wait for that. */
  limit<T>(request: Promise<T>): Promise<T> {
    return Promise.race([request, this.over]);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

function flat(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
