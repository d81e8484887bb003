import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivePrincipals } from '../../platform/access/permissions.js';
import { CredentialsService } from './credentials.service.js';
import { ApiKey } from './managers/api-key.entity.js';
import { Manager } from './managers/manager.entity.js';
import { ManagersService } from './managers/managers.service.js';

/** Global only for `ActivePrincipals`, which streaming modules use without importing this module. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Manager, ApiKey])],
  providers: [CredentialsService, ManagersService, { provide: ActivePrincipals, useExisting: CredentialsService }],
  exports: [CredentialsService, ManagersService, ActivePrincipals],
})
export class AuthModule {}
