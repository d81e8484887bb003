import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Reader } from '../../../platform/database/database.js';
import { createMarker, providersWith } from '../../../platform/discovery/marker.js';
import type { Recipient } from '../../mail-content/recipients.queries.js';
import type { Audience } from './sending.entity.js';

/** A ledger message whose recipient must be checked. */
export interface DueMessage {
  readonly id: number;
  readonly contact_id: number | null;
  readonly email: string | null;
  /** The key of the message within its source. */
  readonly recipient_key: string;
  /** The subscription of the message, if its kind has any. */
  readonly list_id?: number | null;
}

/** The recipient of each message as of now, or the reason why the message is skipped. */
export type Decisions<Message extends DueMessage> = ReadonlyMap<Message, Recipient | string>;

/** A kind of email in the ledger, registered by its module. */
export interface EmailKind {
  /** The sendings that it decides on. */
  readonly audience: Audience;
  /** Decides in the transaction that claims the messages, or directly before submission. */
  recipientsOf<Message extends DueMessage>(reader: Reader, due: readonly Message[]): Promise<Decisions<Message>>;
}

/** Marks a provider as an `EmailKind`; `EmailKinds` finds it by this. */
export const RegistersEmailKind = createMarker<EmailKind>();

@Injectable()
export class EmailKinds implements OnApplicationBootstrap {
  private kinds: readonly EmailKind[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    this.kinds = providersWith(RegistersEmailKind, this.discovery);
  }

  /** @throws Error for an audience that no module has registered. */
  of(audience: Audience): EmailKind {
    const kind = this.kinds.find((one) => one.audience === audience);
    if (!kind) throw new Error(`No kind of email is registered for ${audience}`);
    return kind;
  }
}
