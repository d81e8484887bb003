import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { type SenderReadinessResponse, senderReadinessShape } from '../diagnosis/sender-readiness.shapes.js';
import { OAUTH2_PROVIDERS } from '../sender-oauth2.js';
import type { Sender } from '../sender.entity.js';
import type { SenderView } from '../senders.queries.js';
import { warmupOf } from '../warm-up.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';

/** Without a result if the sender has just changed. */
export type CheckedSenderView = SenderView & { readonly readiness?: SenderReadinessResponse | null };

const warmupShape = s.component('WarmupResponse', {
  start: s.integer(50, 'Emails on the first day'),
  factor: s.decimal(2, 'Factor by which the limit grows each day'),
});

const dnsRecordShape = s.component('DnsRecordResponse', {
  name: s.text('mail2026._domainkey.example.com'),
  value: s.text('v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A', 'Value of the TXT record'),
});

const dkimShape = s.component('DkimResponse', {
  domain: s.text('example.com', 'Signing domain'),
  selector: s.text('mail2026', 'Name of the key in DNS'),
  dns_record: s.described(dnsRecordShape, 'TXT record to publish in DNS, so that signatures are valid'),
});
type DkimResponse = s.TypeOf<typeof dkimShape>;

const oAuth2Shape = s.component('OAuth2Response', {
  provider: s.oneOf(OAUTH2_PROVIDERS, undefined, 'microsoft'),
  client_id: s.text('6731de76-14a6-49ae-97bc-6eba6914391e'),
  token_url: s.text('https://login.microsoftonline.com/common/oauth2/v2.0/token'),
  scope: s.nullable(s.text('https://outlook.office.com/SMTP.Send offline_access')),
});

const troubleShape = s.component('TroubleResponse', {
  reason: s.text('mail server unreachable (connect: ECONNREFUSED)', 'What the mail server or the connection reported'),
  until: s.text('2026-01-31 09:30:00', 'When sending is retried'),
});

const senderShape = s.component('SenderResponse', {
  id: s.integer(3),
  name: s.text('Newsletter'),
  from_email: s.text('news@example.com', 'Default From address'),
  from_name: s.text('Example Shop', 'Default From name'),
  reply_to: s.nullable(s.text('office@example.com', 'Default Reply-To address')),
  host: s.text('smtp.example.com', 'Mail server'),
  port: s.integer(587),
  secure: s.boolean(false, 'TLS from the first byte; otherwise STARTTLS if the server offers it'),
  username: s.nullable(s.text('apikey', 'Null: no login')),
  has_password: s.boolean(true, 'The password is never returned'),
  oauth2: s.nullable(s.described(oAuth2Shape, 'How to log in by OAuth 2.0, without its secrets; null: by password')),
  pool_size: s.integer(10, 'Maximum number of connections per worker'),
  rate: s.nullable(s.decimal(14, 'Emails per second across all workers')),
  daily_cap: s.nullable(s.integer(50_000, 'Emails per local day')),
  daily_cap_bulk: s.nullable(s.integer(40_000, 'Campaign emails per local day')),
  warmup: s.nullable(s.described(warmupShape, 'Null: the daily cap applies from the first day')),
  dkim: s.nullable(s.described(dkimShape, 'Null: emails are not signed')),
  return_path_domain: s.nullable(s.text('bounces.example.com', 'Receives bounces')),
  fallback_of: s.nullable(s.integer(null, 'The sender for which this one is the fallback')),
  sent_today: s.integer(1200, 'Emails sent today; counted only with a daily cap'),
  cap_today: s.nullable(s.integer(1600, 'Limit of campaigns today, including the warm-up')),
  trouble: s.nullable(s.described(troubleShape, 'Why sending is suspended; null if it is not')),
  readiness: s.nullable(
    s.described(
      senderReadinessShape,
      'The last check, at most two days old; null if there was none since the sender changed',
    ),
  ),
  created_at: s.sqlTime(),
  updated_at: s.sqlTime(),
});

export const senderOf = ({ sender, today, trouble, readiness }: CheckedSenderView) =>
  written(senderShape, sender, {
    secure: sender.secure === 1,
    has_password: sender.password !== null,
    warmup: warmupOf(sender),
    dkim: dkimOf(sender),
    sent_today: today.emails,
    cap_today: today.cap,
    trouble: trouble && { reason: trouble.reason, until: sqlTimestamp(trouble.until) },
    readiness: readiness ?? null,
  });

function dkimOf({ dkimDomain, dkimSelector, dkimRecord }: Sender): DkimResponse | null {
  if (dkimDomain === null || dkimSelector === null || dkimRecord === null) return null;
  const dns_record = { name: `${dkimSelector}._domainkey.${dkimDomain}`, value: dkimRecord };
  return { domain: dkimDomain, selector: dkimSelector, dns_record };
}

export const senderListShape = s.component('SenderListResponse', { senders: s.list(senderShape) });

export const oneSenderShape = s.component('OneSenderResponse', { sender: senderShape });

export const senderSavedShape = s.component('SenderSavedResponse', {
  ...oneSenderShape.properties,
  message: s.text('Successfully saved the sender.'),
});

export const senderRemovedShape = s.component('SenderRemovedResponse', {
  message: s.text('Successfully removed the sender.'),
});
