import { Global, Module } from '@nestjs/common';
import { HealthNotices } from './health-notices.js';

@Global()
@Module({ providers: [HealthNotices], exports: [HealthNotices] })
export class HealthModule {}
