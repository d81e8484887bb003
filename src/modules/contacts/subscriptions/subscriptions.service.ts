import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { isErasedAddress } from '../../../platform/text/erased-address.js';
import { LabelsService } from '../../labels/labels.service.js';
import type { ConsentEvidence } from '../consent/consent-log.js';
import { OPT_IN_REQUESTS } from '../consent/double-opt-in-request.entity.js';
import type { ContactStatus } from '../contact/contact-status.js';
import { lockMerged } from '../aliases/contact-aliases.js';
import { lockContact } from '../contact/contact-locks.js';
import { MINUTES_BETWEEN_EMAILS } from '../double-opt-in/double-opt-in.service.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import type { ChangeCause } from '../writing/contact-change.js';
import type { OptIn } from '../writing/contact-plan.js';
import { NOTHING, requestOf } from '../writing/contact-check.service.js';
import { ContactWriter } from '../writing/contact-writer.service.js';

/** The name of a subscription that contacts see, of `lists l`. */
export const PUBLIC_NAME = `COALESCE(NULLIF(l.public_name, ''), l.title)`;

export interface SubscriptionOrder extends OptIn {
  /** Evidence that the contact wanted to be asked. */
  readonly evidence?: ConsentEvidence;
}

/** A list that a contact has subscribed to, requested, or left. */
export interface Subscription {
  readonly contactId: number;
  readonly listId: number;
  readonly title: string;
  readonly publicName: string | null;
  readonly state: Extract<ContactStatus, 'subscribed' | 'pending' | 'unsubscribed'>;
  readonly changedAt: Date;
}

/** Lists that contacts join and leave by themselves. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly memberships: MembershipsService,
    private readonly writer: ContactWriter,
  ) {}

  /**
   * Makes lists pending and sends the double opt-in email that confirms them, and the status of a contact that is not subscribed; with
   * the template of each list. A list that was asked for within the last minutes is not asked for again.
   * @param listIds subscriptions or plain lists; unknown ids are ignored.
   * @returns `refused` for a contact that is unknown, erased, or has complained.
   */
  async request(
    tx: Tx,
    contactId: number,
    listIds: readonly number[],
    order: SubscriptionOrder,
  ): Promise<'asked' | 'already_subscribed' | 'refused'> {
    const { evidence = {}, ...doubleOptIn } = order;
    const before = await lockContact(tx, { id: contactId });
    if (!before || before.status === 'complained' || isErasedAddress(before.email)) return 'refused';
    const known = await this.labels.known(tx, 'list', listIds);
    const among = { list: [...known.keys()], tag: [] };
    const members = (await this.memberships.of([contactId], tx, among)).get(contactId)?.list ?? [];
    if (before.status === 'subscribed' && members.length === known.size) return 'already_subscribed';
    const recent = await this.recentlyAsked(tx, contactId);
    const attach = among.list.filter((id) => !recent.has(id));
    const cause = { source: 'double_opt_in', reason: `requested by ${order.source}`, evidence } as const;
    const checked = { ...NOTHING, ...requestOf({ attach }, known) };
    if (attach.length > 0 || known.size === 0) await this.writer.write(tx, { before, checked }, { cause, doubleOptIn });
    return 'asked';
  }

  /** Makes a contact leave a subscription; its status is unchanged. @returns whether anything changed. */
  async unsubscribe(tx: Tx, contactId: number, listId: number, cause: ChangeCause): Promise<boolean> {
    const before = await lockMerged(tx, contactId);
    if (!before) return false;
    const known = await this.labels.known(tx, 'list', [listId]);
    const checked = { ...NOTHING, ...requestOf({ unsubscribe: [listId] }, known) };
    return (await this.writer.write(tx, { before, checked }, { cause })).changed;
  }

  /** Returns the lists for which an email was requested within the last minutes and not answered. */
  private async recentlyAsked(tx: Tx, contactId: number): Promise<ReadonlySet<number>> {
    const rows = await tx.query<{ lists: string }>(
      `SELECT list_ids AS lists FROM contact_optins
        WHERE contact_id = :contactId AND list_ids IS NOT NULL AND ${OPT_IN_REQUESTS.may('confirm')}
          AND requested_at > NOW(3) - INTERVAL ${MINUTES_BETWEEN_EMAILS} MINUTE`,
      { contactId },
    );
    return new Set(rows.flatMap(({ lists }) => lists.split(',').map(Number)));
  }

  /** Returns the subscriptions of contacts, by contact and list id. */
  async statesOf(contactIds: readonly number[], reader = this.db.joined()): Promise<Subscription[]> {
    if (contactIds.length === 0) return [];
    const rows = await reader.query<Subscription>(
      `SELECT m.contact_id AS contactId, l.id AS listId, l.title, l.public_name AS publicName, m.state, m.changed_at AS changedAt
         FROM (SELECT contact_id, list_id, 'subscribed' AS state, created_at AS changed_at
                 FROM contact_lists WHERE contact_id IN (:contactIds)
                UNION ALL
               SELECT contact_id, list_id, state, changed_at FROM list_subscriptions WHERE contact_id IN (:contactIds)) m
         JOIN lists l ON l.id = m.list_id AND l.is_subscription = 1
        ORDER BY m.contact_id, l.id, FIELD(m.state, 'pending', 'subscribed', 'unsubscribed')`,
      { contactIds },
    );
    // A worker of an older version may have added a contact that has left: then the opt-out counts.
    return [...new Map(rows.map((row) => [`${row.contactId}:${row.listId}`, row])).values()];
  }
}
