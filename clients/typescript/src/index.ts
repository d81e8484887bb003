export { type CarillonClient, createClient } from './client.js';
export { CarillonError } from './errors.js';
export type { Methods, Rows } from './generated/operations.js';
export type * from './generated/schema.js';
export type { ClientOptions } from './transport.js';
export type { Answer, CallOptions, Input, OperationId } from './types.js';
