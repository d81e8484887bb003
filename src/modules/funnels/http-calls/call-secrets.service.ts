import { Injectable } from '@nestjs/common';
import { Keys } from '../../../platform/secrets/keys.js';
import type { SealedColumn } from '../../../platform/secrets/sealed-column.js';
import type { CallRequest } from './call-request.js';

/** Identifies the request, so that a sealed request copied to another row does not open. */
interface CallPlace {
  readonly entryId: number | string;
  readonly stepId: number | string;
}

/** Encrypts requests, because they contain credentials of other systems and personal data. */
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
