import { Module } from '@nestjs/common';
import { ContactsModule } from '../../contacts/contacts.module.js';
import { ContactMerges } from './contact-merges.service.js';
import { ContactMerging } from './contact-merging.service.js';
import { MergesController } from './merges.controller.js';

@Module({
  imports: [ContactsModule],
  controllers: [MergesController],
  providers: [ContactMerges, ContactMerging],
  exports: [ContactMerging],
})
export class MergingModule {}
