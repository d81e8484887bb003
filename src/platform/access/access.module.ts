import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { RouteAudit } from './route-audit.js';

@Module({ imports: [DiscoveryModule], providers: [RouteAudit] })
export class AccessModule {}
