import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiResponse, type ApiResponseNoStatusOptions } from '@nestjs/swagger';
import type { Schema } from '../../shapes/shape.js';

type Handler<Value> = (...given: never[]) => Value | Promise<Value>;

/** Accepts handlers that return this value. */
export type AnswersDecorator<Value> = <Method extends Handler<Value>>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Declares the answer of a handler: its status, its description, and its shape, which the compiler compares with what the handler returns.
 */
export function Answers<Value>(
  shape: Schema<Value, unknown>,
  description: string,
  { status = 200, headers }: { readonly status?: number } & Pick<ApiResponseNoStatusOptions, 'headers'> = {},
): AnswersDecorator<Value> {
  const documented = { status, description, schema: shape as object, ...(headers && { headers }) };
  return applyDecorators(HttpCode(status), ApiResponse(documented));
}
