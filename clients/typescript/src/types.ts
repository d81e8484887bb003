import type { operations } from './generated/schema.js';

export type OperationId = keyof operations;

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For POST; generated if omitted. Set it to repeat a call safely after a crash. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Place = 'path' | 'query';

/** Parameters of one location: required, optional, or none. */
type Given<Op, P extends Place> = Op extends { parameters: Record<P, infer Values> }
  ? Readonly<Record<P, Values>>
  : Op extends { parameters: Partial<Record<P, infer Values>> }
    ? [Exclude<Values, undefined>] extends [never]
      ? Readonly<Partial<Record<P, undefined>>>
      : Readonly<Partial<Record<P, Exclude<Values, undefined>>>>
    : Readonly<Partial<Record<P, undefined>>>;

/** Forms are sent as FormData, which also holds files. */
type Sendable<Content> = {
  [Type in keyof Content]: Type extends `multipart/${string}` ? FormData : Content[Type];
}[keyof Content];

type Body<Op> = Op extends { requestBody: { content: infer Content } }
  ? { readonly body: Sendable<Content> }
  : Op extends { requestBody?: { content: infer Content } }
    ? { readonly body?: Sendable<Content> }
    : { readonly body?: undefined };

/** Input of an operation. */
export type Input<Id extends OperationId> = Given<operations[Id], 'path'> &
  Given<operations[Id], 'query'> &
  Body<operations[Id]>;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;

/** Result of an operation. */
export type Answer<Id extends OperationId> = operations[Id] extends { responses: infer Responses }
  ? JsonOf<Responses[keyof Responses & (200 | 202)]>
  : never;

/** The value at a path in an answer, such as `['emails', 'data']`. */
export type At<Value, Path extends readonly string[]> = Path extends readonly [
  infer Head,
  ...infer Rest extends string[],
]
  ? Head extends keyof Value
    ? At<NonNullable<Value[Head]>, Rest>
    : never
  : Value;

/** The rows of a page. */
export type RowAt<Value, Path extends readonly string[]> = At<Value, Path> extends readonly (infer Row)[] ? Row : never;
