import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandRunner } from 'nest-commander';
import { PERMISSIONS, type Permission } from '../../../platform/access/permissions.js';
import { dayFault, parseTimestamp } from '../../../platform/clock/timestamps.js';
import { choice } from '../../../platform/command-line/choice.js';
import { tableOf } from '../../../platform/command-line/table.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { didYouMean } from '../../../platform/text/closest-name.js';
import { counted } from '../../../platform/text/counted.js';
import { MANAGER_ROLES, type Manager, type ManagerRole } from './manager.entity.js';
import { type IssuedCredentials, ManagersService } from './managers.service.js';
import { Options } from '../../../platform/command-line/options.js';

interface Printed {
  json?: boolean;
}

interface OfManager extends Printed {
  username: string;
}

interface OfKey extends OfManager {
  name: string;
}

interface WithPermissions extends OfManager {
  permissions: Permission[];
  /** False with `--no-send`. */
  send?: boolean;
}

/** Injectable, because the commands inherit the constructor, and its metadata needs a decorator. */
@Injectable()
@Options({ '--json': 'print one line of JSON' })
abstract class ManagerCommand extends CommandRunner {
  constructor(protected readonly managers: ManagersService) {
    super();
  }

  protected showCredentials(credentials: IssuedCredentials, { json = false }: Printed): void {
    if (json) {
      console.log(JSON.stringify(credentials));
      return;
    }
    console.log(`username:             ${credentials.username}`);
    console.log(`application password: ${credentials.application_password}   (shown only once)`);
    console.log(`permissions:          ${credentials.permissions.join(', ')}`);
    console.log(`role:                 ${credentials.role}`);
  }

  protected showTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
    for (const line of tableOf(heads, rows)) console.log(line);
  }

  protected showManagers(managers: readonly Manager[]): void {
    const rows = managers.map(({ username, email, role, disabledAt, permissions }) => [
      ...[username, role, disabledAt === null ? 'active' : 'disabled'],
      ...[email ?? '-', permissions.join(', ') || 'none'],
    ]);
    this.showTable(['username', 'role', 'state', 'email', 'permissions'], rows);
  }

  protected describe({ username, email, role, permissions, disabledAt }: Manager): object {
    return { username, email, role, permissions, disabled: disabledAt !== null };
  }
}

@Options({ '--username <name>': { description: 'login name', required: true } })
abstract class OneManagerCommand extends ManagerCommand {
  protected showManager(manager: Manager, { json = false }: Printed): void {
    if (json) console.log(JSON.stringify(this.describe(manager)));
    else this.showManagers([manager]);
  }
}

@Options({
  '--permissions <list>': {
    description: `comma-separated: ${PERMISSIONS.join(', ')}; manage_campaigns includes send_campaigns`,
    required: true,
    parse: (value: string): Permission[] => {
      const names = value.split(',').map((name) => name.trim());
      const unknown = names.filter((name) => !(PERMISSIONS as readonly string[]).includes(name));
      const reason = `contains unknown permissions: ${unknown.join(', ')}; known are: ${PERMISSIONS.join(', ')}`;
      if (unknown.length > 0) throw invalidParam('permissions', reason + didYouMean(unknown[0] ?? '', PERMISSIONS));
      return names as Permission[];
    },
  },
  '--no-send': 'omit send_campaigns: the manager can write campaigns but not send them',
})
abstract class PermissionsCommand extends OneManagerCommand {
  protected permissionsOf({ permissions, send = true }: WithPermissions): Permission[] {
    const all = new Set<Permission>(permissions);
    if (all.has('manage_campaigns')) all.add('send_campaigns');
    if (!send) all.delete('send_campaigns');
    if (all.size === 0) throw invalidParam('permissions', 'has no permission left with --no-send');
    return [...all];
  }
}

@Command({ name: 'manager:create', description: 'create a manager with a first key' })
@Options({
  '--email <address>': 'email address',
  '--role <role>': {
    description: `${MANAGER_ROLES.join(' or ')} (who may not use the API); default: manager`,
    parse: (value) => choice('role', MANAGER_ROLES, value),
  },
})
export class CreateManagerCommand extends PermissionsCommand {
  override async run(
    _args: string[],
    options: WithPermissions & { email?: string; role?: ManagerRole },
  ): Promise<void> {
    const { username, email = null, role = 'manager' } = options;
    const permissions = this.permissionsOf(options);
    this.showCredentials(await this.managers.create({ username, email, role, permissions }), options);
  }
}

