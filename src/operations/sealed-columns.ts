import { SEALED_SENDER_SECRETS } from '../modules/senders/sender-secrets.js';
import { SEALED_CALLS } from '../modules/http-calls/call-ledger.service.js';
import { SEALED_HEADERS } from '../modules/funnels/http-calls/header-secrets.service.js';
import { SEALED_WEBHOOK_SECRETS } from '../modules/webhooks/webhook-secrets.service.js';
import { SEALED_ANSWERS } from '../platform/idempotency/idempotency-keys.js';
import { SEALED_REFRESH_TOKENS } from '../platform/oauth2/refresh-tokens.js';
import type { SealedColumn } from '../platform/secrets/keys.js';

/**
 * All encrypted columns, listed by hand: they are data, and a marker would need a provider per column. Includes addresses of erased
 * contacts in events, until they are delivered.
 */
export const ALL_SEALED_COLUMNS: readonly SealedColumn[] = [
  ...SEALED_WEBHOOK_SECRETS,
  ...SEALED_SENDER_SECRETS,
  SEALED_REFRESH_TOKENS,
  SEALED_CALLS,
  SEALED_HEADERS,
  SEALED_ANSWERS,
];
