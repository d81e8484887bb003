import { given } from '../../../platform/http/given.js';
import type { Label } from '../../labels/labels.service.js';
import type { Contact } from '../contact/contact.entity.js';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { CustomValuesService } from '../../custom-fields/custom-values.service.js';
import type { ConsentEvidence } from '../consent/consent-log.js';
import { ContactsService } from '../contacts.service.js';
import type { ContactStatus, TrackingConsent } from '../contact/contact-status.js';
import type { Language } from '../../../languages/languages.js';
import { lockPerson } from '../contact/contact-locks.js';
import { PUBLIC_NAME, SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { DoubleOptInService } from '../double-opt-in/double-opt-in.service.js';

/** A public list, or a subscription of the contact, which it can join and leave. */
interface OfferedList extends Pick<Label, 'id' | 'title' | 'description'> {
  readonly isMember: boolean;
  /** Whether a subscription waits for a confirmation. */
  readonly isPending: boolean;
  readonly isSubscription: boolean;
}

/** A public custom field, which contacts can fill in. */
export interface OfferedField extends Pick<CustomField, 'id' | 'slug' | 'type' | 'label'> {
  /** Empty for types without options. */
  readonly options: readonly string[];
  readonly value: string | readonly string[] | null;
}

type ContactRow = Pick<Contact, 'email' | 'status' | 'firstName' | 'lastName' | 'pausedUntil' | 'trackingConsent'>;

/** The data that contacts see in the preference center. They can change all of it except address and status. */
export interface Preferences extends Readonly<ContactRow> {
  readonly contactId: number;
  readonly lists: readonly OfferedList[];
  readonly fields: readonly OfferedField[];
}

/** Requested changes; omitted fields are unchanged. */
export interface PreferenceChanges {
  readonly firstName?: string;
  readonly lastName?: string;
  /** By list id. */
  readonly lists: ReadonlyMap<number, boolean>;
  /** By field id; an empty string clears the value. */
  readonly values: ReadonlyMap<number, string | readonly string[]>;
  readonly pausedUntil?: Date | null;
  readonly trackingConsent?: TrackingConsent;
  readonly forgetTracking?: boolean;
}

/** Reads and changes what contacts may see and edit without a password: public lists and fields, their name, a pause. */
@Injectable()
export class ContactPreferencesService {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly optIns: DoubleOptInService,
    private readonly subscriptions: SubscriptionsService,
    private readonly fields: CustomFieldsService,
    private readonly values: CustomValuesService,
  ) {}

  async of(contactId: number): Promise<Preferences | null> {
    const [contact] = await this.db.query<ContactRow>(
      `SELECT email, status, first_name AS firstName, last_name AS lastName, paused_until AS pausedUntil,
              tracking_consent AS trackingConsent
         FROM contacts WHERE id = :contactId`,
      { contactId },
    );
    if (!contact) return null;
    return { contactId, ...contact, lists: await this.listsFor(contactId), fields: await this.fieldsFor(contactId) };
  }

  /**
   * Saves the permitted changes in one transaction and ignores others, such as private lists.
   * @returns the API names of invalid values (`first_name`, `custom_values.color`); empty if the changes were saved.
   */
  async save(contactId: number, changes: PreferenceChanges, evidence: ConsentEvidence): Promise<ReadonlySet<string>> {
    const lists = await this.listsFor(contactId);
    const fields = await this.fieldsFor(contactId);
    const wanted = (isMember: boolean, isSubscription: boolean): number[] =>
      lists
        .filter((list) => list.isSubscription === isSubscription && changes.lists.get(list.id) === isMember)
        // Subscriptions that the contact does not have stay so.
        .flatMap(({ id, ...list }) => (isSubscription && !isMember && !list.isMember && !list.isPending ? [] : [id]));
    const joined = wanted(true, true);
    const values = fields.flatMap(({ id, slug }) => {
      const value = changes.values.get(id);
      return value === undefined ? [] : [[slug, value] as const];
    });
    const input = {
      ...given({
        first_name: changes.firstName,
        last_name: changes.lastName,
        paused_until: changes.pausedUntil && sqlTimestamp(changes.pausedUntil),
        tracking_consent: changes.trackingConsent,
        forget_tracking: changes.forgetTracking,
      }),
      attach_lists: wanted(true, false),
      detach_lists: wanted(false, false),
      unsubscribe_lists: wanted(false, true),
      custom_values: Object.fromEntries(values),
    };
    try {
      await this.contacts.whileRaced(async (tx) => {
        const contact = await lockPerson(tx, contactId);
        await this.contacts.updateIn(tx, contact, input, { source: 'preferences', evidence });
        const order = { source: 'preferences', evidence, isOwner: true } as const;
        if (joined.length > 0) await this.subscriptions.request(tx, contactId, joined, order);
      });
      return new Set();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rest_invalid_param') throw error;
      return new Set(Object.keys(error.options.data?.['params'] ?? {}));
    }
  }

  /** Asks to resubscribe, unless asked recently. @returns false if deleted, subscribed, or complained. */
  async subscribeAgain(contactId: number, language: Language, evidence: ConsentEvidence): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [row] = await tx.query<{ status: ContactStatus }>(
        'SELECT status FROM contacts WHERE id = :contactId FOR UPDATE',
        { contactId },
      );
      if (!row || row.status === 'subscribed' || row.status === 'complained') return false;
      const order = { source: 'preferences', language, evidence } as const;
      // Applies to unsubscribed contacts too: alternating between both would otherwise send an email each time.
      if (!(await this.optIns.waitAgainIn(tx, contactId, order))) await this.optIns.requestIn(tx, contactId, order);
      return true;
    });
  }

  private async listsFor(contactId: number): Promise<OfferedList[]> {
    const rows = await this.db.query<
      Pick<OfferedList, 'id' | 'title' | 'description'> & Record<'isSubscription' | 'isMember' | 'isPending', number>
    >(
      `SELECT l.id, IF(l.is_subscription, ${PUBLIC_NAME}, l.title) AS title,
              IF(l.is_subscription, COALESCE(l.public_description, l.description), l.description) AS description,
              l.is_subscription AS isSubscription, m.contact_id IS NULL AND s.state <=> 'pending' AS isPending,
              m.contact_id IS NOT NULL AND NOT s.state <=> 'unsubscribed' AS isMember
         FROM lists l
         LEFT JOIN contact_lists m ON m.list_id = l.id AND m.contact_id = :contactId
         LEFT JOIN list_subscriptions s ON s.list_id = l.id AND s.contact_id = :contactId AND l.is_subscription = 1
        WHERE l.is_public = 1 OR l.is_subscription = 1 AND (m.contact_id IS NOT NULL OR s.contact_id IS NOT NULL)
        ORDER BY title, l.id`,
      { contactId },
    );
    return rows.map(({ isSubscription, isMember, isPending, ...list }) => ({
      ...{ ...list, isSubscription: isSubscription === 1, isMember: isMember === 1, isPending: isPending === 1 },
    }));
  }

  private async fieldsFor(contactId: number): Promise<OfferedField[]> {
    const fields = (await this.fields.list()).filter(({ isPublic }) => isPublic === 1);
    if (fields.length === 0) return [];
    const values = (await this.values.of([contactId])).get(contactId) ?? {};
    return fields.map(({ id, slug, type, label, options }) => ({
      ...{ id, slug, type, label },
      options: options ?? [],
      value: values[slug] ?? null,
    }));
  }
}
