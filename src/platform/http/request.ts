import type { Request } from 'express';
import type { Principal } from '../access/permissions.js';

/** An Express request as our middlewares leave it. */
export interface AppRequest extends Request {
  /** Set by the request id middleware for every request. */
  requestId: string;
  /** The caller's own id of the request; null without a usable one. */
  clientRequestId: string | null;
  /** Set by the guard on every route that is not public. */
  principal?: Principal;
  /** Set once the manager may send a form with files: it may take hours to arrive. */
  takesLong?: boolean;
  /** The bytes of the body as they came, for fingerprints. */
  rawBody?: Buffer;
}
