import { Injectable, Logger } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { ContactAliases } from '../../contacts/aliases/contact-aliases.service.js';
import type { FunnelTally } from '../engine/funnel-tally.js';
import { FunnelEntries, type LeavingEntry } from '../entries/funnel-entries.service.js';
import { RunningFunnels } from '../running-funnels.service.js';

type Request = StoredEvent<'funnel.add_requested' | 'funnel.removal_requested'>;

const REASON = 'bulk_action_undone';
const ROWS_PER_STATEMENT = 500;

/**
 * Contacts whom a bulk action wants in a funnel, or out of it again. Its rules of entry hold as for those whom its trigger
 * brings. What came with them is the action, and by that they are known when it is taken back.
 */
@Injectable()
export class RequestedEntries {
  private readonly logger = new Logger(RequestedEntries.name);

  constructor(
    private readonly funnels: RunningFunnels,
    private readonly entries: FunnelEntries,
    private readonly aliases: ContactAliases,
  ) {}

  /**
   * Does them one after the other, because one may take the other back.
   * @returns the funnels that somebody has entered.
   */
  async react(tx: Tx, requests: readonly Request[], tally: FunnelTally, now: Date): Promise<number[]> {
    const entered = new Set<number>();
    if (requests.length === 0) return [];
    // Somebody may have been merged since he was asked for.
    const ids = requests.flatMap(({ data }) => data.contact_ids);
    // Their event names many contacts, so merging one does not wait for it as for other events, but for this lock.
    await tx.query('SELECT id FROM contacts WHERE id IN (:ids) ORDER BY id LOCK IN SHARE MODE', { ids });
    const aliases = await this.aliases.hold(tx, ids);
    for (const { type, data: told } of together(requests)) {
      const data = { ...told, contact_ids: [...new Set(told.contact_ids.map((id) => aliases.get(id) ?? id))] };
      if (type === 'funnel.removal_requested') await this.remove(tx, data, tally, now);
      else if (await this.add(tx, data, tally, now)) entered.add(data.funnel_id);
    }
    return [...entered];
  }

  private async add(
    tx: Tx,
    { funnel_id: funnelId, contact_ids: contactIds, bulk_action_id: bulkActionId }: Request['data'],
    tally: FunnelTally,
    now: Date,
  ): Promise<boolean> {
    const funnel = await this.funnels.hold(tx, funnelId);
    if (funnel?.status !== 'published') return false;
    const came = bulkActionId === null ? {} : { payload: { bulk_action_id: bulkActionId } };
    let entered = 0;
    for (let start = 0; start < contactIds.length; start += ROWS_PER_STATEMENT) {
      const newcomers = contactIds
        .slice(start, start + ROWS_PER_STATEMENT)
        .map((contactId) => ({ contactId, ...came }));
      try {
        entered += (await tx.savepoint(() => this.entries.enter(tx, funnel, newcomers, { now, tally }))).size;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        this.logger.warn(
          { funnel: funnelId, reason: error.message },
          'A funnel whose rules make no sense any more lets nobody in',
        );
        return false;
      }
    }
    return entered > 0;
  }

  private async remove(
    tx: Tx,
    { funnel_id: funnelId, contact_ids: contactIds, bulk_action_id: bulkActionId }: Request['data'],
    tally: FunnelTally,
    now: Date,
  ): Promise<void> {
    const funnel = await this.funnels.hold(tx, funnelId);
    if (funnel === null) return;
    for (let start = 0; start < contactIds.length; start += ROWS_PER_STATEMENT) {
      const rows = await tx.query<LeavingEntry & { payload: string | null }>(
        `SELECT id, contact_id AS contactId, version_id AS versionId, next_step_id AS nextStepId, entered_at AS enteredAt,
                payload
           FROM funnel_entries WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds)
          ORDER BY active_contact_id FOR UPDATE`,
        { funnelId, contactIds: contactIds.slice(start, start + ROWS_PER_STATEMENT) },
      );
      const leaving = rows.filter(({ payload }) => cameBy(payload) === bulkActionId);
      await this.entries.leave(tx, funnel, leaving, { status: 'cancelled', reason: REASON, now, tally });
    }
  }
}

/** Requests that follow each other and differ in nothing but the contacts, as one. */
function together(requests: readonly Request[]): Pick<Request, 'type' | 'data'>[] {
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

/** The bulk action that has brought an entry; null for whatever else did. */
function cameBy(payload: string | null): unknown {
  return payload === null ? null : ((JSON.parse(payload) as Record<string, unknown>)['bulk_action_id'] ?? null);
}
