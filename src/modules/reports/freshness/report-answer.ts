import { applyDecorators, type Type, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { FreshnessHeaders } from './freshness-headers.interceptor.js';

/** A handler that answers figures with their `meta`: documents the body, and sets and documents the cache headers. */
export function AnswersReport(type: Type): MethodDecorator {
  return applyDecorators(
    UseInterceptors(FreshnessHeaders),
    ApiOkResponse({
      type,
      headers: {
        'X-Cache': {
          description: 'Whether the figures come from the cache',
          schema: { type: 'string', enum: ['HIT', 'MISS'] },
        },
        Age: { description: 'Seconds since the figures were taken', schema: { type: 'integer' } },
      },
    }),
  );
}
