import { Injectable } from '@nestjs/common';
import { Keys } from '../../../platform/secrets/keys.js';
import type { SealedColumn } from '../../../platform/secrets/sealed-column.js';
import type { CallRequest } from './call-request.js';

/** Which request it is, so that one that is copied to another row does not open there. */
export interface CallPlace {
  readonly entryId: number | string;
  readonly stepId: number | string;
}

/** Requests hold credentials of other systems and data of contacts; this is where they are encrypted and decrypted. */
@Injectable()
export class CallSecrets {
  constructor(private readonly keys: Keys) {}

  seal(place: CallPlace, request: CallRequest): string {
    return this.keys.encrypt('funnel-http-calls', JSON.stringify(request), contextOf(place));
  }

  open(place: CallPlace, sealed: string): CallRequest {
    return JSON.parse(this.keys.decrypt('funnel-http-calls', sealed, contextOf(place))) as CallRequest;
  }
}

const contextOf = ({ entryId, stepId }: CallPlace): string => `funnel-http-call:${entryId}:${stepId}`;

export const SEALED_CALLS: SealedColumn = {
  table: 'funnel_http_calls',
  column: 'request',
  purpose: 'funnel-http-calls',
  contextOf: ['entry_id', 'step_id'],
  context: (entryId = '', stepId = '') => contextOf({ entryId, stepId }),
};
