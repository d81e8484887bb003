import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { RollupsModule } from './rollups.module.js';
import { RollupsSubscriber } from './rollups.subscriber.js';

@Module({ imports: [ContactsModule, RollupsModule], providers: [RollupsSubscriber] })
export class RollupsWorkerModule {}
