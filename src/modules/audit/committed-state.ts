import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { dataSourceOptions } from '../../platform/database/data-source-options.js';
import { Database } from '../../platform/database/database.js';

/**
 * The database as everybody else sees it while a transaction is open. On connections of its own: with those of the pool,
 * as many transactions as there are connections would all wait for one more.
 */
@Injectable()
export class CommittedState implements OnModuleDestroy {
  private opened: Promise<DataSource> | null = null;

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  async query<Row>(sql: string, params: { readonly ids: readonly number[] }): Promise<Row[]> {
    // A transaction asks once, for a moment, and has its rows locked meanwhile: few have to wait for each other.
    const poolSize = Math.ceil(this.config.database.poolSize / 2);
    this.opened ??= new DataSource(dataSourceOptions({ ...this.config.database, poolSize })).initialize();
    try {
      return await new Database(await this.opened).query<Row>(sql, params);
    } catch (error) {
      // A database that was away when it was asked for the first time would be away for ever.
      if (!(await this.isOpen())) this.opened = null;
      throw error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    if (await this.isOpen()) await (await this.opened)?.destroy();
  }

  private async isOpen(): Promise<boolean> {
    return (await this.opened?.catch(() => null))?.isInitialized === true;
  }
}
