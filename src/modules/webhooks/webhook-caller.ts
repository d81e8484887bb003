import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { OutboundHttp, type OutboundResult } from '../../platform/outbound-http/outbound-http.js';
import { signatureOf, signPayload, standardSignature } from './signer.js';
import type { SigningSecrets } from './webhook-secrets.service.js';

export interface WebhookCall {
  readonly url: string;
  readonly secrets: SigningSecrets;
  readonly webhookId: number;
  readonly deliveryId: number;
  readonly attemptNo: number;
  readonly event: string;
  /** The `uid` in the event log; null for a test call. */
  readonly eventUid: string | null;
  readonly unsigned: string;
}

export interface CallResult {
  readonly success: boolean;
  /** `success`, `http_status` (any response except 2xx), or why there was no response. */
  readonly outcome: string;
  /** 0 without a response. */
  readonly code: number;
  readonly ms: number;
  readonly remoteAddress: string | null;
  readonly responseHead: string | null;
  readonly excerpt: string | null;
  /** Whether it reached the timeout, for the head or the end of the response. */
  readonly timeUp: boolean;
}

const MAX_RESPONSE_HEAD = 4 * 1024;

/** Sends one signed HTTP request to a webhook. Stores nothing. */
@Injectable()
export class WebhookCaller {
  constructor(
    private readonly http: OutboundHttp,
    private readonly clock: Clock,
  ) {}

  async call(call: WebhookCall): Promise<CallResult> {
    const { current, previous } = call.secrets;
    const { raw, signature } = signPayload(call.unsigned, current);
    const inForce = previous === null ? [current] : [current, previous];
    const messageId = String(call.deliveryId);
    const sentAt = Math.floor(this.clock.now().getTime() / 1_000);
    const result = await this.http.post({
      url: call.url,
      body: raw,
      headers: {
        ...callHeaders(call),
        'X-Service-Signature': signature,
        ...(previous === null ? {} : { 'X-Service-Signature-Previous': signatureOf(raw, previous) }),
        'webhook-id': messageId,
        'webhook-timestamp': String(sentAt),
        'webhook-signature': inForce.map((secret) => standardSignature(messageId, sentAt, raw, secret)).join(' '),
      },
    });
    return toCallResult(result);
  }
}

/** Returns the headers that do not depend on the secret; the delivery log shows them. */
export function callHeaders(
  call: Pick<WebhookCall, 'event' | 'webhookId' | 'deliveryId' | 'eventUid' | 'attemptNo'>,
): Record<string, string> {
  const { event, webhookId, deliveryId, eventUid, attemptNo } = call;
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': event,
    'X-Service-Webhook-ID': String(webhookId),
    'X-Service-Delivery': String(deliveryId),
    ...(eventUid === null ? {} : { 'X-Service-Event-Id': eventUid }),
    'X-Service-Attempt': String(attemptNo),
  };
}

function toCallResult(result: OutboundResult): CallResult {
  const { ms, remoteAddress, failure } = result;
  if (failure !== null) {
    const nothing = { success: false, code: 0, responseHead: null, excerpt: null };
    return { ...nothing, outcome: failure, ms, remoteAddress, timeUp: failure === 'timeout' };
  }
  const { status: code, headers, excerpt, unended: timeUp } = result;
  const success = code >= 200 && code <= 299;
  return {
    ...{ success, outcome: success ? 'success' : 'http_status', code, ms, remoteAddress, timeUp },
    responseHead: shortened(headers),
    excerpt: excerpt.toString('utf8'),
  };
}

/** Session cookies of receivers are not stored. */
const NOT_KEPT = new Set(['set-cookie']);

/** Keeps as many whole headers as fit, so that it stays valid JSON. */
function shortened(headers: Readonly<Record<string, string>>): string {
  const kept: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (NOT_KEPT.has(name.toLowerCase())) continue;
    size += name.length + value.length;
    if (size > MAX_RESPONSE_HEAD) break;
    kept[name] = value;
  }
  return JSON.stringify(kept);
}
