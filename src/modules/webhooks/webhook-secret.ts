import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const WELL_FORMED = /^[\x20-\x7e]{1,256}$/;
/** Shorter secrets are accepted with a warning. */
export const SHORTEST_SAFE_SECRET = 16;
const STANDARD_SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** Generates a secret in the format of Standard Webhooks libraries. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export function isWebhookSecret(text: string): boolean {
  return WELL_FORMED.test(text);
}

export const SHORT_SECRET_WARNING = `The secret has fewer than ${SHORTEST_SAFE_SECRET} characters and can be guessed from one call; use a longer one, or omit it to generate one.`;

/** Returns the warnings for a response to a request that set this secret. */
export const secretWarnings = (secret: string | undefined): readonly string[] | undefined =>
  secret === undefined || secret.length >= SHORTEST_SAFE_SECRET ? undefined : [SHORT_SECRET_WARNING];

/** Returns the key of the `webhook-signature` header: Standard Webhooks libraries decode what follows `whsec_`. */
export function standardWebhooksKey(secret: string): Buffer {
  const encoded = STANDARD_SECRET.exec(secret)?.[1];
  return encoded === undefined ? Buffer.from(secret, 'utf8') : Buffer.from(encoded, 'base64');
}
