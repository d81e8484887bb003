import { Injectable } from '@nestjs/common';
import type { Tx, Reader } from '../../platform/database/database.js';
import { Keys, type SealedColumn } from '../../platform/secrets/keys.js';
import type { CallRequest } from './call-request.js';
import { CALLS, type CallState } from './http-call.entity.js';

/** Identifies the request, so that a sealed request copied to another row does not open. */
interface CallPlace {
  readonly entryId: number | string;
  readonly stepId: number | string;
}

interface NewCall {
  readonly entryId: number;
  readonly contactId: number;
  readonly request: CallRequest;
}

interface LoggedCall {
  readonly entryId: number;
  readonly stepId: number;
  readonly state: CallState;
  readonly attempts: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly createdAt: Date;
}

/** Encrypts requests, because they contain credentials of other systems and personal data. */
@Injectable()
export class CallLedger {
  constructor(private readonly keys: Keys) {}

  /** Adds requests that the worker sends from `dueAt` on. */
  async add(tx: Tx, funnelId: number, stepId: number, calls: readonly NewCall[], dueAt: Date): Promise<void> {
    await tx.insertRows(
      'funnel_http_calls',
      ['funnel_id', 'entry_id', 'step_id', 'contact_id', 'request', 'next_attempt_at'],
      calls.map(({ entryId, contactId, request }) => {
        const place = contextOf({ entryId, stepId });
        const sealed = this.keys.encrypt('funnel-http-calls', JSON.stringify(request), place);
        return [funnelId, entryId, stepId, contactId, sealed, dueAt];
      }),
    );
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

type Owner = 'entry_id' | 'contact_id';

export async function callsOf(reader: Reader, owner: Owner, id: number): Promise<readonly LoggedCall[]> {
  return reader.query<LoggedCall>(
    `SELECT entry_id AS entryId, step_id AS stepId, state, attempts, response_status AS status, error, created_at AS createdAt
       FROM funnel_http_calls WHERE ${owner} = :id ORDER BY id`,
    { id },
  );
}

export async function deleteCalls(tx: Tx, owner: Owner, ids: readonly number[]): Promise<void> {
  await tx.execute(`DELETE FROM funnel_http_calls WHERE ${owner} IN (:ids)`, { ids });
}

/** A request in progress may still arrive; the new fence rejects its result. */
export async function cancelCalls(tx: Tx, contactId: number): Promise<void> {
  // By an index of states, it would keep requests for others from the workers.
  await tx.execute(
    `UPDATE funnel_http_calls FORCE INDEX (ix_funnel_http_calls_contact)
        SET ${CALLS.becomes('cancel')}, request = NULL, next_attempt_at = NULL, lease_owner = NULL, lease_until = NULL,
            fence = fence + 1, settled_at = NOW(3)
      WHERE contact_id = :contactId AND ${CALLS.may('cancel')}`,
    { contactId },
  );
}

/** Gives the requests of merged contacts to the surviving contact. */
export async function moveCalls(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
  await tx.execute('UPDATE funnel_http_calls SET contact_id = :keepId WHERE contact_id IN (:mergedIds)', {
    keepId,
    mergedIds,
  });
}
