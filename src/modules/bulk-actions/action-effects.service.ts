import { inParts } from '../../platform/values/collections.js';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { isErasedAddress } from '../../platform/text/erased-address.js';
import { LabelChanges } from '../contacts/automation/label-changes.service.js';
import { ContactRemover } from '../contacts/writing/contact-remover.service.js';
import type { RecordedChanges } from '../contacts/bulk-writes/recorded-changes.js';
import { CompanyMemberships } from '../contacts/memberships/company-memberships.service.js';
import type { ChangeCause } from '../contacts/writing/contact-change.js';
import { onlyStatus } from '../contacts/writing/contact-check.service.js';
import { ContactWriter } from '../contacts/writing/contact-writer.service.js';
import { JobFailed } from '../jobs/bulk-work.js';
import { idsOf } from '../../platform/ids/ids.js';
import { given } from '../../platform/http/given.js';
import { lockContacts, readContacts } from '../contacts/contact/contact-locks.js';
import type { BulkAction, MembershipAction } from './bulk-action.js';
import { isMembershipAction, MEMBERS, MEMBERSHIP_ACTIONS } from './bulk-action.js';

export interface ActionResult {
  readonly outcome: 'updated' | 'skipped';
  readonly keptStatus: boolean;
  /** A text for the manager; null if there is nothing to report. */
  readonly reason: string | null;
  readonly changes: RecordedChanges | null;
}

interface ActionContext {
  /** The job that runs the action; null if it runs in the request. */
  readonly bulkActionId: number | null;
  /** Suppresses webhooks and funnel triggers. */
  readonly silent: boolean;
}

/** The target of the action (label, company, funnel) no longer exists. */
export class ActionImpossible extends JobFailed {}

const AT_ONCE = 500;
/** Small, because the relay enrolls all contacts of an event in its own transaction. */
const CONTACTS_PER_REQUEST = 50;
type Results = ReadonlyMap<number, ActionResult>;

export function skippedFor(reason: string, keptStatus = false): ActionResult {
  return { outcome: 'skipped', keptStatus, reason, changes: null };
}
const NONE: ReadonlySet<number> = new Set();
const NOTHING_TO_DO = skippedFor('nothing to change');
const ERASED = skippedFor('has been erased');
const INSIDE = skippedFor('is already active in the funnel');
const NO_CONTACTS: ReadonlySet<number> = new Set();

function done(changes: RecordedChanges | null, reason: string | null = null): ActionResult {
  return { outcome: 'updated', keptStatus: false, reason, changes };
}

@Injectable()
export class ActionEffects {
  constructor(
    private readonly labels: LabelChanges,
    private readonly companies: CompanyMemberships,
    private readonly writer: ContactWriter,
    private readonly remover: ContactRemover,
    private readonly outbox: Outbox,
  ) {}

  /** Changes locked contacts. Call near the end of the transaction: it locks counters. @throws ActionImpossible */
  async apply(
    tx: Tx,
    contactIds: readonly number[],
    action: BulkAction,
    context: ActionContext,
  ): Promise<Map<number, ActionResult>> {
    const results = new Map<number, ActionResult>();
    for (const part of inParts(contactIds, AT_ONCE)) {
      // Erased contacts get no new data, but their anonymized rows may be deleted.
      const erased = action.name === 'delete' ? NO_CONTACTS : await erasedAmong(tx, part);
      for (const id of erased) results.set(id, ERASED);
      const active = part.filter((id) => !erased.has(id));
      if (active.length === 0) continue;
      for (const [id, acted] of await this.applyToSome(tx, active, action, context)) results.set(id, acted);
    }
    return results;
  }

  private async applyToSome(
    tx: Tx,
    ids: readonly number[],
    action: BulkAction,
    context: ActionContext,
  ): Promise<Results> {
    if (isMembershipAction(action)) return this.changeMemberships(tx, ids, action, context);
    if (action.name === 'change_status') return this.changeStatus(tx, ids, action, context);
    if (action.name === 'delete') return this.remove(tx, ids, context);
    return this.requestEnrollment(tx, ids, action.funnelId, context);
  }

