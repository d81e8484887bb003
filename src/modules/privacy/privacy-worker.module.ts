import { Module } from '@nestjs/common';
import { ContactErasedSubscriber } from './contact-erased.subscriber.js';
import { PrivacyModule } from './privacy.module.js';

@Module({ imports: [PrivacyModule], providers: [ContactErasedSubscriber] })
export class PrivacyWorkerModule {}
