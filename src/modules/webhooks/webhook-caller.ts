import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { OutboundHttp, type OutboundResult } from '../../platform/outbound-http/outbound-http.js';
import { signatureOf, signPayload, standardSignature } from './dispatcher/signer.js';
import type { SigningSecrets } from './webhook-secrets.service.js';

export interface WebhookCall {
  readonly url: string;
  readonly secrets: SigningSecrets;
  readonly webhookId: number;
  readonly deliveryId: number;
  readonly attemptNo: number;
  readonly event: string;
  /** Of its entry in the event log; null for a test call, which has none. */
  readonly eventUid: string | null;
  readonly unsigned: string;
}

/** What became of a call, in the words of the delivery log. */
export interface CallResult {
  readonly success: boolean;
  /** `success`, `http_status` (any answer but 2xx) or why there was no answer. */
  readonly outcome: string;
  /** 0 without an answer. */
  readonly code: number;
  readonly ms: number;
  readonly remoteAddress: string | null;
  readonly responseHead: string | null;
  readonly excerpt: string | null;
  /** It held us until the time was up: for its head, or, answered as it may be, for the end of its body. */
  readonly timeUp: boolean;
}

const MAX_RESPONSE_HEAD = 4 * 1024;

/** One signed HTTP request to a webhook. Writes nothing. */
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

/** The headers that do not depend on the secret; the delivery log shows these. */
export function callHeaders({
  event,
  webhookId,
  deliveryId,
  eventUid,
  attemptNo,
}: Pick<WebhookCall, 'event' | 'webhookId' | 'deliveryId' | 'eventUid' | 'attemptNo'>): Record<string, string> {
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
  const { ms, remoteAddress } = result;
  if (result.failure !== null) {
    return {
      success: false,
      outcome: result.failure,
      code: 0,
      ms,
      remoteAddress,
      responseHead: null,
      excerpt: null,
      timeUp: result.failure === 'timeout',
    };
  }
  const success = result.status >= 200 && result.status <= 299;
  return {
    success,
    outcome: success ? 'success' : 'http_status',
    code: result.status,
    ms,
    remoteAddress,
    responseHead: shortened(result.headers),
    excerpt: result.excerpt.toString('utf8'),
    timeUp: result.unended,
  };
}

/** Somebody's session is none of our business, and none of a reader's of the log. */
const NOT_KEPT = new Set(['set-cookie']);

/** As many headers as fit, whole ones only, so that it stays JSON. */
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