  private async changeMemberships(
    tx: Tx,
    contactIds: readonly number[],
    { name, ids }: { readonly name: MembershipAction; readonly ids: readonly number[] },
    { silent }: ActionContext,
  ): Promise<Results> {
    const { kind, way } = MEMBERSHIP_ACTIONS[name];
    const { differences, kept, missing } =
      kind === 'company'
        ? { ...(await this.companies.changeIn(tx, { contactIds, companyIds: ids }, way)), kept: NONE }
        : await this.labels.applyToMany(tx, contactIds, { kind, [way]: ids }, { silent });
    if (missing.length === ids.length)
      throw new ActionImpossible(`The ${MEMBERS[kind]} of the action no longer exist.`);
    const resultOf = (id: number): ActionResult => {
      const difference = differences.get(id);
      if (difference) return done({ [MEMBERS[kind]]: difference });
      return kept.has(id) ? skippedFor('has left the list', true) : NOTHING_TO_DO;
    };
    return new Map(contactIds.map((id) => [id, resultOf(id)]));
  }

  private async changeStatus(
    tx: Tx,
    contactIds: readonly number[],
    { status, force }: Extract<BulkAction, { name: 'change_status' }>,
    { silent, bulkActionId }: ActionContext,
  ): Promise<Results> {
    const checked = onlyStatus(status);
    const changes = (await lockContacts(tx, contactIds)).map((before) => ({ before, checked }));
    const options = { cause: causeOf(bulkActionId), forceStatus: force, silent, recordChanges: true };
    const { effects, lifted } = await this.writer.changeAll(tx, changes, options);
    return new Map(
      effects.map(({ contact: { id, email }, old, statusMoved, keptStatus }): [number, ActionResult] => {
        if (keptStatus) return [id, skippedFor('keeps its status', true)];
        if (!statusMoved || old === null) return [id, NOTHING_TO_DO];
        const suppression = lifted.get(email);
        return [id, done({ fields: { status: [old.status, status] }, ...given({ suppression }) })];
      }),
    );
  }

  private async remove(tx: Tx, ids: readonly number[], { silent, bulkActionId }: ActionContext): Promise<Results> {
    const contacts = await lockContacts(tx, ids);
    await this.remover.removeMany(tx, contacts, causeOf(bulkActionId), { silent });
    return new Map(contacts.map(({ id }) => [id, done(null, 'deleted')]));
  }

  /** Requests enrollment of those who are not in the funnel; the funnel enrolls them asynchronously. */
  private async requestEnrollment(
    tx: Tx,
    contactIds: readonly number[],
    funnelId: number,
    { bulkActionId }: ActionContext,
  ): Promise<Results> {
    const sql = "SELECT id FROM funnels WHERE id = :funnelId AND status = 'published' AND deleted_at IS NULL";
    const [funnel] = await tx.query(sql, { funnelId });
    if (!funnel) throw new ActionImpossible('The funnel is no longer published.');
    const inside = await activeIn(tx, funnelId, contactIds);
    const asked = contactIds.filter((id) => !inside.has(id));
    for (const part of inParts(asked, CONTACTS_PER_REQUEST))
      await this.outbox.append(tx, 'funnel.add_requested', funnelId, {
        funnel_id: funnelId,
        contact_ids: part,
        bulk_action_id: bulkActionId,
      });
    const resultOf = (id: number): ActionResult => (inside.has(id) ? INSIDE : done({ funnel: funnelId }));
    return new Map(contactIds.map((id) => [id, resultOf(id)]));
  }
}

const causeOf = (bulkActionId: number | null): ChangeCause => ({
  source: 'api',
  reason: bulkActionId === null ? 'bulk action' : `bulk action ${bulkActionId}`,
});

/** Returns the contacts of which only an anonymized row is left. */
async function erasedAmong(tx: Tx, contactIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await readContacts<{ id: number; email: string }>(tx, contactIds, 'c.id, c.email');
  return new Set(idsOf(rows.filter(({ email }) => isErasedAddress(email))));
}

async function activeIn(tx: Tx, funnelId: number, contactIds: readonly number[]): Promise<ReadonlySet<number>> {
  const sql = `SELECT active_contact_id AS id FROM funnel_entries
    WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds)`;
  return new Set(idsOf(await tx.query<{ id: number }>(sql, { funnelId, contactIds })));
}
