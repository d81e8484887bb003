import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandRunner, Option } from 'nest-commander';
import { PERMISSIONS, type Permission } from '../../../platform/access/permissions.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { MANAGER_ROLES, type Manager, type ManagerRole } from './manager.entity.js';
import { type IssuedCredentials, ManagersService } from './managers.service.js';

interface ManagerOptions {
  username?: string;
  email?: string;
  permissions?: Permission[];
  /** False with `--no-send`. */
  send?: boolean;
  role?: ManagerRole;
  name?: string;
  expires?: Date;
  json?: boolean;
}

/**
 * Common options of the commands for managers and keys. Injectable, because the commands inherit the constructor, and
 * its metadata needs a decorator.
 */
@Injectable()
abstract class ManagerCommand extends CommandRunner {
  constructor(protected readonly managers: ManagersService) {
    super();
  }

  @Option({ flags: '--username <name>', description: 'login name' })
  parseUsername(value: string): string {
    return value;
  }

  @Option({ flags: '--email <address>', description: 'email address' })
  parseEmail(value: string): string {
    return value;
  }

  @Option({
    flags: '--permissions <list>',
    description: `comma-separated: ${PERMISSIONS.join(', ')}; manage_campaigns includes send_campaigns`,
  })
  parsePermissions(value: string): Permission[] {
    const names = value.split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !(PERMISSIONS as readonly string[]).includes(name));
    if (unknown.length > 0) throw invalidParam('permissions', `contains unknown permissions: ${unknown.join(', ')}`);
    return names as Permission[];
  }

  @Option({ flags: '--no-send', description: 'omit send_campaigns: the manager can write campaigns but not send them' })
  parseSend(): boolean {
    return false;
  }

  @Option({ flags: '--role <role>', description: MANAGER_ROLES.join(' or ') })
  parseRole(value: string): ManagerRole {
    if (!(MANAGER_ROLES as readonly string[]).includes(value))
      throw invalidParam('role', 'must be manager or administrator');
    return value as ManagerRole;
  }

  @Option({ flags: '--name <name>', description: 'name of the key' })
  parseName(value: string): string {
    return value;
  }

  @Option({ flags: '--expires <timestamp>', description: 'expiry of the key, e.g. 2027-01-31' })
  parseExpires(value: string): Date {
    const moment = parseTimestamp(value);
    if (!moment) throw invalidParam('expires', 'must be a timestamp such as 2027-01-31');
    return moment;
  }

  @Option({ flags: '--json', description: 'print one line of JSON' })
  parseJson(): boolean {
    return true;
  }

  /** Returns undefined if none are given. */
  protected permissionsOf({ permissions, send = true }: ManagerOptions): Permission[] | undefined {
    if (!permissions) return undefined;
    const all = new Set<Permission>(permissions);
    if (all.has('manage_campaigns')) all.add('send_campaigns');
    if (!send) all.delete('send_campaigns');
    return [...all];
  }

  protected required(options: ManagerOptions, name: 'username' | 'name'): string {
    const value = options[name];
    if (value === undefined) throw invalidParam(name, 'is required', `--${name} is required`);
    return value;
  }

  protected show(credentials: IssuedCredentials, options: ManagerOptions): void {
    if (options.json) {
      console.log(JSON.stringify(credentials));
      return;
    }
    console.log(`username:             ${credentials.username}`);
    console.log(`application password: ${credentials.application_password}   (shown only once)`);
    console.log(`permissions:          ${credentials.permissions.join(', ')}`);
    console.log(`role:                 ${credentials.role}`);
  }

  protected describe(manager: Manager): Record<string, unknown> {
    return {
      username: manager.username,
      email: manager.email,
      role: manager.role,
      permissions: manager.permissions,
      disabled: manager.disabledAt !== null,
    };
  }
}

@Command({ name: 'manager:create', description: 'create a manager with a first key' })
export class CreateManagerCommand extends ManagerCommand {
  override async run(_args: string[], options: ManagerOptions): Promise<void> {
    const credentials = await this.managers.create({
      username: this.required(options, 'username'),
      email: options.email ?? null,
      role: options.role ?? 'manager',
      permissions: this.permissionsOf(options) ?? [],
    });
    this.show(credentials, options);
  }
}

@Command({ name: 'manager:bootstrap', description: 'create the first manager in an empty database' })
export class BootstrapManagerCommand extends ManagerCommand {
  constructor(
    managers: ManagersService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    super(managers);
  }

  override async run(_args: string[], options: ManagerOptions): Promise<void> {
    const configured = this.config.auth.bootstrap;
    const issued = await this.managers.bootstrap(
      configured?.username ?? options.username ?? 'owner',
      configured?.password,
    );
    if (issued) this.show(issued, options);
    else console.log(options.json ? '{}' : 'A manager already exists.');
  }
}

@Command({ name: 'manager:list', description: 'list managers' })
export class ListManagersCommand extends ManagerCommand {
  override async run(_args: string[], options: ManagerOptions): Promise<void> {
    const rows = (await this.managers.list()).map((manager) => this.describe(manager));
    if (options.json) console.log(JSON.stringify(rows));
    else console.table(rows);
  }
}

@Command({ name: 'manager:update', description: 'replace the permissions of a manager' })
export class UpdateManagerCommand extends ManagerCommand {
  override async run(_args: string[], options: ManagerOptions): Promise<void> {
    const permissions = this.permissionsOf(options);
    if (!permissions) throw invalidParam('permissions', 'is required', '--permissions is required');
    const manager = await this.managers.changePermissions(this.required(options, 'username'), permissions);
    console.log(JSON.stringify(this.describe(manager)));
  }
}

@Command({ name: 'manager:disable', description: 'disable a manager and all keys of the manager' })
export class DisableManagerCommand extends ManagerCommand {
  override async run(_args: string[], options: ManagerOptions): Promise<void> {
    console.log(JSON.stringify(this.describe(await this.managers.disable(this.required(options, 'username')))));
  }
}

@Command({ name: 'key:create', description: 'create another key for a manager' })
export class CreateKeyCommand extends ManagerCommand {
  override async run(_args: string[], options: ManagerOptions): Promise<void> {
    const name = this.required(options, 'name');
    this.show(
      await this.managers.createKey(this.required(options, 'username'), name, options.expires ?? null),
      options,
    );
  }
}

@Command({ name: 'key:list', description: 'list the keys of a manager' })
export class ListKeysCommand extends ManagerCommand {
  override async run(_args: string[], options: ManagerOptions): Promise<void> {
    const rows = (await this.managers.listKeys(options.username)).map((key) => ({
      username: key.manager.username,
      name: key.name,
      created_at: key.createdAt.toISOString(),
      expires_at: key.expiresAt?.toISOString() ?? null,
      revoked_at: key.revokedAt?.toISOString() ?? null,
    }));
    if (options.json) console.log(JSON.stringify(rows));
    else console.table(rows);
  }
}

@Command({ name: 'key:revoke', description: 'revoke a key' })
export class RevokeKeyCommand extends ManagerCommand {
  override async run(_args: string[], options: ManagerOptions): Promise<void> {
    const revoked = await this.managers.revokeKey(this.required(options, 'username'), this.required(options, 'name'));
    console.log(JSON.stringify({ revoked }));
  }
}

export const MANAGER_COMMANDS = [
  CreateManagerCommand,
  BootstrapManagerCommand,
  ListManagersCommand,
  UpdateManagerCommand,
  DisableManagerCommand,
  CreateKeyCommand,
  ListKeysCommand,
  RevokeKeyCommand,
];
