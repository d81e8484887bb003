import { Global, Module } from '@nestjs/common';
import { RequestRedis } from './redis.js';

@Global()
@Module({ providers: [RequestRedis], exports: [RequestRedis] })
export class RedisModule {}
