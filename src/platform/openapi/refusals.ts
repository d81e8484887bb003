import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { ErrorCode } from '../errors/error-codes.js';
import { errorContent, errorExample, invalidExample } from './error-answers.js';

const CODES = {
  400: 'rest_invalid_param',
  403: 'rest_forbidden',
  404: 'rest_post_invalid_id',
  409: 'subscriber_already_exists',
  413: 'rest_payload_too_large',
  415: 'rest_unsupported_media_type',
  429: 'rest_too_many_requests',
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
  ...(message === undefined ? {} : { message }),
  description,
  data: { params },
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
