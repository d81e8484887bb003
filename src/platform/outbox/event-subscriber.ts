import { DiscoveryService } from '@nestjs/core';
import type { EventName, StoredEvent } from '../../events/domain-events.js';
import type { Tx } from '../database/database.js';

/** Work for after the relay's commit, such as ringing a queue. It may get lost in a crash; sweepers make up for it. */
export type AfterRelay = () => void | Promise<void>;

/**
 * Reacts to events of other modules. It runs inside the relay's transaction, so it only writes rows, in multi-row
 * statements; marking the batch done commits with them, and so every subscriber sees every event exactly once. Where a row
 * stays locked for a second its work is undone and done again later, by itself (`LateSubscribers`).
 */
export interface EventSubscriber<Name extends EventName = EventName> {
  /** Stable: parked events are kept under this name. */
  readonly name: string;
  readonly wants: readonly Name[];
  /** Those of them that it hears of also where they are silent, because its rows have to stay true. */
  readonly hearsSilent?: readonly Name[];
  /** It is handed an event only when every other subscriber has taken it: what they wrote has to be there. */
  readonly afterOthers?: true;
  onEvents(tx: Tx, events: readonly StoredEvent<Name>[]): Promise<AfterRelay | undefined>;
  /** Which of these events it refers to from rows of its own; they outlive their time. `ids` are ascending. */
  stillNeeds?(tx: Tx, ids: readonly number[]): Promise<readonly number[]>;
}

/** Marks a provider of a worker module as an `EventSubscriber`; the relay finds it by this. */
export const Subscribes = DiscoveryService.createDecorator<undefined>();
