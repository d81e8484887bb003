import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorCode } from '../errors/error-codes.js';
import { errorContent, errorExample, invalidExample } from './error-answers.js';

type Json = Readonly<Record<string, unknown>>;
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Answer = Operation['responses'][string];

/** An error that any operation may answer with. */
interface Refusal {
  readonly status: number;
  readonly description: string;
  readonly examples: Readonly<Record<string, Json>>;
  readonly headers?: readonly HeaderName[];
}

/** The answer when a path id does not exist. */
export interface Unknown {
  /** Name of the component. */
  readonly name: string;
  readonly code: ErrorCode;
  readonly message: string;
}

interface ApiShape {
  /** Operations outside the API: they answer recipients and monitoring in other formats. */
  readonly tagsOutside: ReadonlySet<string>;
  readonly unknown: (path: string, tag: string) => Unknown;
}

const textHeader = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
});
const countHeader = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0, examples: [example] },
});

const HEADERS = {
  'X-Request-Id': textHeader(
    'Id of the request in the logs. A request may send its own: 8 to 64 letters, digits, `_`, or `-`.',
    '01KH8Q3V5T1N9GZ5W0E2XJ7A4B',
  ),
  'RateLimit-Limit': countHeader('Requests per minute allowed for these credentials; absent without a limit', 3500),
  'RateLimit-Remaining': countHeader('Requests left in the current period', 3488),
  'RateLimit-Reset': countHeader('Seconds until the limit resets', 41),
  'Retry-After': countHeader('Seconds to wait before retrying', 5),
  'WWW-Authenticate': textHeader('Requested authentication scheme', 'Basic realm="api", charset="UTF-8"'),
  ETag: textHeader('Version of the resource, for `If-Match` and `If-None-Match`', '"qZk-NkcGgWq6PiVxeFDCbJzQ2J0"'),
  'Idempotent-Replayed': {
    description:
      '`true` if this is the stored answer to an earlier request with the same key. Data of contacts erased since then is null. Absent otherwise.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const;
type HeaderName = keyof typeof HEADERS;

const LIMITS: readonly HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes retries safe: for 24 hours, a request with the same key and body gets the stored first answer and has no further effect.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 190,
    pattern: '^[\\x21-\\x7e]+$',
    examples: ['0c0ff3e0-5f5b-4a53-9d7c-3a1f6f6f2d11'],
  },
} as const;

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    '`ETag` of a response to GET of the same URL, or several, comma-separated: the write is refused with 412 if the resource has changed since. `If-Unmodified-Since` compares with `updated_at`.',
  schema: { type: 'string', examples: ['"qZk-NkcGgWq6PiVxeFDCbJzQ2J0"'] },
} as const;

const invalid = invalidExample({ page: 'must be at least 1' });

