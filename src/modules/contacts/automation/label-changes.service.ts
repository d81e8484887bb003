import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { type LabelKind, LabelsService } from '../../labels/labels.service.js';
import { type CheckedContact, NOTHING } from '../writing/contact-check.service.js';
import type { MembershipDifference } from '../memberships/membership-change.js';
import { lockContacts, retryOnDeletion } from '../contact/contact-locks.js';
import { ContactWriter } from '../writing/contact-writer.service.js';

export interface LabelChange {
  readonly kind: LabelKind;
  readonly attach?: readonly number[];
  readonly detach?: readonly number[];
}

interface LabelsChanged {
  readonly changed: ReadonlySet<number>;
  readonly differences: ReadonlyMap<number, MembershipDifference>;
  /** Contacts that have left a subscription, and stay so. */
  readonly kept: ReadonlySet<number>;
  /** Contacts that no longer exist. */
  readonly gone: ReadonlySet<number>;
  readonly missing: readonly number[];
}

/** Attaches and detaches lists or tags for many contacts in a constant number of statements. */
@Injectable()
export class LabelChanges {
  constructor(
    private readonly writer: ContactWriter,
    private readonly labels: LabelsService,
  ) {}

  /** Call near the end of the transaction: it takes counter locks. */
  async applyToMany(
    tx: Tx,
    contactIds: readonly number[],
    { kind, attach = [], detach = [] }: LabelChange,
    { silent = false }: { readonly silent?: boolean } = {},
  ): Promise<LabelsChanged> {
    const contacts = await lockContacts(tx, contactIds);
    const present = new Set(contacts.map(({ id }) => id));
    const gone = new Set(contactIds.filter((id) => !present.has(id)));
    return retryOnDeletion(tx, async () => {
      const known = await this.labels.known(tx, kind, [...new Set([...attach, ...detach])]);
      const request = { attach: attach.filter((id) => known.has(id)), detach: detach.filter((id) => known.has(id)) };
      const checked: CheckedContact = {
        ...NOTHING,
        requestedLabels: { ...NOTHING.requestedLabels, [kind]: request },
        named: { ...NOTHING.named, [kind]: known },
      };
      // Events of labels carry no cause.
      const changes = contacts.map((before) => ({ before, checked }));
      const { effects } = await this.writer.changeAll(tx, changes, {
        cause: { source: 'api' },
        // Automations do not add contacts who have left a subscription.
        forceStatus: false,
        silent,
      });
      const differences = new Map(
        effects.filter(({ isDifferent }) => isDifferent).map(({ contact, labels }) => [contact.id, labels[kind]]),
      );
      const kept = new Set(effects.filter(({ keptStatus }) => keptStatus).map(({ contact }) => contact.id));
      const missing = [...attach, ...detach].filter((id) => !known.has(id));
      return { changed: new Set(differences.keys()), differences, kept, gone, missing };
    });
  }
}
