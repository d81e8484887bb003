import { Module } from '@nestjs/common';
import { LabelDeletedSubscriber } from './memberships/label-deleted.subscriber.js';
import { MembershipCleaner } from './memberships/membership-cleaner.js';
import { MembershipCleanupScheduler } from './memberships/membership-cleanup.scheduler.js';

@Module({ providers: [MembershipCleaner, LabelDeletedSubscriber, MembershipCleanupScheduler] })
export class ContactsWorkerModule {}
