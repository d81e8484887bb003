import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { PERMISSIONS, type Permission } from '../../../platform/access/permissions.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../../platform/errors/database-errors.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { ApiKey } from './api-key.entity.js';
import { grouped, newApplicationPassword, normalised } from './application-password.js';
import { Manager, type ManagerRole } from './manager.entity.js';

export interface NewManager {
  readonly username: string;
  readonly email: string | null;
  readonly role: ManagerRole;
  readonly permissions: readonly Permission[];
  /** Generated when absent. */
  readonly password?: string;
}

/** Printed once, right after creation; nobody can read the password later. */
export interface IssuedCredentials {
  readonly username: string;
  readonly application_password: string;
  readonly permissions: readonly Permission[];
  readonly role: ManagerRole;
}

const USERNAME = /^[A-Za-z0-9._@-]{1,60}$/;

/** Managers and their keys. Only the command line calls it: an administrator must not use the API. */
@Injectable()
export class ManagersService {
  constructor(
    private readonly db: Database,
    private readonly keys: Keys,
    private readonly clock: Clock,
  ) {}

  /** Creates a manager together with a first key. */
  async create(input: NewManager): Promise<IssuedCredentials> {
    if (!USERNAME.test(input.username)) throw invalidParam('username', 'must be 1 to 60 letters, digits or . _ @ -');
    const password = input.password ?? newApplicationPassword();
    try {
      await this.db.transaction(async (tx) => {
        const manager = await tx.save(
          tx.manager.create(Manager, {
            username: input.username,
            email: input.email,
            role: input.role,
            permissions: [...input.permissions],
            disabledAt: null,
          }),
        );
        await this.addKey(tx, manager, 'first key', password, null);
      });
    } catch (error) {
      if (violatedUniqueIndex(error) === 'ux_managers_username') throw invalidParam('username', 'is taken');
      throw error;
    }
    return this.issued(input.username, input.role, input.permissions, password);
  }

  /**
   * The first manager of an empty database, with every permission.
   * @returns null when there is a manager already.
   */
  async bootstrap(username: string, password?: string): Promise<IssuedCredentials | null> {
    if ((await this.db.manager.count(Manager)) > 0) return null;
    return this.create({
      username,
      email: null,
      role: 'manager',
      permissions: PERMISSIONS,
      ...(password === undefined ? {} : { password }),
    });
  }

  async list(): Promise<Manager[]> {
    return this.db.manager.find(Manager, { order: { id: 'ASC' } });
  }

  /** Every key with its manager; of one manager when a name is given. */
  async listKeys(username?: string): Promise<ApiKey[]> {
    return this.db.manager.find(ApiKey, {
      ...(username === undefined ? {} : { where: { manager: { username } } }),
      order: { id: 'ASC' },
      relations: { manager: true },
    });
  }

  async changePermissions(username: string, permissions: readonly Permission[]): Promise<Manager> {
    return this.change(username, (manager) => {
      manager.permissions = [...permissions];
    });
  }

  async disable(username: string): Promise<Manager> {
    return this.change(username, (manager) => {
      manager.disabledAt = this.clock.now();
    });
  }

  async createKey(username: string, name: string, expiresAt: Date | null): Promise<IssuedCredentials> {
    const password = newApplicationPassword();
    const manager = await this.change(username, (found, tx) => this.addKey(tx, found, name, password, expiresAt));
    return this.issued(username, manager.role, manager.permissions, password);
  }

  /** @returns how many keys of that name were revoked. */
  async revokeKey(username: string, name: string): Promise<number> {
    let revoked = 0;
    await this.change(username, async (manager, tx) => {
      const result = await tx.execute(
        'UPDATE api_keys SET revoked_at = NOW(3) WHERE manager_id = :id AND name = :name AND revoked_at IS NULL',
        { id: manager.id, name },
      );
      revoked = result.affectedRows;
    });
    if (revoked === 0) throw invalidParam('name', 'is not the name of an active key');
    return revoked;
  }

  private async change(username: string, change: (manager: Manager, tx: Tx) => void | Promise<void>): Promise<Manager> {
    return this.db.transaction(async (tx) => {
      const manager = await tx.manager.findOne(Manager, { where: { username }, lock: { mode: 'pessimistic_write' } });
      if (!manager) throw invalidParam('username', 'is not the name of a manager');
      await change(manager, tx);
      return tx.save(manager);
    });
  }

  private async addKey(
    tx: Tx,
    manager: Manager,
    name: string,
    password: string,
    expiresAt: Date | null,
  ): Promise<void> {
    const passwordHash = this.keys.hmac('password-pepper', normalised(password));
    await tx.save(tx.manager.create(ApiKey, { managerId: manager.id, name, passwordHash, expiresAt, revokedAt: null }));
  }

  private issued(
    username: string,
    role: ManagerRole,
    permissions: readonly Permission[],
    password: string,
  ): IssuedCredentials {
    return { username, application_password: grouped(password), permissions, role };
  }
}
