import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { CommerceModule } from './commerce.module.js';
import { CommerceSubscriber } from './revenue/commerce.subscriber.js';

@Module({ imports: [CommerceModule, ContactsModule], providers: [CommerceSubscriber] })
export class CommerceWorkerModule {}
