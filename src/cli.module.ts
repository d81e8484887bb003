import { type DynamicModule, Module } from '@nestjs/common';
import { DOMAIN_MODULES } from './api.module.js';
import { DoctorModule } from './operations/doctor.module.js';
import { MANAGER_COMMANDS } from './modules/auth/managers/manager.commands.js';
import { VerifyCountsCommand } from './modules/contacts/counts/counts.commands.js';
import { ImportContactsCommand } from './modules/imports/terminal/import.commands.js';
import { PlatformImportCommand } from './modules/imports/platforms/platform-import.commands.js';
import { RebuildSearchIndexCommand } from './modules/contacts/search/search.commands.js';
import { FeedbackUrlsCommand } from './modules/feedback/providers/feedback-urls.commands.js';
import { AcceptRestoreCommand } from './modules/sending/restore/restore.commands.js';
import { ExportContactsCommand } from './modules/reports/exports/export.commands.js';
import { RebuildRollupsCommand } from './modules/rollups/rollups.commands.js';
import { LoadDemoCommand } from './modules/development/demo/demo.command.js';
import { Usage } from './platform/command-line/usage.js';
import type { AppConfig } from './platform/config/config.js';
import { DoctorCommand } from './platform/doctor/doctor.commands.js';
import { MigrateDatabaseCommand, RevertMigrationCommand } from './platform/database/migrate.commands.js';
import { PARKED_EVENT_COMMANDS } from './platform/outbox/parked-events.commands.js';
import { PlatformModule } from './platform/platform.module.js';
import { ReencryptSecretsCommand, Reencryption } from './platform/secrets/reencrypt.commands.js';
import { SEALED_COLUMNS } from './platform/secrets/keys.js';
import { ALL_SEALED_COLUMNS } from './operations/sealed-columns.js';

const COMMANDS = [
  PlatformImportCommand,
  MigrateDatabaseCommand,
  ImportContactsCommand,
  ExportContactsCommand,
  RevertMigrationCommand,
  ...MANAGER_COMMANDS,
  RebuildRollupsCommand,
  VerifyCountsCommand,
  RebuildSearchIndexCommand,
  AcceptRestoreCommand,
  FeedbackUrlsCommand,
  ...PARKED_EVENT_COMMANDS,
  ReencryptSecretsCommand,
];

/** The command line: the domain modules without HTTP, queues, and schedulers. */
@Module({})
export class CliModule {
  static with(config: AppConfig): DynamicModule {
    return {
      module: CliModule,
      imports: [PlatformModule.with(config), ...DOMAIN_MODULES, DoctorModule],
      providers: [...COMMANDS, { provide: SEALED_COLUMNS, useValue: ALL_SEALED_COLUMNS }, Reencryption],
    };
  }

  /** Reads the command line without configuration, database, or Redis, and runs nothing. */
  static forUsage(): DynamicModule {
    const run = (): Promise<void> => Promise.resolve();
    const providers = [...COMMANDS, DoctorCommand, LoadDemoCommand].map((command) => ({
      provide: command,
      useValue: Object.assign(Object.create(command.prototype as object) as object, { run }),
    }));
    return { module: CliModule, providers: [...providers, Usage] };
  }
}
