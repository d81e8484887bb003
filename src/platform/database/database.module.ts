import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { APP_CONFIG, type AppConfig, ConfigurationError } from '../config/config.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database } from './database.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [APP_CONFIG],
      useFactory: (config: AppConfig) => ({
        ...dataSourceOptions(config.database),
        autoLoadEntities: true,
        // The launcher has already waited for the server, so fail fast.
        retryAttempts: 5,
        retryDelay: 1_000,
        toRetry: (error) => !(error instanceof ConfigurationError),
      }),
    }),
  ],
  providers: [Database],
  exports: [Database],
})
export class DatabaseModule {}
