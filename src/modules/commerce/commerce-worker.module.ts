import { Module } from '@nestjs/common';
import { CommerceModule } from './commerce.module.js';
import { CommerceSubscriber } from './revenue/commerce.subscriber.js';

@Module({ imports: [CommerceModule], providers: [CommerceSubscriber] })
export class CommerceWorkerModule {}
