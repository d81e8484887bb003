import { AppError, type ErrorCode } from '../errors/app-error.js';

type Json = Readonly<Record<string, unknown>>;

const REQUEST_ID = '01KH8Q3V5T1N9GZ5W0E2XJ7A4B';

/** What every error looks like, as the one filter writes it, in the words of OpenAPI 3.1. */
export const ERROR_SCHEMAS: Readonly<Record<'ErrorResponse' | 'ErrorData', Json>> = {
  ErrorResponse: {
    type: 'object',
    required: ['message', 'data'],
    properties: {
      code: {
        type: 'string',
        description: 'Stable, for programs. Absent only where a contact with the same address exists already.',
        examples: ['rest_invalid_param'],
      },
      message: { type: 'string', description: 'For people', examples: ['Invalid parameter: title is required'] },
      data: { $ref: '#/components/schemas/ErrorData' },
    },
  },
  ErrorData: {
    type: 'object',
    required: ['status', 'request_id'],
    properties: {
      status: { type: 'integer', description: 'The HTTP status again', examples: [400] },
      params: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Every field at fault with the reason, for people; nested fields by their path',
        examples: [{ title: 'is required' }],
      },
      required_permission: { type: 'string', description: 'With 403: what is missing', examples: ['manage_contacts'] },
      request_id: { type: 'string', description: 'As in the header X-Request-Id', examples: [REQUEST_ID] },
    },
    additionalProperties: true,
    description: 'Further members are described where an operation has them.',
  },
};

/**
 * The content of an answer that is an error.
 * @param examples what causes it, by name.
 */
export function errorContent(examples: Readonly<Record<string, Json>>): Record<string, Json> {
  const schema = { $ref: '#/components/schemas/ErrorResponse' };
  const [only, ...others] = Object.values(examples);
  if (others.length === 0) return { 'application/json': { schema, example: only } };
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return { 'application/json': { schema, examples: Object.fromEntries(named) as Json } };
}

/** An error as it goes over the wire. @param code null where the specification leaves it out; then with a status. */
export function errorExample(code: ErrorCode | null, message: string, data: Json = {}, status?: number): Json {
  const error = new AppError(code, message, status === undefined ? {} : { status });
  return {
    ...(code === null ? {} : { code }),
    message,
    data: { status: error.status, ...data, request_id: REQUEST_ID },
  };
}
