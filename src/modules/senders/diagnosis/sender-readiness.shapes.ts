import { VERDICTS } from '../../../platform/doctor/check.js';
import { DNS_CHECKS } from './sender-dns.js';
import * as s from '../../../shapes/shape.js';

const senderCheckShape = s.component('SenderCheckResponse', {
  check: s.oneOf(['mail_server', ...DNS_CHECKS], undefined, 'spf'),
  status: s.oneOf(
    VERDICTS,
    '`failed`: emails are refused or not verified. `skipped`: not possible until another check succeeds',
    'warning',
  ),
  message: s.text('SPF of example.com: not found'),
  advice: s.nullable(
    s.text('Publish one TXT record such as "v=spf1 include:<your mail provider> -all".', 'How to fix it'),
  ),
});
export type SenderCheckResponse = s.TypeOf<typeof senderCheckShape>;

export const senderReadinessShape = s.component('SenderReadinessResponse', {
  sender_id: s.integer(3),
  ready: s.boolean(true, 'Whether no check failed'),
  checked_at: s.text('2026-01-31 09:30:00'),
  checks: s.list(senderCheckShape),
});
export type SenderReadinessResponse = s.TypeOf<typeof senderReadinessShape>;
