import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { isErasedAddress } from '../../platform/text/erased-address.js';
import { LabelChanges } from '../contacts/automation/label-changes.service.js';
import { ContactRemover } from '../contacts/bulk-writes/contact-remover.service.js';
import type { RecordedChanges } from '../contacts/bulk-writes/recorded-changes.js';
import { CompanyMemberships } from '../contacts/companies/company-memberships.service.js';
import { WHOLE_CONTACT } from '../contacts/contact-columns.js';
import type { ChangeCause } from '../contacts/contact-change.js';
import { lockContacts } from '../contacts/contact-locks.js';
import type { Contact } from '../contacts/contact.entity.js';
import type { MembershipDifference } from '../contacts/memberships/membership-change.js';
import { type BulkAction, isMembershipAction, MEMBERSHIP_ACTIONS, type MembershipAction } from './bulk-action.js';
import { StatusChanges } from './status-changes.service.js';

/** What an action has made of one contact. */
export interface ActedOn {
  readonly outcome: 'updated' | 'skipped';
  readonly keptStatus: boolean;
  /** In words for people, where there is something to say. */
  readonly reason: string | null;
  readonly changes: RecordedChanges | null;
}

export interface ActionContext {
  /** The job that acts; null for what is done at once. */
  readonly bulkActionId: number | null;
  /** Nobody outside is told and nothing is set off. */
  readonly silent: boolean;
}

/** What the action speaks of is not there any more, so that it can do nothing for anybody. */
export class ActionImpossible extends Error {}

const AT_ONCE = 500;
/** The relay hands on a few hundred events in one transaction, and each of these contacts takes a while to let in. */
const CONTACTS_PER_REQUEST = 50;
/** In words, and in what is recorded of a contact. */
const MEMBERS = { list: 'lists', tag: 'tags', company: 'companies' } as const;

const NOTHING_TO_DO: ActedOn = { outcome: 'skipped', keptStatus: false, reason: 'nothing to change', changes: null };
const ERASED: ActedOn = { ...NOTHING_TO_DO, reason: 'has been erased' };
const NOBODY: ReadonlySet<number> = new Set();

const done = (changes: RecordedChanges | null, reason: string | null = null): ActedOn => ({
  outcome: 'updated',
  keptStatus: false,
  reason,
  changes,
});

/** Does to contacts what an action says, in multi-row statements. */
@Injectable()
export class ActionEffects {
  constructor(
    private readonly labels: LabelChanges,
    private readonly companies: CompanyMemberships,
    private readonly statuses: StatusChanges,
    private readonly remover: ContactRemover,
    private readonly outbox: Outbox,
  ) {}

  /**
   * As one of the last deeds of the caller's transaction, because counters end up locked.
   * @param contactIds who exist and whose locks the caller holds, all of them taken before.
   * @returns what became of each.
   * @throws ActionImpossible
   */
  async apply(
    tx: Tx,
    contactIds: readonly number[],
    action: BulkAction,
    context: ActionContext,
  ): Promise<Map<number, ActedOn>> {
    const results = new Map<number, ActedOn>();
    for (let start = 0; start < contactIds.length; start += AT_ONCE) {
      const part = contactIds.slice(start, start + AT_ONCE);
      // Nothing is written about nobody; what is left of them may be taken away.
      const erased = action.name === 'delete' ? NOBODY : await erasedAmong(tx, part);
      for (const id of erased) results.set(id, ERASED);
      const living = part.filter((id) => !erased.has(id));
      if (living.length === 0) continue;
      for (const [id, acted] of await this.applyToSome(tx, living, action, context)) results.set(id, acted);
    }
    return results;
  }

  private async applyToSome(
    tx: Tx,
    contactIds: readonly number[],
    action: BulkAction,
    context: ActionContext,
  ): Promise<ReadonlyMap<number, ActedOn>> {
    if (isMembershipAction(action)) return this.changeMemberships(tx, contactIds, action, context);
    switch (action.name) {
      case 'change_status':
        return this.changeStatus(tx, contactIds, action, context);
      case 'delete':
        return this.remove(tx, contactIds, context);
      case 'add_to_funnel':
        return this.askIntoFunnel(tx, contactIds, action.funnelId, context);
    }
  }

