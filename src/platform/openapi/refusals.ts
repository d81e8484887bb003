import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { ErrorCode } from '../errors/app-error.js';
import { errorContent, errorExample } from './error-answers.js';

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
  readonly message: string;
  /** Why, and where. */
  readonly description: string;
  /** What `data` has of its own. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Where it is not the usual one of its status; null where the specification leaves it out. */
  readonly code?: ErrorCode | null;
}

/**
 * What the documentation says about refusals that an operation has of its own, each with an example. Those that every
 * operation of its kind has are added to the whole document, see `withCentralAnswers`.
 */
export function Refuses(refusals: Partial<Record<keyof typeof CODES, Refusal>>): MethodDecorator {
  const documented = Object.entries(refusals).map(([name, { message, description, data, code }]) => {
    const status = Number(name) as keyof typeof CODES;
    const example = errorExample(code === undefined ? CODES[status] : code, message, data, status);
    return ApiResponse({ status, description, content: errorContent({ example }) });
  });
  return applyDecorators(...documented);
}
