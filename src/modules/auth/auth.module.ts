import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BasicStrategy } from './basic.strategy.js';
import { CredentialsService } from './credentials.service.js';
import { ApiKey } from './managers/api-key.entity.js';
import { Manager } from './managers/manager.entity.js';
import { ManagersService } from './managers/managers.service.js';

@Module({
  imports: [PassportModule, TypeOrmModule.forFeature([Manager, ApiKey])],
  providers: [BasicStrategy, CredentialsService, ManagersService],
  exports: [CredentialsService, ManagersService],
})
export class AuthModule {}
