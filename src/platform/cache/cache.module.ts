import { Module } from '@nestjs/common';
import { VersionedCache } from './versioned-cache.js';

@Module({ providers: [VersionedCache], exports: [VersionedCache] })
export class CacheModule {}