  private async changeMemberships(
    tx: Tx,
    contactIds: readonly number[],
    { name, ids }: { readonly name: MembershipAction; readonly ids: readonly number[] },
    { silent }: ActionContext,
  ): Promise<ReadonlyMap<number, ActedOn>> {
    const { kind, way } = MEMBERSHIP_ACTIONS[name];
    const { differences, missing } =
      kind === 'company'
        ? await this.companies.changeIn(tx, { contactIds, companyIds: ids }, way)
        : await this.labels.applyToMany(tx, contactIds, { kind, [way]: ids }, { silent });
    if (missing.length === ids.length)
      throw new ActionImpossible(`The ${MEMBERS[kind]} of the action are not there any more.`);
    return new Map(
      contactIds.map((id) => {
        const difference = differences.get(id);
        return [id, difference ? done({ [MEMBERS[kind]]: plain(difference) }) : NOTHING_TO_DO];
      }),
    );
  }

  private async changeStatus(
    tx: Tx,
    contactIds: readonly number[],
    { status: to, force }: Extract<BulkAction, { name: 'change_status' }>,
    { silent, bulkActionId }: ActionContext,
  ): Promise<ReadonlyMap<number, ActedOn>> {
    const cause = causeOf(bulkActionId);
    const changes = await this.statuses.applyToMany(tx, contactIds, { to, force, cause, silent });
    return new Map(
      [...changes].map(([id, change]): [number, ActedOn] => {
        if (change.kind === 'unchanged') return [id, NOTHING_TO_DO];
        if (change.kind === 'kept')
          return [id, { outcome: 'skipped', keptStatus: true, reason: 'keeps its status', changes: null }];
        const { from, lifted } = change;
        return [id, done({ fields: { status: [from, to] }, ...(lifted === null ? {} : { suppression: lifted }) })];
      }),
    );
  }

  private async remove(
    tx: Tx,
    contactIds: readonly number[],
    { silent, bulkActionId }: ActionContext,
  ): Promise<ReadonlyMap<number, ActedOn>> {
    const contacts = await lockContacts<Contact>(tx, contactIds, WHOLE_CONTACT);
    await this.remover.removeMany(tx, contacts, causeOf(bulkActionId), { silent });
    return new Map(contacts.map(({ id }) => [id, done(null, 'deleted')]));
  }

  /** The funnel lets them in by itself a moment later; who is in it by then, or whom its rules keep out, is passed over. */
  private async askIntoFunnel(
    tx: Tx,
    contactIds: readonly number[],
    funnelId: number,
    { bulkActionId }: ActionContext,
  ): Promise<ReadonlyMap<number, ActedOn>> {
    const [funnel] = await tx.query(
      "SELECT id FROM funnels WHERE id = :funnelId AND status = 'published' AND deleted_at IS NULL",
      { funnelId },
    );
    if (!funnel) throw new ActionImpossible('The funnel is not published any more.');
    const inside = await activeIn(tx, funnelId, contactIds);
    const asked = contactIds.filter((id) => !inside.has(id));
    for (let start = 0; start < asked.length; start += CONTACTS_PER_REQUEST)
      await this.outbox.append(tx, 'funnel.add_requested', funnelId, {
        funnel_id: funnelId,
        contact_ids: asked.slice(start, start + CONTACTS_PER_REQUEST),
        bulk_action_id: bulkActionId,
      });
    return new Map(
      contactIds.map((id) => [
        id,
        inside.has(id) ? { ...NOTHING_TO_DO, reason: 'is in the funnel already' } : done({ funnel: funnelId }),
      ]),
    );
  }
}

const causeOf = (bulkActionId: number | null): ChangeCause => ({
  source: 'api',
  reason: bulkActionId === null ? 'bulk action' : `bulk action ${bulkActionId}`,
});

const plain = ({ added, removed }: MembershipDifference): MembershipDifference => ({ added, removed });

/** Those of whom only a row without a face is left. */
async function erasedAmong(tx: Tx, contactIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number; email: string }>(
    'SELECT id, email FROM contacts WHERE id IN (:contactIds)',
    {
      contactIds,
    },
  );
  return new Set(rows.filter(({ email }) => isErasedAddress(email)).map(({ id }) => id));
}

/** Those who are in a funnel at present. */
async function activeIn(tx: Tx, funnelId: number, contactIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    'SELECT active_contact_id AS id FROM funnel_entries WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds)',
    { funnelId, contactIds },
  );
  return new Set(rows.map(({ id }) => id));
}
