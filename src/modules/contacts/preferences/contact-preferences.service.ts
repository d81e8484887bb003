import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { CustomValuesService } from '../../custom-fields/custom-values.service.js';
import type { ConsentEvidence } from '../consent/consent-log.js';
import { ContactsService } from '../contacts.service.js';
import type { ContactStatus } from '../contact-status.js';
import type { OptinLanguage } from '../double-opt-in/contact-optin.entity.js';
import { DoubleOptInService } from '../double-opt-in/double-opt-in.service.js';

/** A list that contacts may join and leave themselves. */
export interface OfferedList {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly isMember: boolean;
}

/** A custom field that contacts fill in themselves. */
export interface OfferedField extends Pick<CustomField, 'id' | 'slug' | 'type' | 'label'> {
  /** Empty for types without a choice. */
  readonly options: readonly string[];
  readonly value: string | readonly string[] | null;
}

/** What of a contact the person behind it may see, and change but for the address and the status. */
export interface Preferences {
  readonly contactId: number;
  readonly email: string;
  readonly status: ContactStatus;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly pausedUntil: Date | null;
  readonly lists: readonly OfferedList[];
  readonly fields: readonly OfferedField[];
}

/** What somebody wants changed; what was not shown to them is not in it and stays as it is. */
export interface PreferenceWish {
  readonly firstName?: string;
  readonly lastName?: string;
  /** By id of the list. */
  readonly lists: ReadonlyMap<number, boolean>;
  /** By id of the field; an empty text clears. */
  readonly values: ReadonlyMap<number, string | readonly string[]>;
  readonly pausedUntil?: Date | null;
}

interface ContactRow {
  readonly email: string;
  readonly status: ContactStatus;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly pausedUntil: Date | null;
}

/** A link that others may have must not be a button for flooding its reader. */
const MINUTES_BETWEEN_REQUESTS = 5;

/** What people may see and change of themselves without a password: public lists and fields, their name, a pause. */
@Injectable()
export class ContactPreferencesService {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly optIns: DoubleOptInService,
    private readonly fields: CustomFieldsService,
    private readonly values: CustomValuesService,
  ) {}

  /** @returns null for a contact that is gone. */
  async of(contactId: number): Promise<Preferences | null> {
    const [contact] = await this.db.query<ContactRow>(
      `SELECT email, status, first_name AS firstName, last_name AS lastName, paused_until AS pausedUntil
         FROM contacts WHERE id = :contactId`,
      { contactId },
    );
    if (!contact) return null;
    return { contactId, ...contact, lists: await this.listsFor(contactId), fields: await this.fieldsFor(contactId) };
  }

  /**
   * Changes what may be changed and ignores the rest, private lists above all. All of it or nothing.
   * @returns what is wrong with the values, by the names of the wire (`first_name`, `custom_values.colour`); empty when
   *   they are saved.
   * @throws AppError rest_post_invalid_id for a contact that is gone.
   */
  async save(contactId: number, wish: PreferenceWish, evidence: ConsentEvidence): Promise<ReadonlySet<string>> {
    const lists = await this.listsFor(contactId);
    const fields = await this.fieldsFor(contactId);
    const wanted = (isMember: boolean): number[] =>
      lists.filter((list) => wish.lists.get(list.id) === isMember).map(({ id }) => id);
    const values = fields.flatMap(({ id, slug }) => {
      const value = wish.values.get(id);
      return value === undefined ? [] : [[slug, value] as const];
    });
    const input = {
      ...(wish.firstName === undefined ? {} : { first_name: wish.firstName }),
      ...(wish.lastName === undefined ? {} : { last_name: wish.lastName }),
      ...(wish.pausedUntil === undefined ? {} : { paused_until: sqlTimestampOrNull(wish.pausedUntil) }),
      attach_lists: wanted(true),
      detach_lists: wanted(false),
      custom_values: Object.fromEntries(values),
    };
    try {
      await this.contacts.update(contactId, input, { source: 'preferences', evidence });
      return new Set();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rest_invalid_param') throw error;
      return new Set(Object.keys(error.options.data?.['params'] ?? {}));
    }
  }

  /**
   * Asks by mail whether the contact wants to be mailed again; not anew while such a mail has just been sent.
   * @returns false for whom nobody may ask: gone, subscribed already, or somebody who has complained.
   */
  async subscribeAgain(contactId: number, language: OptinLanguage, evidence: ConsentEvidence): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [row] = await tx.query<{ status: ContactStatus }>(
        'SELECT status FROM contacts WHERE id = :contactId FOR UPDATE',
        { contactId },
      );
      if (!row || row.status === 'subscribed' || row.status === 'complained') return false;
      const order = { source: 'preferences', language, evidence } as const;
      // Also who has left since gets no other mail so soon: leaving and coming back in turn would be that button.
      if (!(await this.optIns.waitAgainIn(tx, contactId, order, MINUTES_BETWEEN_REQUESTS)))
        await this.optIns.requestIn(tx, contactId, order);
      return true;
    });
  }

  private async listsFor(contactId: number): Promise<OfferedList[]> {
    const rows = await this.db.query<Omit<OfferedList, 'isMember'> & { isMember: number }>(
      `SELECT l.id, l.title, l.description, m.contact_id IS NOT NULL AS isMember
         FROM lists l
         LEFT JOIN contact_lists m ON m.list_id = l.id AND m.contact_id = :contactId
        WHERE l.is_public = 1
        ORDER BY l.title, l.id`,
      { contactId },
    );
    return rows.map((row) => ({ ...row, isMember: row.isMember === 1 }));
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
