import { SetMetadata, applyDecorators, createParamDecorator, type ExecutionContext, HttpCode } from '@nestjs/common';
import { ApiBasicAuth, ApiExtension, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { ApiResponseNoStatusOptions } from '@nestjs/swagger';
import type { AccessRule, Permission, Principal } from './permissions.js';
import type { ErrorCode } from '../errors/error-codes.js';
import { errorContent, errorExample, invalidExample } from '../openapi/error-answers.js';
import type { Schema } from '../../shapes/shape.js';

export const ACCESS_RULE = 'carillon:access-rule';

export interface OperationDoc {
  /** Default: the name of the handler. */
  readonly operationId?: string;
  readonly summary: string;
  readonly description?: string;
}

/** Declares who may call the handler. A route without this, `Public`, or `AnyManager` fails the start. */
export const RequirePermission = (required: Required, doc: OperationDoc): MethodDecorator =>
  guarded(toRule(required), doc);

type Required = Permission | { readonly anyOf: readonly Permission[] } | { readonly allOf: readonly Permission[] };

/** For managers with a valid key, regardless of permissions. */
export const AnyManager = (doc: OperationDoc): MethodDecorator => guarded({ kind: 'any_manager' }, doc);

/** For callers without credentials: email recipients and monitoring. */
export function Public(doc: OperationDoc): MethodDecorator {
  const rule: AccessRule = { kind: 'public' };
  return applyDecorators(SetMetadata(ACCESS_RULE, rule), ApiExtension('x-permission', rule), ApiOperation({ ...doc }));
}

function toRule(required: Required): AccessRule {
  if (typeof required === 'string') return { kind: 'all_of', permissions: [required] };
  if ('anyOf' in required) return { kind: 'any_of', permissions: required.anyOf };
  return { kind: 'all_of', permissions: required.allOf };
}

function guarded(rule: AccessRule, doc: OperationDoc): MethodDecorator {
  return applyDecorators(
    SetMetadata(ACCESS_RULE, rule),
    ApiBasicAuth(),
    ApiExtension('x-permission', rule),
    ApiOperation({ ...doc, description: [doc.description, wording(rule)].filter(Boolean).join('\n\n') }),
  );
}

function wording(rule: AccessRule): string {
  if (rule.kind === 'public') return '';
  if (rule.kind === 'any_manager') return 'Requires a valid manager; no permission is needed.';
  const names = rule.permissions.map((permission) => `\`${permission}\``);
  return `Permission: ${names.join(rule.kind === 'any_of' ? ' or ' : ' and ')}.`;
}

/** The manager of the request. Only for routes that are not public, where the guard has set it. */
export const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<{ readonly principal?: Principal }>();
  if (!principal) throw new Error('A public route has no principal');
  return principal;
});

type Handler<Value> = (...given: never[]) => Value | Promise<Value>;

/** Accepts handlers that return this value. */
export type AnswersDecorator<Value> = <Method extends Handler<Value>>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** Declares the answer of a handler. The compiler compares its shape with what the handler returns. */
export function Answers<Value>(
  shape: Schema<Value, unknown>,
  description: string,
  { status = 200, headers }: { readonly status?: number } & Pick<ApiResponseNoStatusOptions, 'headers'> = {},
): AnswersDecorator<Value> {
  const documented = { status, description, schema: shape as object, ...(headers && { headers }) };
  return applyDecorators(HttpCode(status), ApiResponse(documented));
}

const CODES = {
  400: 'rest_invalid_param',
  403: 'rest_forbidden',
  404: 'rest_post_invalid_id',
  409: 'subscriber_already_exists',
  413: 'rest_payload_too_large',
  415: 'rest_unsupported_media_type',
  429: 'rest_too_many_requests',
  500: 'internal_error',
  503: 'service_unavailable',
} as const satisfies Record<number, ErrorCode>;

export interface Refusal {
  /** Default: the message for the first of `data.params`. */
  readonly message?: string;
  /** The reason and the place. */
  readonly description: string;
  /** Additional members of `data`. */
  readonly data?: Readonly<Record<string, unknown>> & { readonly params?: Readonly<Record<string, string>> };
  /** Set if it differs from the usual code of the status; null where the specification omits it. */
  readonly code?: ErrorCode | null;
}

/** @param message Default: the message for the first of the members. */
export const invalid = (description: string, params: Readonly<Record<string, string>>, message?: string): Refusal => ({
  ...(message !== undefined && { message }),
  ...{ description, data: { params } },
});

export const unknownRecord = (description: string): Refusal => ({ message: 'Invalid post ID.', description });

/** Documents errors specific to an operation, each with an example. `withCentralAnswers` adds the shared ones. */
export function Refuses(refusals: Partial<Record<keyof typeof CODES, Refusal>>): MethodDecorator {
  const documented = Object.entries(refusals).map(([name, { message, description, data, code }]) => {
    const status = Number(name) as keyof typeof CODES;
    const example =
      message === undefined
        ? invalidExample(data?.params ?? {})
        : errorExample(code === undefined ? CODES[status] : code, message, data, status);
    return ApiResponse({ status, description, content: errorContent({ example }) });
  });
  return applyDecorators(...documented);
}
