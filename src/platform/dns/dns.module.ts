import { Global, Module } from '@nestjs/common';
import { Dns } from './dns.js';

@Global()
@Module({ providers: [Dns], exports: [Dns] })
export class DnsModule {}
