import { AppError, invalidParams } from '../errors/app-error.js';
import { type ErrorCode, ERRORS, docUrlOf } from '../errors/error-codes.js';

type Json = Readonly<Record<string, unknown>>;

const CODES = Object.entries(ERRORS).map(([code, { status, meaning }]) => `- \`${code}\` (${status}): ${meaning}`);
const EXAMPLE_URL = 'https://carillon.example.com';
const REQUEST_ID = '01KH8Q3V5T1N9GZ5W0E2XJ7A4B';

/** The error shape that the error filter writes, as OpenAPI 3.1. */
export const ERROR_SCHEMAS: Readonly<Record<'ErrorResponse' | 'ErrorData', Json>> = {
  ErrorResponse: {
    type: 'object',
    required: ['message', 'data'],
    properties: {
      code: {
        type: 'string',
        enum: Object.keys(ERRORS),
        description: `Stable machine-readable code. Absent only if a contact with the same address already exists.\n\n${CODES.join('\n')}`,
        examples: ['rest_invalid_param'],
      },
      message: {
        type: 'string',
        description: 'Human-readable message',
        examples: ['Invalid parameter: title is required'],
      },
      data: { $ref: '#/components/schemas/ErrorData' },
    },
  },
  ErrorData: {
    type: 'object',
    required: ['status', 'request_id'],
    properties: {
      status: { type: 'integer', description: 'HTTP status of the answer', examples: [400] },
      params: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Invalid fields with the reason; nested fields by their path',
        examples: [{ title: 'is required' }],
      },
      required_permission: {
        type: 'string',
        description: 'Missing permission, with 403',
        examples: ['manage_contacts'],
      },
      request_id: { type: 'string', description: 'Same as the header X-Request-Id', examples: [REQUEST_ID] },
      doc_url: {
        type: 'string',
        format: 'uri',
        description: 'Page with cause and remedy; absent under the compatibility path',
        examples: [docUrlOf(EXAMPLE_URL, 'rest_invalid_param')],
      },
    },
    additionalProperties: true,
    description: 'Operations may add further members.',
  },
};

/** @param examples causes by name. */
export function errorContent(examples: Readonly<Record<string, Json>>): Record<string, Json> {
  const schema = { $ref: '#/components/schemas/ErrorResponse' };
  const [only, ...others] = Object.values(examples);
  if (others.length === 0) return { 'application/json': { schema, example: only } };
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return { 'application/json': { schema, examples: Object.fromEntries(named) as Json } };
}

/** Invalid parameters as they are sent. */
export const invalidExample = (params: Readonly<Record<string, string>>): Json =>
  errorExample('rest_invalid_param', invalidParams(params).message, { params });

/** @param code null where the specification omits it; the status is then required. */
export function errorExample(code: ErrorCode | null, message: string, data: Json = {}, status?: number): Json {
  const error = new AppError(code, message, status === undefined ? {} : { status });
  return {
    ...(code === null ? {} : { code }),
    message,
    data: { status: error.status, ...data, request_id: REQUEST_ID, doc_url: docUrlOf(EXAMPLE_URL, code) },
  };
}
