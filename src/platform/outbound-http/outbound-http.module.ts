import { Module } from '@nestjs/common';
import { OutboundHttp } from './outbound-http.js';

@Module({ providers: [OutboundHttp], exports: [OutboundHttp] })
export class OutboundHttpModule {}
