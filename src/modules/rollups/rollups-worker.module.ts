import { Module } from '@nestjs/common';
import { CacheModule } from '../../platform/cache/cache.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { RollupsModule } from './rollups.module.js';
import { RollupsSubscriber } from './rollups.subscriber.js';

@Module({ imports: [CacheModule, ContactsModule, RollupsModule], providers: [RollupsSubscriber] })
export class RollupsWorkerModule {}
