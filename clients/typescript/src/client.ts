import { CallSite } from './errors.js';
import { type Methods, OPERATIONS, type Rows } from './generated/operations.js';
import type { AnyInput, Operation } from './operation.js';
import { rowsOf } from './rows.js';
import { type ClientOptions, Transport } from './transport.js';
import type { CallOptions } from './types.js';

/** One method per operation of the API, named as in the OpenAPI document. */
export interface CarillonClient extends Methods {
  /** Iterates over the rows of paged lists, across pages. */
  readonly each: Rows;
}

/**
 * @example
 * const carillon = createClient({ baseUrl: 'http://localhost:3000/api/v2', username: 'shop', password: '…' });
 * const { lists } = await carillon.listLists();
 */
export function createClient(options: ClientOptions): CarillonClient {
  const transport = new Transport(options);
  const operations = Object.entries<Operation>(OPERATIONS);
  const methods = operations.map(([id, operation]): [string, unknown] => {
    const method = (input?: AnyInput, callOptions?: CallOptions): unknown =>
      transport.call(operation, new CallSite(id, method), input, callOptions);
    return [id, method];
  });
  const each = operations
    .filter(([, { pages }]) => pages !== undefined)
    .map(([id, operation]): [string, unknown] => {
      const method = (input?: AnyInput, callOptions?: CallOptions): unknown => {
        const site = new CallSite(id, method);
        return rowsOf((page) => transport.call(operation, site, page, callOptions), operation, input);
      };
      return [id, method];
    });
  // The table and the types are generated from the same document.
  return { ...Object.fromEntries(methods), each: Object.fromEntries(each) } as unknown as CarillonClient;
}
