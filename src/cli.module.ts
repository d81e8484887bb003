import { type DynamicModule, Module } from '@nestjs/common';
import { DOMAIN_MODULES } from './api.module.js';
import { MANAGER_COMMANDS } from './modules/auth/managers/manager.commands.js';
import { VerifyCountsCommand } from './modules/contacts/counts/counts.commands.js';
import { RebuildSearchIndexCommand } from './modules/contacts/search/search.commands.js';
import { FeedbackUrlsCommand } from './modules/emails/feedback/providers/feedback-urls.commands.js';
import { AcceptRestoreCommand } from './modules/emails/sending/restore/restore.commands.js';
import { RebuildRollupsCommand } from './modules/reports/rollups/rollups.commands.js';
import { DemoModule } from './modules/development/demo/demo.module.js';
import type { AppConfig } from './platform/config/config.js';
import { MigrateCommand, RevertMigrationCommand } from './platform/database/migrate.commands.js';
import { PlatformModule } from './platform/platform.module.js';

/** The command line: the domain without HTTP, queues and schedulers. */
@Module({})
export class CliModule {
  static with(config: AppConfig): DynamicModule {
    return {
      module: CliModule,
      imports: [PlatformModule.with(config), ...DOMAIN_MODULES, ...(config.production ? [] : [DemoModule])],
      providers: [
        MigrateCommand,
        RevertMigrationCommand,
        ...MANAGER_COMMANDS,
        RebuildRollupsCommand,
        VerifyCountsCommand,
        RebuildSearchIndexCommand,
        AcceptRestoreCommand,
        FeedbackUrlsCommand,
      ],
    };
  }
}
