import { hash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IsNull } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { AppError, unavailable } from '../../platform/errors/app-error.js';
import { isRead } from '../../platform/http/request.js';
import { RequestRedis } from '../../platform/redis/redis.js';
import { Keys } from '../../platform/secrets/keys.js';
import { CredentialsService, type Identity } from './credentials.service.js';
import { Manager } from './managers/manager.entity.js';

/** What the answer of the provider is compared with, and the page that follows. */
export type LoginInProgress = Readonly<Record<'state' | 'nonce' | 'verifier' | 'to', string>>;

/** `idToken` is for the log-out at the provider. */
type Session = Readonly<{ managerId: number; idToken: string }>;

type CookieName = 'session' | 'login';

const [LOGIN_MS, DAY_MS] = [600_000, 86_400_000];
/** Instead of the id of a key, which is lower. */
const FIRST_CREDENTIAL = 2 ** 31;
const BASIC = 'basic';

/** Sessions of people in a browser, for pages but never for the API. Redis holds them; the browser holds a random id. */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly db: Database,
    private readonly redis: RequestRedis,
    private readonly keys: Keys,
    private readonly clock: Clock,
    private readonly credentials: CredentialsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** By Basic credentials or a session. @throws AppError that leads to the login page; service_unavailable without Redis. */
  async identify(request: Request): Promise<Identity> {
    const isChosen = this.cookie(request, 'login') === BASIC || request.headers.authorization;
    if (isChosen || this.config.auth.oidc.issuer === null) return this.credentials.identify(request);
    const { managerId } = (await this.sessionOf(request)) ?? { managerId: 0 };
    const manager = await this.db.manager.findOneBy(Manager, { id: managerId, disabledAt: IsNull() });
    if (manager) {
      const { username, role, permissions } = manager;
      const own = { credentialId: FIRST_CREDENTIAL + managerId, logOutToken: this.formToken(managerId) };
      return { managerId, username, role, permissions, ...own };
    }
    if (!isRead(request)) return this.credentials.identify(request);
    const headers = { Location: `/console/login?${new URLSearchParams({ to: request.originalUrl }).toString()}` };
    throw new AppError(null, 'Log in first.', { status: 303, headers });
  }

  /** Gives the browser a new id: another person may know the former one. */
  async start(response: Response, session: Session): Promise<void> {
    const [id, { sessionMs }] = [randomBytes(32).toString('base64url'), this.config.auth.oidc];
    const key = this.keyOf(id);
    await this.redis.client.set(key, this.seal(session, key), 'PX', sessionMs).catch(withoutRedis);
    this.setCookie(response, 'session', id, sessionMs);
  }

  /** Returns the session that ended. */
  async end(request: Request, response: Response): Promise<Session | null> {
    const session = await this.sessionOf(request);
    await this.redis.client.del(this.keyOf(this.cookie(request, 'session'))).catch(withoutRedis);
    this.setCookie(response, 'session', '', 0);
    return session;
  }

  /** Keeps a login in progress in the browser; with `basic`, pages ask for an application password until it is closed. */
  begin(response: Response, login: LoginInProgress | typeof BASIC): void {
    if (login === BASIC) this.setCookie(response, 'login', login);
    else this.setCookie(response, 'login', this.seal(login, 'login'), LOGIN_MS);
  }

  /** Returns the login in progress, once; null if there is none. @throws AppError service_unavailable without Redis: it can continue later. */
  takeBegun(request: Request, response: Response): LoginInProgress | null {
    if (!this.redis.ready) withoutRedis();
    this.setCookie(response, 'login', '', 0);
    return this.open(this.cookie(request, 'login'), 'login') as LoginInProgress | null;
  }

  /** The token of forms. A page of another origin can neither read nor compute it. */
  formToken(managerId: number, daysAgo = 0): string {
    const day = Math.floor(this.clock.now().getTime() / DAY_MS) - daysAgo;
    return this.keys.hmac('console-forms', `${managerId}.${day}`).toString('base64url');
  }

  /** Accepts the tokens of today and yesterday. */
  isFormToken(managerId: number, given = ''): boolean {
    return [0, 1].some((ago) => hash('sha256', this.formToken(managerId, ago)) === hash('sha256', given));
  }

  private async sessionOf(request: Request): Promise<Session | null> {
    const key = this.keyOf(this.cookie(request, 'session'));
    return this.open((await this.redis.client.get(key).catch(withoutRedis)) ?? '', key) as Session | null;
  }

  /** A hash: who reads Redis must not get sessions. */
  private keyOf(id: string): string {
    return `${this.config.redis.prefix}:browser-sessions:${hash('sha256', id)}`;
  }

  private seal(value: object, context: string): string {
    return this.keys.encrypt('browser-sessions', JSON.stringify(value), context);
  }

  private open(sealed: string, context: string): unknown {
    try {
      return JSON.parse(this.keys.decrypt('browser-sessions', sealed, context));
    } catch {
      return null;
    }
  }

  private cookie({ headers }: Request, name: CookieName): string {
    const start = `${this.prefix}${name}=`;
    const found = headers.cookie?.split(/; */).find((each) => each.startsWith(start));
    return found?.slice(start.length) ?? '';
  }

  /** @param maxAge in milliseconds; by default, until the browser is closed. */
  private setCookie(response: Response, name: CookieName, value: string, maxAge?: number): void {
    const options = { httpOnly: true, sameSite: 'lax', secure: this.prefix.startsWith('__'), encode: String } as const;
    response.cookie(`${this.prefix}${name}`, value, { ...options, ...(maxAge !== undefined && { maxAge }) });
  }

  /** Browsers accept `__Host-` only from this host and over TLS, so that no neighbor can set the cookie. */
  private get prefix(): string {
    return `${this.config.http.publicUrl.startsWith('https:') ? '__Host-' : ''}carillon-`;
  }
}

function withoutRedis(): never {
  throw unavailable('The service is temporarily unavailable.');
}
