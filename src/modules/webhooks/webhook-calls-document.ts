import { PUBLIC_EVENT_NAMES, PUBLIC_EVENTS, type PublicEventName } from '../../events/domain-events.js';
import { exampleOf, type JsonSchema } from '../../events/schema.js';

/** What we send to webhooks, for the OpenAPI document: made of the catalogue of events and of nothing else. */
export interface WebhookCallsDocument {
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

const SIGNATURE = `sha256=${'0123456789abcdef'.repeat(4)}`;

const HEADERS: Readonly<Record<string, readonly [description: string, example: string]>> = {
  'X-Service-Event': ['The kind of event', 'contact.created'],
  'X-Service-Signature': [
    '`sha256=` and the HMAC-SHA256 (hex) of the raw body with the secret of the webhook',
    SIGNATURE,
  ],
  'X-Service-Webhook-ID': ['The webhook', '7'],
  'X-Service-Delivery': ['The delivery: the same in every attempt, so that repeats can be told apart', '1042'],
  'X-Service-Event-Id': ['The `uid` of the event in the event log (`GET /events`)', '01JGM5Z8Q0V7C4TR9M2B6X3D1E'],
  'X-Service-Attempt': ['Which attempt it is', '1'],
  'X-Service-Signature-Previous': [
    'The same with the former secret, while a rotation is in its time of grace',
    SIGNATURE,
  ],
  'webhook-id': ['Standard Webhooks: the same as X-Service-Delivery', '1042'],
  'webhook-timestamp': ['Standard Webhooks: when this attempt was made, in seconds', '1767323045'],
  'webhook-signature': [
    'Standard Webhooks: `v1,` and a base64 HMAC over id, timestamp and body; two of them during a rotation',
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

export function webhookCallsDocument(): WebhookCallsDocument {
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

/** The name of the schema of a whole call: `contact.tag_added` is `ContactTagAddedCall`. */
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
    summary: data['description'],
    tags: ['Webhook calls'],
    // Signed, not logged in.
    security: [],
    parameters: PARAMETERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: reference(callName(type)) }, example } },
    },
    responses: { '2XX': { description: 'Received. Anything else, or nothing within 30 seconds, is tried again.' } },
  };
}

function callSchema(type: PublicEventName): JsonSchema {
  return {
    type: 'object',
    required: ['event', 'timestamp', 'webhook_id', 'data', 'signature'],
    properties: {
      event: { type: 'string', const: type },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
      webhook_id: { type: 'integer' },
      data: { $ref: reference(dataName(type)) },
      signature: {
        type: 'string',
        pattern: '^sha256=[0-9a-f]{64}$',
        description: 'Of the body without this member; the header carries the one to check',
      },
    },
  };
}

const reference = (name: string): string => `#/components/schemas/${name}`;

/** The schema with every named part put among `schemas` and referred to. */
function hoisted(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const { title } = value as JsonSchema;
    // A member of an object may be called `title` too; its schema is no text.
    const isNamed = typeof title === 'string';
    const inner = Object.fromEntries(
      Object.entries(value)
        .filter(([keyword]) => !(isNamed && keyword === 'title'))
        .map(([keyword, member]) => [keyword, keyword === 'examples' ? member : visit(member)]),
    );
    if (!isNamed) return inner;
    schemas[title] = inner;
    return { $ref: reference(title) };
  };
  return visit(schema) as JsonSchema;
}