const REFUSALS = {
  InvalidParameter: {
    status: 400,
    description: 'Invalid parameters; `data.params` names all of them',
    examples: { invalid_parameter: invalid },
  },
  InvalidRequest: {
    status: 400,
    description: 'Invalid parameters or body members, all named in `data.params`; or the body is not valid JSON',
    examples: {
      missing_member: invalidExample({ title: 'is required' }),
      no_json: errorExample('rest_invalid_json', 'Invalid JSON body passed.', {
        params: { body: 'line 1, column 13: unexpected }, expected a value' },
      }),
    },
  },
  NotIdentified: {
    status: 401,
    description: 'Missing, malformed, or wrong credentials',
    examples: {
      nothing_sent: errorExample('rest_not_logged_in', 'You are not currently logged in.'),
      wrong: errorExample('incorrect_password', 'The username or application password is incorrect.'),
      switched_off: errorExample('service_inactive', 'The service is not active.'),
    },
    headers: ['WWW-Authenticate'],
  },
  Forbidden: {
    status: 403,
    description:
      'The manager lacks the permission or is an administrator (administrators cannot use the API), or a browser sent the request from another site',
    examples: {
      permission: errorExample('rest_forbidden', 'Sorry, you are not allowed to do that.', {
        required_permission: 'manage_contacts',
      }),
      administrator: errorExample('rest_forbidden', 'An administrator account must not be used for the API.', {
        reason: 'administrator_role',
      }),
      foreign_origin: errorExample('foreign_origin', 'Writes from pages of other sites are refused.'),
    },
  },
  IdempotencyConflict: {
    status: 409,
    description: 'The Idempotency-Key belongs to another request, or to one that is still running',
    examples: {
      key_reused: errorExample('idempotency_key_reused', 'This Idempotency-Key was used for another request.'),
      key_in_progress: errorExample('idempotency_in_progress', 'A request with this Idempotency-Key is still running.'),
    },
  },
  PreconditionFailed: {
    status: 412,
    description: 'The resource is not as the header `If-Match` or `If-Unmodified-Since` requires; nothing was written',
    examples: {
      changed: errorExample('precondition_failed', 'The resource does not have the entity tag in If-Match.'),
    },
  },
  PayloadTooLarge: {
    status: 413,
    description: 'The request body is too large',
    examples: { too_large: errorExample('rest_payload_too_large', 'The request body is too large.') },
  },
  UnsupportedMediaType: {
    status: 415,
    description: 'The content type is not supported, or the body is compressed',
    examples: {
      not_json: errorExample('rest_unsupported_media_type', 'The request body must be application/json.'),
      compressed: errorExample('rest_unsupported_encoding', 'The request body must not be compressed.'),
    },
  },
  TooManyRequests: {
    status: 429,
    description: 'Too many requests with these credentials, or too many wrong passwords',
    examples: {
      too_many: errorExample('rest_too_many_requests', 'Too many requests. Please slow down.'),
      guessing: errorExample('too_many_attempts', 'Too many failed attempts. Try again in a minute.'),
    },
    headers: [...LIMITS, 'Retry-After'],
  },
  InternalError: {
    status: 500,
    description: 'Internal error. Quote `data.request_id` when you report it.',
    examples: { internal: errorExample('internal_error', 'An internal error occurred.') },
  },
  ServiceUnavailable: {
    status: 503,
    description:
      'The database is unavailable, or too many request bodies arrive at once. The request had its full effect or none: retry with the same Idempotency-Key.',
    examples: {
      away: errorExample('service_unavailable', 'The service is temporarily unavailable.'),
      outcome_unknown: errorExample('outcome_unknown', 'It is not known whether the change was saved.'),
    },
    headers: ['Retry-After'],
  },
} as const satisfies Readonly<Record<string, Refusal>>;

/** Causes of one status that an operation shares with all others. */
const SHOWS_BOTH = new Set(['409', '429']);

const DESCRIPTIONS: Readonly<Record<string, string>> = { 202: 'Accepted; runs in the background' };

/** Adds error answers, headers, and the Idempotency-Key, unless declared. @param document OpenAPI 3.1 with the error schemas. */
export function withCentralAnswers(document: OpenAPIObject, shape: ApiShape): OpenAPIObject {
  const used = new Used();
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const isVersioned = /^(?!.*\/reports\/(?!scheduled\/)).*\}$/.test(path) && 'get' in item;
    const operations = Object.entries(item as Record<string, Operation>).map(([method, operation]) => [
      method,
      completed(operation, { path, method, shape, used, isVersioned }),
    ]);
    return [path, Object.fromEntries(operations) as unknown];
  });
  const { components } = document;
  return {
    ...document,
    paths: Object.fromEntries(paths) as OpenAPIObject['paths'],
    components: { ...components, ...used.components },
  };
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly shape: ApiShape;
  readonly used: Used;
  /** Whether GET of the path returns an entity tag. */
  readonly isVersioned: boolean;
}

interface Traits {
  readonly guarded: boolean;
  readonly takesKey: boolean;
  /** Whether it obeys preconditions. */
  readonly isConditional: boolean;
  readonly returnsTag: boolean;
}

function traitsOf({ security = [] }: Operation, { method, isVersioned }: Place): Traits {
  const guarded = security.length > 0;
  const isRead = method === 'get';
  const hasTag = guarded && isVersioned;
  return {
    guarded,
    takesKey: guarded && method === 'post',
    isConditional: hasTag && !isRead,
    returnsTag: hasTag && isRead,
  };
}

function completed(operation: Operation, place: Place): Operation {
  const { path, shape, used } = place;
  const traits = traitsOf(operation, place);
  const { guarded, takesKey, isConditional, returnsTag } = traits;
  const [tag = ''] = operation.tags ?? [];
  const unknown = path.includes('{') ? shape.unknown(path, tag) : null;
  const parameters = [
    ...(takesKey ? [used.parameter(IDEMPOTENCY_KEY)] : []),
    ...(isConditional ? [used.parameter(IF_MATCH)] : []),
  ];
  const onSuccess: readonly HeaderName[] = takesKey ? ['Idempotent-Replayed'] : returnsTag ? ['ETag'] : [];
  const central = shape.tagsOutside.has(tag) ? [] : refusalsOf(operation, traits, unknown);
  const own = Object.entries(operation.responses).map(([status, answer]) => {
    const refusal = central.find(([, each]) => String(each.status) === status)?.[1];
    const names: readonly HeaderName[] = [
      'X-Request-Id',
      ...(guarded ? LIMITS : []),
      ...(status.startsWith('2') ? onSuccess : []),
      ...(refusal?.headers ?? []),
    ];
    return [status, used.withHeaders(described(answer, status, refusal), names)];
  });
  const others = central
    .filter(([, { status }]) => !(String(status) in operation.responses))
    .map(([name, refusal]) => [refusal.status, used.refusal(name, refusal)]);
  return {
    ...operation,
    ...(parameters.length > 0 ? { parameters: [...(operation.parameters ?? []), ...parameters] } : {}),
    security: operation.security ?? [],
    responses: Object.fromEntries([...own, ...used.unchanged(returnsTag), ...others]) as Operation['responses'],
  };
}

