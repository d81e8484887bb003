import { applyDecorators, Controller, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type OperationDoc,
  RequirePermission,
  Answers,
  type AnswersDecorator,
  Refuses,
} from '../../../platform/access/operation.js';
import type { Page, PageOf } from '../../../platform/http/page.js';
import type { Schema } from '../../../shapes/shape.js';
import { UsesRateLimit } from '../../../platform/rate-limit/rate-limit.guard.js';
import { ReadsReplica } from '../../../platform/http/replica-reads.interceptor.js';
import { CacheHeaders } from './cache-headers.interceptor.js';
import { INVALID_REQUEST, UNKNOWN_LABEL } from './refusals.js';

export const ReportController = (path: string): ClassDecorator =>
  applyDecorators(ApiTags('Reports'), UsesRateLimit('reports'), Controller(path));

/** A response whose member `Name` is still a plain page: its links depend on the URL of the request. */
export type Unpaged<Response, Name extends keyof Response> = Omit<Response, Name> & {
  readonly [Key in Name]: Response[Key] extends PageOf<infer Item> ? Page<Item> : never;
};

interface ReportDoc extends OperationDoc {
  /** Default: invalid parameters, and unknown lists or tags. */
  readonly refuses?: Parameters<typeof Refuses>[0];
  /** Default: `view_reports`. */
  readonly permission?: Parameters<typeof RequirePermission>[0];
}

/** Declares a report route: sets its permission and cache headers, and documents the response and its errors. */
export function AnswersReport<Value>(
  shape: Schema<Value, unknown>,
  { refuses, permission, ...doc }: ReportDoc,
): AnswersDecorator<Value> {
  return applyDecorators(
    ReadsReplica(),
    UseInterceptors(CacheHeaders),
    RequirePermission(permission ?? 'view_reports', doc),
    Refuses(refuses ?? { 400: INVALID_REQUEST, 404: UNKNOWN_LABEL }),
    Answers(shape, 'The figures; `meta.as_of` is the time up to which they are complete', {
      headers: {
        'X-Cache': {
          description: 'Whether the figures were cached',
          schema: { type: 'string', enum: ['HIT', 'MISS'] },
        },
        Age: { description: 'Seconds since the figures were computed', schema: { type: 'integer' } },
      },
    }) as MethodDecorator,
  );
}
