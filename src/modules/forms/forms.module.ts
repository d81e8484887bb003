import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ErrorFilter } from '../../platform/http/error.filter.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { LabelsModule } from '../labels/labels.module.js';
import { SystemEmailsModule } from '../system-emails/system-emails.module.js';
import { Form, SignUp } from './form.entity.js';
import { FormInputs } from './form-inputs.service.js';
import { FormPages } from './form-pages.service.js';
import { FormsController } from './forms.controller.js';
import { FormsService } from './forms.service.js';
import { FormPosts } from './sign-up/form-posts.service.js';
import { Proofs } from './sign-up/proofs.service.js';
import { SignUpController } from './sign-up/sign-up.controller.js';
import { SignUps } from './sign-up/sign-ups.service.js';

/** Forms by which people subscribe: on a page of their own, or on websites. */
@Module({
  imports: [
    ContactsModule,
    CustomFieldsModule,
    LabelsModule,
    SystemEmailsModule,
    TypeOrmModule.forFeature([Form, SignUp]),
  ],
  controllers: [FormsController, SignUpController],
  providers: [ErrorFilter, FormInputs, FormPages, FormPosts, FormsService, Proofs, SignUps],
})
export class FormsModule {}
