import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ContactErasedSubscriber } from './contact-erased.subscriber.js';
import { AddressForms } from './merging/address-forms.scheduler.js';
import { PrivacyModule } from './privacy.module.js';
import { TrackingForgottenSubscriber } from './tracking-forgotten.subscriber.js';

@Module({
  imports: [ContactsModule, PrivacyModule],
  providers: [AddressForms, ContactErasedSubscriber, TrackingForgottenSubscriber],
})
export class PrivacyWorkerModule {}
