import type { ContactInput, CheckResult } from '../writing/contact-check.service.js';
import type { Contact } from '../contact/contact.entity.js';
import type { ContactPlan, Draft, Effect } from '../writing/contact-plan.js';
import type { BulkWriteOptions } from './bulk-write.js';

/** The existing contacts that the rows of a batch refer to. */
interface Identities {
  readonly ids: ReadonlyMap<string, number>;
  /** Contacts that may be changed. */
  readonly contacts: readonly Contact[];
  readonly idsByUserId: ReadonlyMap<number, number>;
}

export type Decision =
  | { readonly kind: 'invalid'; readonly reasons: Readonly<Record<string, string>> }
  /** A contact created in this batch gets its id only when it is stored. */
  | { readonly kind: 'exists'; readonly contact: { readonly id: number } }
  | { readonly kind: 'created' | 'updated' | 'unchanged'; readonly effect: Effect };

interface Identified {
  readonly id: number;
}

/** Decides the rows in order: refuses them, or adds them to the plan as an update or a creation. */
export class RowDecisions {
  private readonly drafts = new Map<string, Draft>();
  private readonly idsByUserId: Map<number, Identified>;

  constructor(
    private readonly identities: Identities,
    private readonly plan: ContactPlan,
    private readonly options: BulkWriteOptions,
  ) {
    for (const contact of identities.contacts) this.drafts.set(contact.email, plan.draftOf(contact));
    const byId = new Map<number, Draft>();
    for (const draft of this.drafts.values()) byId.set(draft.id, draft);
    this.idsByUserId = new Map(Array.from(identities.idsByUserId, ([userId, id]) => [userId, byId.get(id) ?? { id }]));
  }

  take({ checked, faults }: CheckResult, row: ContactInput): Decision {
    const { email, userId } = checked.fields;
    const draft = email === undefined ? undefined : this.drafts.get(email);
    const known = draft ?? this.passedOver(email);
    if (known === undefined && !this.hasStatus(row)) faults.add('status', 'is required');
    if (this.isTaken(userId, known)) faults.add('user_id', 'belongs to another contact');
    if (!faults.isEmpty) return { kind: 'invalid', reasons: faults.reasonsByField() };
    if (email === undefined) throw new Error('an address without fault is there');
    if (known === undefined) {
      const effect = this.moved(this.plan.create(checked, this.options.statusOfNew));
      this.drafts.set(email, effect.draft);
      return { kind: 'created', effect };
    }
    if (draft === undefined || !this.options.update) return { kind: 'exists', contact: known };
    const effect = this.moved(this.plan.change(draft, checked));
    return { kind: effect.isDifferent ? 'updated' : 'unchanged', effect };
  }

  /** Whether the row, valid or not, or the options give a new contact a status. */
  private hasStatus({ status }: ContactInput): boolean {
    return status !== undefined || this.options.statusOfNew !== null || Boolean(this.options.doubleOptIn);
  }

  private passedOver(email: string | undefined): Identified | undefined {
    const id = email === undefined ? undefined : this.identities.ids.get(email);
    return id === undefined ? undefined : { id };
  }

  private isTaken(userId: number | null | undefined, own: Identified | undefined): boolean {
    if (userId === undefined || userId === null) return false;
    const holder = this.idsByUserId.get(userId);
    // Compares ids too: a skipped contact is a new object each time. New contacts have no id yet.
    return holder !== undefined && holder !== own && (holder.id === 0 || holder.id !== own?.id);
  }

  /** Records which contact has which user id after the row. */
  private moved(effect: Effect): Effect {
    const { draft, old, contact } = effect;
    const [from, to] = [old?.userId ?? null, contact.userId];
    if (from === to) return effect;
    if (from !== null && this.idsByUserId.get(from) === draft) this.idsByUserId.delete(from);
    if (to !== null) this.idsByUserId.set(to, draft);
    return effect;
  }
}
