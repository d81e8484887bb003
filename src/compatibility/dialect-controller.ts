import { applyDecorators, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RequirePermission } from '../platform/access/operation.js';
import { DIALECT_PATH } from './dialect.js';

/** Declares a controller of routes that only the dialect has, which the API document does not show. */
export const DialectController = (path = ''): ClassDecorator =>
  applyDecorators(ApiExcludeController(), Controller(DIALECT_PATH + path));

/** Declares a route of POST that answers 200. */
export const DialectPost = (
  path: string,
  required: Parameters<typeof RequirePermission>[0],
  summary: string,
): MethodDecorator => applyDecorators(Post(path), HttpCode(200), RequirePermission(required, { summary }));