@Command({ name: 'manager:bootstrap', description: 'create the first manager in an empty database' })
@Options({ '--username <name>': 'login name; default: owner' })
class BootstrapManagerCommand extends ManagerCommand {
  constructor(
    managers: ManagersService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    super(managers);
  }

  override async run(_args: string[], options: Partial<OfManager>): Promise<void> {
    const { username = options.username ?? 'owner', password } = this.config.auth.bootstrap ?? {};
    const issued = await this.managers.bootstrap(username, password);
    if (issued) this.showCredentials(issued, options);
    else console.log(options.json ? '{}' : 'A manager already exists.');
  }
}

@Command({ name: 'manager:list', description: 'list managers' })
class ListManagersCommand extends ManagerCommand {
  override async run(_args: string[], { json = false }: Printed): Promise<void> {
    const managers = await this.managers.list();
    if (json) console.log(JSON.stringify(managers.map((manager) => this.describe(manager))));
    else this.showManagers(managers);
  }
}

@Command({ name: 'manager:update', description: 'replace the permissions of a manager' })
export class UpdateManagerCommand extends PermissionsCommand {
  override async run(_args: string[], options: WithPermissions): Promise<void> {
    const permissions = this.permissionsOf(options);
    this.showManager(await this.managers.changePermissions(options.username, permissions), options);
  }
}

@Command({ name: 'manager:disable', description: 'disable a manager and all keys of the manager' })
class DisableManagerCommand extends OneManagerCommand {
  override async run(_args: string[], options: OfManager): Promise<void> {
    this.showManager(await this.managers.disable(options.username), options);
  }
}

@Command({ name: 'key:create', description: 'create another key for a manager' })
@Options({
  '--name <name>': { description: 'name of the key', required: true },
  '--expires <timestamp>': {
    description: 'expiry of the key, e.g. 2027-01-31',
    parse: (value: string): Date => {
      const moment = parseTimestamp(value);
      if (!moment) throw invalidParam('expires', dayFault(value, 'must be a timestamp such as 2027-01-31'));
      return moment;
    },
  },
})
class CreateKeyCommand extends OneManagerCommand {
  override async run(_args: string[], options: OfKey & { expires?: Date }): Promise<void> {
    const { username, name, expires = null } = options;
    this.showCredentials(await this.managers.createKey(username, name, expires), options);
  }
}

@Command({ name: 'key:list', description: 'list keys' })
@Options({ '--username <name>': 'only keys of this manager' })
class ListKeysCommand extends ManagerCommand {
  override async run(_args: string[], { username, json = false }: Partial<OfManager>): Promise<void> {
    const rows = (await this.managers.listKeys(username)).map((key) => ({
      username: key.manager.username,
      name: key.name,
      created_at: key.createdAt.toISOString(),
      expires_at: key.expiresAt?.toISOString() ?? null,
      revoked_at: key.revokedAt?.toISOString() ?? null,
    }));
    const lines = rows.map(({ username: owner, name, ...dates }) => [owner, name, ...Object.values(dates).map(dayOf)]);
    if (json) console.log(JSON.stringify(rows));
    else this.showTable(['username', 'name', 'created', 'expires', 'revoked'], lines);
  }
}

const dayOf = (timestamp: string | null): string => timestamp?.slice(0, 10) ?? '-';

@Command({ name: 'key:revoke', description: 'revoke a key' })
@Options({ '--name <name>': { description: 'name of the key', required: true } })
class RevokeKeyCommand extends OneManagerCommand {
  override async run(_args: string[], { username, name, json = false }: OfKey): Promise<void> {
    const revoked = await this.managers.revokeKey(username, name);
    console.log(json ? JSON.stringify({ revoked }) : `${counted(revoked, 'key')} revoked`);
  }
}

export const MANAGER_COMMANDS = [
  ...[CreateManagerCommand, BootstrapManagerCommand, ListManagersCommand, UpdateManagerCommand],
  ...[DisableManagerCommand, CreateKeyCommand, ListKeysCommand, RevokeKeyCommand],
];
