import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { SystemEmailsModule } from '../system-emails/system-emails.module.js';
import { DoubleOptInPages } from './double-opt-in/double-opt-in-pages.js';
import { DoubleOptInPagesController } from './double-opt-in/double-opt-in-pages.controller.js';
import { OptOutPages } from './opt-out/opt-out-pages.js';
import { OptOutController } from './opt-out/opt-out.controller.js';
import { SamplePagesController } from './pages/sample-pages.controller.js';
import { ViewController } from './pages/view.controller.js';
import { LinkRequestPages } from './preferences/link-request-pages.js';
import { PreferencePages } from './preferences/preference-pages.js';
import { PreferencesController } from './preferences/preferences.controller.js';

/** The pages that recipients open: unsubscribe, preferences, confirmation, and view in browser. */
@Module({
  imports: [ContactsModule, MailContentModule, SendingModule, SystemEmailsModule],
  controllers: [
    OptOutController,
    DoubleOptInPagesController,
    PreferencesController,
    ViewController,
    SamplePagesController,
  ],
  providers: [DoubleOptInPages, OptOutPages, PreferencePages, LinkRequestPages],
})
export class PublicPagesModule {}
