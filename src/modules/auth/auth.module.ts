import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CredentialsService } from './credentials.service.js';
import { ApiKey } from './managers/api-key.entity.js';
import { Manager } from './managers/manager.entity.js';
import { ManagersService } from './managers/managers.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Manager, ApiKey])],
  providers: [CredentialsService, ManagersService],
  exports: [CredentialsService, ManagersService],
})
export class AuthModule {}