/** Returns the component names of the errors that an API operation may answer with. */
function refusalsOf(
  operation: Operation,
  { guarded, takesKey, isConditional }: Traits,
  unknown: Unknown | null,
): [name: string, refusal: Refusal][] {
  const hasBody = operation.requestBody !== undefined;
  const named = (applies: boolean, ...names: (keyof typeof REFUSALS)[]): [string, Refusal][] =>
    applies ? names.map((name) => [name, REFUSALS[name]]) : [];
  return [
    ...named(hasBody, 'InvalidRequest', 'PayloadTooLarge', 'UnsupportedMediaType'),
    ...named(!hasBody, 'InvalidParameter'),
    ...named(guarded, 'NotIdentified', 'Forbidden', 'TooManyRequests'),
    ...(unknown ? [notFound(unknown)] : []),
    ...named(takesKey, 'IdempotencyConflict'),
    ...named(isConditional, 'PreconditionFailed'),
    ...named(true, 'InternalError', 'ServiceUnavailable'),
  ];
}

function notFound({ name, code, message }: Unknown): [name: string, refusal: Refusal] {
  const examples = { unknown: errorExample(code, message) };
  return [name, { status: 404, description: 'The resource in the path does not exist', examples }];
}

function described(answer: Answer, status: string, refusal: Refusal | undefined): Json {
  const { description, content, ...rest } = answer as { description?: string; content?: Record<string, Json> };
  const words = description === undefined || description === '' ? DESCRIPTIONS[status] : description;
  const shown = refusal && shownContent(content, status, refusal);
  return {
    description: words ?? refusal?.description ?? 'Success',
    ...((shown ?? content) ? { content: shown ?? content } : {}),
    ...rest,
  };
}

function shownContent(
  content: Record<string, Json> | undefined,
  status: string,
  { examples }: Refusal,
): Record<string, Json> {
  if (content === undefined) return errorContent(examples);
  const own = content['application/json']?.['example'];
  return SHOWS_BOTH.has(status) && own !== undefined ? errorContent({ own: own as Json, ...examples }) : content;
}

/** Only components that are referenced are added. */
class Used {
  private readonly headers = new Map<string, Json>();
  private readonly responses = new Map<string, Json>();
  private readonly parameters = new Map<string, Json>();

  get components(): Json {
    const parts = { headers: this.headers, responses: this.responses, parameters: this.parameters };
    const present = Object.entries(parts).filter(([, part]) => part.size > 0);
    return Object.fromEntries(present.map(([name, part]) => [name, Object.fromEntries(part)]));
  }

  withHeaders(answer: Json, names: readonly HeaderName[]): Json {
    const refs = names.map((name) => {
      this.headers.set(name, HEADERS[name]);
      return [name, { $ref: `#/components/headers/${name}` }];
    });
    return {
      ...answer,
      headers: { ...(Object.fromEntries(refs) as Json), ...(answer['headers'] as Json | undefined) },
    };
  }

  unchanged(returnsTag: boolean): [status: string, answer: Json][] {
    if (!returnsTag) return [];
    const description = 'The resource still has the `ETag` in `If-None-Match`';
    this.responses.set('NotModified', this.withHeaders({ description }, ['X-Request-Id', 'ETag']));
    return [['304', { $ref: '#/components/responses/NotModified' }]];
  }

  refusal(name: string, { description, examples, headers = [] }: Refusal): Json {
    if (!this.responses.has(name)) {
      const answer = { description, content: errorContent(examples) };
      this.responses.set(name, this.withHeaders(answer, ['X-Request-Id', ...headers]));
    }
    return { $ref: `#/components/responses/${name}` };
  }

  parameter(parameter: typeof IDEMPOTENCY_KEY | typeof IF_MATCH): { readonly $ref: string } {
    const name = parameter.name.replace('-', '');
    this.parameters.set(name, parameter);
    return { $ref: `#/components/parameters/${name}` };
  }
}
