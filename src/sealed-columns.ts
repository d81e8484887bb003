import { SEALED_SENDER_SECRETS } from './modules/senders/sender-secrets.js';
import { SEALED_CALLS } from './modules/funnels/http-calls/call-secrets.service.js';
import { SEALED_HEADERS } from './modules/funnels/http-calls/header-secrets.service.js';
import { SEALED_WEBHOOK_SECRETS } from './modules/webhooks/webhook-secrets.service.js';
import { SEALED_ANSWERS } from './platform/idempotency/idempotency-keys.js';
import type { SealedColumn } from './platform/secrets/sealed-column.js';

/** Everything that is stored encrypted. Addresses of erased people are sealed too, in events, for the seconds until they are carried. */
export const ALL_SEALED_COLUMNS: readonly SealedColumn[] = [
  ...SEALED_WEBHOOK_SECRETS,
  ...SEALED_SENDER_SECRETS,
  SEALED_CALLS,
  SEALED_HEADERS,
  SEALED_ANSWERS,
];
