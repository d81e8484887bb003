import { type Page, page, pageOf } from '../../../../platform/http/page.js';
import { CONTACT_STATUSES, TRACKING_CONSENTS } from '../../contact/contact-status.js';
import { CONSENT_ACTIONS, CONSENT_PURPOSES, type ContactConsent } from '../contact-consent.entity.js';
import { written } from '../../../../platform/shapes/written.js';
import * as s from '../../../../shapes/shape.js';

const STATES = [...CONTACT_STATUSES, ...TRACKING_CONSENTS];

const consentShape = s.component('ConsentResponse', {
  id: s.integer(1),
  purpose: s.oneOf(CONSENT_PURPOSES, 'Marketing emails, or the tracking of opens and clicks', 'email'),
  action: s.oneOf(
    CONSENT_ACTIONS,
    '`requested`: asked to confirm. `changed`: neither granted nor withdrawn, such as a bounce',
    'granted',
  ),
  old_status: s.nullable(s.oneOf(STATES, 'The status, or `tracking_consent`; null for a new contact', 'pending')),
  new_status: s.oneOf(STATES, undefined, 'subscribed'),
  source: s.text('double_opt_in', 'The cause, as in `contact.status_changed`'),
  reason: s.nullable(s.text(null, 'The reason in words, if known')),
  text_version: s.nullable(s.text('email-content:12', 'Version of the text shown')),
  ip: s.nullable(s.text('203.0.113.7', 'IP address of the contact')),
  proof: s.nullable(s.text(null, 'Other evidence, as text or JSON')),
  list_id: s.nullable(s.integer(1, 'The subscription that the statuses are about; null for all emails')),
  occurred_at: s.sqlTime(),
});

const consentOf = (entry: ContactConsent) => written(consentShape, entry);

export const consentsShape = s.component('ConsentsResponse', { consents: page('ConsentsPage', consentShape) });

export const consentsOf = (page: Page<ContactConsent>, url: string) => ({ consents: pageOf(page, url, consentOf) });
