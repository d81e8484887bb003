import type { RequestedMemberships } from './membership-change.js';
import type { LeftState } from '../contact/contact-status.js';

/** By list id. */
export type LeftLists = ReadonlyMap<number, LeftState>;
type State = LeftState | 'subscribed' | null;

/** From and to null: the contact has no relation to the list. */
export interface SubscriptionMove {
  readonly listId: number;
  readonly from: State;
  readonly to: State;
}

interface Rules {
  /** The lists that contacts subscribe to. */
  readonly isSubscription: (listId: number) => boolean;
  /** Whether the write may add a contact that has left the list or has not confirmed yet. */
  readonly mayReturn: boolean;
  /**
   * Whether joining needs a confirmation: `kept` for a contact that must not be asked; `by_form`: a contact that has left is asked too, but
   * stays so until it confirms.
   */
  readonly optIn: 'none' | 'asked' | 'by_form' | 'kept';
}

/**
 * Applies the rules of subscriptions to the requested lists of a contact.
 * @returns the moves for the consent log, the lists without membership, those to confirm, whether lists were kept as they were, and what is
 * left of the request for memberships.
 */
export function changeSubscriptions(
  members: ReadonlySet<number>,
  before: LeftLists,
  request: RequestedMemberships,
  rules: Rules,
) {
  const { replace, attach, detach, unsubscribe } = { attach: [], detach: [], unsubscribe: [], ...request };
  const [kept, asked, left] = [new Set<number>(), new Set<number>(), new Map(before)];
  const moves: SubscriptionMove[] = [];
  const stateOf = (listId: number): State => before.get(listId) ?? (members.has(listId) ? 'subscribed' : null);
  const move = (listId: number, to: State): void => {
    moves.push({ listId, from: stateOf(listId), to });
    if (to === null || to === 'subscribed') left.delete(listId);
    else left.set(listId, to);
  };
  const wanted = new Set([...(replace ?? []), ...attach]);
  for (const listId of [...wanted].filter((id) => stateOf(id) !== 'subscribed')) {
    const outcome = outcomeOf(stateOf(listId), rules.isSubscription(listId), rules);
    if (outcome === 'kept') kept.add(listId);
    else if (outcome === 'asked') {
      asked.add(listId);
      move(listId, 'pending');
      // Anyone can fill in a form.
      if (stateOf(listId) === 'unsubscribed' && !rules.mayReturn) left.set(listId, 'unsubscribed');
    } else if (before.has(listId)) move(listId, 'subscribed');
  }
  for (const listId of detach.filter((id) => before.has(id))) move(listId, null);
  for (const listId of unsubscribe.filter((id) => stateOf(id) !== 'unsubscribed')) move(listId, 'unsubscribed');
  const joins = (listId: number): boolean => !kept.has(listId) && !asked.has(listId);
  return {
    ...{ moves, left, asked, isKept: kept.size > 0 },
    memberships: {
      ...(replace && { replace: [...replace].filter(joins) }),
      attach: attach.filter(joins),
      detach: [...detach, ...unsubscribe],
    },
  };
}

function outcomeOf(state: State, isSubscription: boolean, { mayReturn, optIn }: Rules): 'joined' | 'asked' | 'kept' {
  if (optIn === 'none' || !isSubscription) return state === null || mayReturn ? 'joined' : 'kept';
  if (optIn === 'kept') return 'kept';
  return state === 'unsubscribed' && !mayReturn && optIn !== 'by_form' ? 'kept' : 'asked';
}
