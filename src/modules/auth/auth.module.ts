import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivePrincipals } from '../../platform/access/permissions.js';
import { CredentialsService } from './credentials.service.js';
import { ApiKey } from './managers/api-key.entity.js';
import { Manager } from './managers/manager.entity.js';
import { ManagersService } from './managers/managers.service.js';
import { BrowserSessions } from './browser-sessions.service.js';

const SERVICES = [CredentialsService, ManagersService, BrowserSessions];

/** Global only for `ActivePrincipals`, which streaming modules use without importing this module. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Manager, ApiKey])],
  providers: [...SERVICES, { provide: ActivePrincipals, useExisting: CredentialsService }],
  exports: [...SERVICES, ActivePrincipals],
})
export class AuthModule {}
