import { StateOfDestinations1767225790000 } from './1767225790000-state-of-destinations.js';
import { AddOAuth2Logins1767225790200 } from './1767225790200-oauth2-of-senders.js';
import { CountRefusalsInARow1767225790300 } from './1767225790300-refusals-in-a-row.js';
import { IgnoreEventsBeforePublication1767225790400 } from './1767225790400-events-before-publication.js';
import { WidenRowWarnings1767225791000 } from './1767225791000-room-for-row-warnings.js';
import { ConvertDomainsOfSenders1767225791100 } from './1767225791100-domains-of-senders.js';
import { KeepCancellationTimes1767225791200 } from './1767225791200-cancellations-of-orders.js';
import { AddTimeZonesOfContents1767225791300 } from './1767225791300-time-zones-of-contents.js';
import { CompareSlugsOfCustomFields1767225791400 } from './1767225791400-slugs-of-custom-fields.js';
import { IndexTimesOfLastChanges1767225791500 } from './1767225791500-times-of-last-changes.js';
import { DropUnusedColumns1767225791600 } from './1767225791600-unused-columns.js';
import { KeepDataOfEnrollments1767225791700 } from './1767225791700-data-of-enrollments.js';
import { AddSnippetsAndTranslations1767225791800 } from './1767225791800-snippets-and-translations.js';
import { AddSingleEmails1767225791900 } from './1767225791900-single-emails.js';
import { KeepEndsOfEnrollmentData1767225792000 } from './1767225792000-ends-of-enrollment-data.js';
import { AddPeopleAsManagers1767225792100 } from './1767225792100-people-as-managers.js';
import { AddTrackingConsent1767225792200 } from './1767225792200-tracking-consent.js';
import { AddSubscriptions1767225792300 } from './1767225792300-subscriptions.js';
import { AddSignUpForms1767225792400 } from './1767225792400-sign-up-forms.js';
import { AddFrequencyCap1767225792500 } from './1767225792500-frequency-cap.js';
import { AddLiveSegments1767225792700 } from './1767225792700-live-segments.js';
import { AddPastEmails1767225792800 } from './1767225792800-past-emails.js';

/** Every migration in order. Listed by hand so that build, tests and command line run exactly the same set. */
export const MIGRATIONS = [
  StateOfDestinations1767225790000,
  AddOAuth2Logins1767225790200,
  CountRefusalsInARow1767225790300,
  IgnoreEventsBeforePublication1767225790400,
  WidenRowWarnings1767225791000,
  ConvertDomainsOfSenders1767225791100,
  KeepCancellationTimes1767225791200,
  AddTimeZonesOfContents1767225791300,
  CompareSlugsOfCustomFields1767225791400,
  IndexTimesOfLastChanges1767225791500,
  DropUnusedColumns1767225791600,
  KeepDataOfEnrollments1767225791700,
  AddSnippetsAndTranslations1767225791800,
  AddSingleEmails1767225791900,
  KeepEndsOfEnrollmentData1767225792000,
  AddPeopleAsManagers1767225792100,
  AddTrackingConsent1767225792200,
  AddSubscriptions1767225792300,
  AddSignUpForms1767225792400,
  AddFrequencyCap1767225792500,
  AddLiveSegments1767225792700,
  AddPastEmails1767225792800,
];
