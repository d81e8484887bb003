import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { ContactAliases } from '../../contacts/aliases/contact-aliases.service.js';
import type { Counters } from '../enrollments/funnel-counters.js';
import { Enrollments, activeIn } from '../enrollments/enrollments.service.js';
import { RunningFunnels } from '../versions/running-funnels.service.js';
import { inParts } from '../../../platform/values/collections.js';

type Request = StoredEvent<'funnel.add_requested' | 'funnel.removal_requested'>;

const REASON = 'bulk_action_undone';
const ROWS_PER_STATEMENT = 500;

/** Enrolls or removes contacts for bulk actions. Like all that people add, the contacts enter whatever the entry rules are. The payload names the action, so that undo finds its enrollments. */
@Injectable()
export class RequestedEnrollments {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
    private readonly aliases: ContactAliases,
  ) {}

  async react(tx: Tx, requests: readonly Request[], counters: Counters, now: Date): Promise<number[]> {
    const entered = new Set<number>();
    if (requests.length === 0) return [];
    // Contacts may have been merged since the request.
    const ids = requests.flatMap(({ data }) => data.contact_ids);
    // These events name many contacts, so a merge does not wait for them; this lock makes it wait.
    await tx.query('SELECT id FROM contacts WHERE id IN (:ids) ORDER BY id LOCK IN SHARE MODE', { ids });
    const aliases = await this.aliases.hold(tx, ids);
    for (const { type, data: request } of joined(requests)) {
      const data = { ...request, contact_ids: [...new Set(request.contact_ids.map((id) => aliases.get(id) ?? id))] };
      if (type === 'funnel.removal_requested') await this.remove(tx, data, counters, now);
      else if (await this.add(tx, data, counters, now)) entered.add(data.funnel_id);
    }
    return [...entered];
  }

  private async add(
    tx: Tx,
    { funnel_id: funnelId, contact_ids: contactIds, bulk_action_id: bulkActionId }: Request['data'],
    counters: Counters,
    now: Date,
  ): Promise<boolean> {
    const funnel = await this.funnels.hold(tx, funnelId);
    if (funnel?.status !== 'published') return false;
    let entered = 0;
    for (const part of inParts(contactIds, ROWS_PER_STATEMENT)) {
      const candidates = part.map((contactId) => ({ contactId, bulkActionId }));
      const ids = await this.enrollments.enter(tx, funnel, candidates, { now, counters, isManual: true });
      entered += ids.size;
    }
    return entered > 0;
  }

  private async remove(
    tx: Tx,
    { funnel_id: funnelId, contact_ids: contactIds, bulk_action_id: bulkActionId }: Request['data'],
    counters: Counters,
    now: Date,
  ): Promise<void> {
    const funnel = await this.funnels.hold(tx, funnelId);
    if (funnel === null) return;
    for (const part of inParts(contactIds, ROWS_PER_STATEMENT)) {
      const some = part.map((contactId) => ({ contactId }));
      const rows = await activeIn(tx, funnelId, some, 'FOR UPDATE');
      const leaving = rows.filter(({ payload }) => bulkActionOf(payload) === bulkActionId);
      await this.enrollments.leave(tx, funnel, leaving, { status: 'cancelled', reason: REASON, now, counters });
    }
  }
}

/** Joins consecutive requests that differ only in their contacts. */
function joined(requests: readonly Request[]): Pick<Request, 'type' | 'data'>[] {
  const joined: Pick<Request, 'type' | 'data'>[] = [];
  for (const { type, data } of requests) {
    const last = joined.at(-1);
    if (
      last?.type === type &&
      last.data.funnel_id === data.funnel_id &&
      last.data.bulk_action_id === data.bulk_action_id
    )
      joined[joined.length - 1] = {
        type,
        data: { ...data, contact_ids: [...last.data.contact_ids, ...data.contact_ids] },
      };
    else joined.push({ type, data });
  }
  return joined;
}

/** Returns the id of the bulk action that created an enrollment, or null. */
function bulkActionOf(payload: string | null): unknown {
  return payload === null ? null : ((JSON.parse(payload) as Record<string, unknown>)['bulk_action_id'] ?? null);
}
