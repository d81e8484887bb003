import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Permission, Principal, ActivePrincipals } from '../../platform/access/permissions.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import { networkOf } from '../../platform/http/client-network.js';
import { FailedAttempts } from '../../platform/rate-limit/failed-attempts.js';
import { Keys } from '../../platform/secrets/keys.js';
import { basicCredentials, CHALLENGE, notLoggedIn } from './basic-credentials.js';
import { withoutSpaces } from './managers/application-password.js';
import { type ManagerRole, permissionsIn } from './managers/manager.entity.js';

/** The manager of verified credentials, before the permission check. */
export interface Identity extends Principal {
  readonly role: ManagerRole;
}

interface KeyRow {
  key_id: number;
  password_hash: Buffer;
  manager_id: number;
  role: ManagerRole;
  permissions: string;
}

/** Verified credentials are cached for this long, so revocations and permission changes take effect within a second. */
const CACHE_MS = 900;
const CACHE_LIMIT = 10_000;

/** Condition on a key `k` and its manager `m`. */
const IS_VALID = `m.disabled_at IS NULL AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > NOW(3))`;

/** Compared if the name is unknown, so that unknown names and wrong passwords take the same time. */
const NO_HASH = Buffer.alloc(32);
const DUMMY_HASH: KeyRow = { key_id: 0, password_hash: NO_HASH, manager_id: 0, role: 'manager', permissions: '' };

/** Verifies application passwords and limits failed attempts. */
@Injectable()
export class CredentialsService implements ActivePrincipals {
  private readonly cache = new Map<string, { readonly identity: Identity; readonly until: number }>();

  constructor(
    private readonly db: Database,
    private readonly keys: Keys,
    private readonly failures: FailedAttempts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Returns the identity of recently verified credentials, without a query. */
  recent({ headers: { authorization } }: Request): Identity | null {
    const pair = basicCredentials(authorization);
    const known = pair && this.cache.get(slotOf(pair.username, pair.password));
    return known && known.until > performance.now() ? known.identity : null;
  }

  /** @throws AppError rest_not_logged_in without valid credentials, and the errors of `verify`. */
  async identify(request: Request): Promise<Identity> {
    const pair = basicCredentials(request.headers.authorization);
    if (!pair) throw notLoggedIn(request.headers.authorization);
    return this.verify(pair.username, pair.password, networkOf(request));
  }

  /**
   * Accepts a correct password even after too many wrong ones, except that of the bootstrap manager, which a person chose.
   * @throws AppError incorrect_password; too_many_attempts after too many failures from this address.
   */
  async verify(username: string, password: string, address: string): Promise<Identity> {
    const slot = slotOf(username, password);
    const known = this.cache.get(slot);
    if (known && known.until > performance.now()) return known.identity;
    this.cache.delete(slot);
    const until = performance.now() + CACHE_MS;
    const check = (): Promise<Identity | null> => this.check(username, password);
    const isChosen = username === this.config.auth.bootstrap?.username;
    const identity = await (isChosen ? this.failures.judge('bootstrap manager', address, check) : check());
    if (!identity) throw await this.refusal(username, address);
    if (this.cache.size >= CACHE_LIMIT) this.cache.clear();
    this.cache.set(slot, { identity, until });
    return identity;
  }

  /** The database ignores trailing spaces in comparisons, so each spelling would have its own limit of attempts. */
  private async check(username: string, password: string): Promise<Identity | null> {
    const sql = `SELECT k.id AS key_id, k.password_hash, m.id AS manager_id, m.role, m.permissions
      FROM managers m JOIN api_keys k ON k.manager_id = m.id
      WHERE m.username = :username AND LENGTH(m.username) = LENGTH(:username) AND ${IS_VALID}`;
    const rows = await this.db.query<KeyRow>(sql, { username });
    const message = withoutSpaces(password);
    const candidates = rows.length > 0 ? rows : [DUMMY_HASH];
    let match: KeyRow | null = null;
    for (const row of candidates) if (this.keys.verifyHmac('password-pepper', message, row.password_hash)) match = row;
    if (!match || match === DUMMY_HASH) return null;
    this.rehash(match, message);
    const { manager_id: managerId, key_id: credentialId, role, permissions } = match;
    return { managerId, username, credentialId, role, permissions: permissionsIn(permissions) };
  }

  /** After a rotation of APP_SECRET, stores the hash under the new secret. */
  private rehash({ key_id: keyId, password_hash: former }: KeyRow, message: string): void {
    const present = this.keys.hmac('password-pepper', message);
    if (present.equals(former)) return;
    const sql = 'UPDATE api_keys SET password_hash = :present WHERE id = :keyId AND password_hash = :former';
    const stored = this.db.execute(sql, { keyId, present, former }, { ids: keyId });
    // Retried at the next login.
    stored.catch(() => undefined);
  }

  /** Not cached. */
  async permissionsOf(credentialIds: readonly number[]): Promise<ReadonlyMap<number, readonly Permission[]>> {
    if (credentialIds.length === 0) return new Map();
    const sql = `SELECT k.id AS key_id, m.permissions FROM api_keys k JOIN managers m ON m.id = k.manager_id
      WHERE k.id IN (:credentialIds) AND ${IS_VALID}`;
    const rows = await this.db.query<Pick<KeyRow, 'key_id' | 'permissions'>>(sql, { credentialIds });
    return new Map(rows.map(({ key_id, permissions }) => [key_id, permissionsIn(permissions)]));
  }

  private async refusal(username: string, address: string): Promise<AppError> {
    const { failuresPerMinute, failuresPerAddress } = this.config.auth;
    const tooMany = await Promise.all([
      this.failures.tooMany(failuresPerMinute, username, address),
      this.failures.tooMany(failuresPerAddress, address),
    ]);
    for (const refusal of tooMany) if (refusal) return refusal;
    return new AppError('incorrect_password', 'The username or application password is incorrect.', {
      headers: { 'WWW-Authenticate': CHALLENGE },
    });
  }
}

/** The cache holds no passwords. */
const slotOf = (username: string, password: string): string =>
  hash('sha256', `${username}\0${withoutSpaces(password)}`, 'base64');
