import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import type { AppConfig } from '../config/config.js';
import type { Database } from '../database/database.js';
import { OutboundHttp } from '../outbound-http/outbound-http.js';
import { Keys } from '../secrets/keys.js';
import { fromJson, isObject } from '../values/json.js';
import { type OAuth2Grant, RefreshTokens } from './refresh-tokens.js';

/** Why there is no access token, in words without secrets. */
export class AccessTokenError extends Error {
  /** @param isRefusal the credentials are refused, so a manager must act; otherwise a later attempt may succeed. */
  constructor(
    message: string,
    readonly isRefusal: boolean,
  ) {
    super(message);
    this.name = 'AccessTokenError';
  }
}

export interface AccessToken {
  readonly value: string;
  /** False for a cached token, which the server may have revoked. */
  readonly isNew: boolean;
}

/** The access tokens of one account. */
export interface TokenSource {
  /** @param refused a cached token that the server refused; it is not returned again. @throws AccessTokenError */
  get(refused?: string): Promise<AccessToken>;
}

interface CachedToken {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

const EXPIRY_MARGIN_MS = 60_000;
/** RFC 6749 section 5.1 only recommends `expires_in`. */
const DEFAULT_LIFETIME_SECONDS = 300;
/** How long another process may take to store a rotated refresh token. */
const ROTATION_MS = 1_000;
const TOKEN = /^[\x21-\x7e]{1,16384}$/;
/** Error codes that say nothing about the credentials. */
const TEMPORARY = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

/** Exchanges refresh tokens for access tokens (RFC 6749 section 6). Each process has its own access tokens. */
@Injectable()
export class AccessTokens {
  private readonly cache = new Map<string, CachedToken>();
  private readonly requests = new Map<string, Promise<CachedToken>>();

  constructor(
    private readonly http: OutboundHttp,
    private readonly refreshTokens: RefreshTokens,
    private readonly clock: Clock,
  ) {}

  /** Builds it without dependency injection, for the doctor. */
  static of(config: AppConfig, database: Database): AccessTokens {
    return new AccessTokens(new OutboundHttp(config), new RefreshTokens(database, new Keys(config)), new Clock());
  }

  source(grant: OAuth2Grant): TokenSource {
    // A changed grant must not get the token of the former one.
    const key = JSON.stringify(grant);
    return {
      get: async (refused) => {
        const cached = this.cache.get(key);
        if (cached && cached.value !== refused && cached.until > this.clock.now().getTime())
          return { value: cached.value, isNew: false };
        const { value } = await this.requestOnce(key, grant);
        return { value, isNew: true };
      },
    };
  }

  private requestOnce(key: string, grant: OAuth2Grant): Promise<CachedToken> {
    const request = this.requests.get(key) ?? this.request(key, grant).finally(() => this.requests.delete(key));
    this.requests.set(key, request);
    return request;
  }

  private async request(key: string, grant: OAuth2Grant): Promise<CachedToken> {
    const used = await this.refreshTokens.current(grant);
    let token: CachedToken;
    try {
      token = await this.exchange(grant, used);
    } catch (error) {
      if (!(error instanceof AccessTokenError) || !error.isRefusal) throw error;
      // Another process may have exchanged the same token, and be about to store the one that replaces it.
      await sleep(ROTATION_MS);
      const current = await this.refreshTokens.current(grant);
      if (current === used) throw error;
      token = await this.exchange(grant, current);
    }
    this.cache.set(key, token);
    return token;
  }

  private async exchange(grant: OAuth2Grant, refreshToken: string): Promise<CachedToken> {
    const { tokenUrl, clientId, clientSecret, scope } = grant;
    const result = await this.http.submit({
      url: tokenUrl,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: clientId,
        ...(clientSecret === null ? {} : { client_secret: clientSecret }),
        ...(scope === null ? {} : { scope }),
      }).toString(),
    });
    if (result.failure !== null) throw unavailable(result.failure);
    const parsed = fromJson(result.excerpt.toString());
    const answer = isObject(parsed) ? parsed : {};
    const { access_token: value, refresh_token: rotated } = answer;
    if (result.status !== 200) throw refusalOf(result.status, answer['error']);
    if (typeof value !== 'string' || !TOKEN.test(value)) throw unavailable('no access token in the response');
    if (typeof rotated === 'string' && rotated !== refreshToken && TOKEN.test(rotated))
      await this.refreshTokens.rotate(grant, rotated);
    const lifetime = Number(answer['expires_in'] ?? DEFAULT_LIFETIME_SECONDS) * 1_000;
    return { value, until: this.clock.now().getTime() + lifetime - EXPIRY_MARGIN_MS };
  }
}

/** Classifies an error response (RFC 6749 section 5.2). */
function refusalOf(status: number, error: unknown): AccessTokenError {
  if ((status !== 400 && status !== 401) || typeof error !== 'string' || !/^[a-z_]{1,40}$/.test(error))
    return unavailable(`HTTP ${status}`);
  return TEMPORARY.has(error)
    ? unavailable(error)
    : new AccessTokenError(`the token endpoint refused the login (${error})`, true);
}

const unavailable = (reason: string): AccessTokenError =>
  new AccessTokenError(`token endpoint unavailable (${reason})`, false);
