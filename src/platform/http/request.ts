import type { Request } from 'express';
import type { Principal } from '../access/permissions.js';

/** Whether the method of a request changes nothing (RFC 9110, section 9.2.1). OPTIONS is answered before any handler. */
export const isRead = ({ method }: Pick<Request, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** An Express request with the members set by our middleware. */
export interface AppRequest extends Request {
  /** Set by the request id middleware for every request. */
  requestId: string;
  /** The request id sent by the caller; null if missing or invalid. */
  clientRequestId: string | null;
  /** Whether the client was written for another program, and may compare bodies with its answers. */
  speaksDialect?: true;
  /** Set by the guard on routes that are not public. */
  principal?: Principal;
  /** The same manager, also if the permission for the route is missing. */
  identified?: Principal;
  /** Set if the product itself reads a resource, which is not part of the traffic. */
  isInner?: true;
  /** Returns the methods of the path that are not declared in the router. */
  otherMethods?: () => readonly string[];
  /** The raw body, for fingerprints. */
  rawBody?: Buffer;
}
