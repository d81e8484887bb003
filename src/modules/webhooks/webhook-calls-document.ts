import { PUBLIC_EVENT_NAMES, PUBLIC_EVENTS, type PublicEventName } from '../../events/domain-events.js';
import { exampleOf, hoisted, type JsonSchema } from '../../shapes/shape.js';

const SIGNATURE = `sha256=${'0123456789abcdef'.repeat(4)}`;

const HEADERS: Readonly<Record<string, readonly [description: string, example: string]>> = {
  'X-Service-Event': ['The event type', 'contact.created'],
  'X-Service-Signature': [
    '`sha256=` and the HMAC-SHA256 (hex) of the raw body with the secret of the webhook',
    SIGNATURE,
  ],
  'X-Service-Webhook-ID': ['The webhook', '7'],
  'X-Service-Delivery': ['The delivery id, the same for all attempts; use it to detect duplicates', '1042'],
  'X-Service-Event-Id': ['The `uid` of the event in the event log (`GET /events`)', '01JGM5Z8Q0V7C4TR9M2B6X3D1E'],
  'X-Service-Attempt': ['The number of the attempt, from 1', '1'],
  'X-Service-Signature-Previous': [
    'The same with the previous secret, during the grace period of a rotation',
    SIGNATURE,
  ],
  'webhook-id': ['Standard Webhooks: the same as X-Service-Delivery', '1042'],
  'webhook-timestamp': ['Standard Webhooks: when this attempt was made, in seconds', '1767323045'],
  'webhook-signature': [
    'Standard Webhooks: `v1,` and a base64 HMAC over id, timestamp, and body; two entries during a rotation',
    'v1,c2lnbmF0dXJl',
  ],
};

const PARAMETERS = Object.entries(HEADERS).map(([name, [description, example]]) => ({
  name,
  in: 'header',
  required: name !== 'X-Service-Signature-Previous',
  description,
  schema: { type: 'string' },
  example,
}));

export function webhookCallsDocument() {
  const schemas: Record<string, JsonSchema> = {};
  const webhooks: Record<string, unknown> = {};
  for (const type of PUBLIC_EVENT_NAMES) {
    const data = PUBLIC_EVENTS[type];
    schemas[dataName(type)] = hoisted(data, schemas);
    schemas[callName(type)] = callSchema(type);
    webhooks[type] = { post: operation(type, data) };
  }
  return { webhooks, schemas };
}

/** Returns the schema name of a call: `contact.tag_added` is `ContactTagAddedCall`. */
export const callName = (type: PublicEventName): string => `${pascal(type)}Call`;
const dataName = (type: PublicEventName): string => `${pascal(type)}Data`;

function pascal(type: string): string {
  return type.replace(/(?:^|[._])([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

function operation(type: PublicEventName, data: JsonSchema): unknown {
  const example = {
    event: type,
    timestamp: '2026-01-02T03:04:05.678Z',
    webhook_id: 7,
    data: exampleOf(data),
    signature: SIGNATURE,
  };
  return {
    operationId: `webhook_${type.replace('.', '_')}`,
    summary: `Receive \`${type}\``,
    description: data['description'],
    tags: ['Webhook calls'],
    // Authenticated by the signature, not by a login.
    security: [],
    parameters: PARAMETERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: reference(callName(type)) }, example } },
    },
    responses: { '2XX': { description: 'Received. Any other status, or no response within 30 seconds, is retried.' } },
  };
}

function callSchema(type: PublicEventName): JsonSchema {
  return {
    type: 'object',
    required: ['event', 'timestamp', 'webhook_id', 'data', 'signature'],
    properties: {
      event: { type: 'string', const: type, description: 'The event type' },
      timestamp: { type: 'string', format: 'date-time', description: 'When the event happened' },
      webhook_id: { type: 'integer', description: 'The webhook that is called', examples: [7] },
      data: { $ref: reference(dataName(type)) },
      signature: {
        type: 'string',
        pattern: '^sha256=[0-9a-f]{64}$',
        examples: [SIGNATURE],
        description: 'Signature of the body without this member; receivers check the header instead',
      },
    },
  };
}

const reference = (name: string): string => `#/components/schemas/${name}`;
