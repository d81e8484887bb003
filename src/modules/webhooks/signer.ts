import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { standardWebhooksKey } from './webhook-secret.js';

interface PayloadParts {
  readonly event: string;
  readonly occurredAt: Date;
  readonly webhookId: number;
  /** The stored event data. Copied, never parsed: serializing it again could change the bytes. */
  readonly dataJson: string;
}

/** Returns the body of a delivery before it is signed. All parts are fixed, so every attempt has the same bytes. */
export function unsignedPayload({ event, occurredAt, webhookId, dataJson }: PayloadParts): string {
  const timestamp = occurredAt.toISOString();
  return `{"event":${JSON.stringify(event)},"timestamp":"${timestamp}","webhook_id":${webhookId},"data":${dataJson}}`;
}

interface SignedPayload {
  /** The exact bytes to send. */
  readonly raw: string;
  /** For `X-Service-Signature`. */
  readonly signature: string;
}

const hmacHex = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** The member `signature` covers the body without it; the header, which receivers check, covers the body with it. */
export function signPayload(unsigned: string, secret: string): SignedPayload {
  const raw = `${unsigned.slice(0, -1)},"signature":"sha256=${hmacHex(secret, unsigned)}"}`;
  return { raw, signature: signatureOf(raw, secret) };
}

/** A second signature over the same bytes, for `X-Service-Signature-Previous`. */
export function signatureOf(raw: string, secret: string): string {
  return `sha256=${hmacHex(secret, raw)}`;
}

/** Returns one entry of the `webhook-signature` header (Standard Webhooks). It covers id and time, so receivers can detect replays. */
export function standardSignature(id: string, unixSeconds: number, raw: string, secret: string): string {
  // Given bytes, Node first finds out by an exception that they are no key, which takes six times as long as the signature.
  const key = createSecretKey(standardWebhooksKey(secret));
  return `v1,${createHmac('sha256', key).update(`${id}.${unixSeconds}.${raw}`).digest('base64')}`;
}

/** Verifies a signature as receivers do: in constant time, lower-case hex only. */
export function isSignatureOf(raw: string | Buffer, signature: string, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
