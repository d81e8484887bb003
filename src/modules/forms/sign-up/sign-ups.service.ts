import { Database, type Tx } from '../../../platform/database/database.js';
import { inBatches, RegistersRetention } from '../../../platform/work/periodic.js';
import type { PeriodicRun, RetentionPolicy } from '../../../platform/work/periodic.js';
import { type Language, TEXTS } from '../../../languages/languages.js';
import { lockContact } from '../../contacts/contact/contact-locks.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { SubscriptionsService } from '../../contacts/subscriptions/subscriptions.service.js';
import { SuppressionsService } from '../../contacts/suppression/suppressions.service.js';
import type { ChangeCause } from '../../contacts/writing/contact-change.js';
import type { ContactInput } from '../../contacts/writing/contact-check.service.js';
import { LabelsService } from '../../labels/labels.service.js';
import { PreferenceLinkRequests } from '../../system-emails/preference-links/preference-link-requests.service.js';
import type { Form } from '../form.entity.js';

interface Person {
  readonly email: string;
  readonly input: ContactInput;
  readonly cause: ChangeCause;
  readonly language: Language;
}

const BATCH = 1_000;
const IS_OVER = 'created_at < NOW(3) - INTERVAL 30 DAY';

/** Signs people up whose proof is stored. */
@RegistersRetention()
export class SignUps implements RetentionPolicy {
  readonly subject = 'sign-ups';

  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly contacts: ContactsService,
    private readonly subscriptions: SubscriptionsService,
    private readonly suppressions: SuppressionsService,
    private readonly links: PreferenceLinkRequests,
  ) {}

  /** @returns what was done, for the metric. */
  async signUp(form: Form, person: Person, proof: string): Promise<string> {
    const result = await this.contacts.whileRaced((tx) => this.signUpIn(tx, form, person, proof));
    const { email, language } = person;
    if (result === 'already_subscribed') await this.links.request(email, language, TEXTS[language].signUp.already);
    return result;
  }

  /** Removes what people entered and did not confirm while the link was valid. */
  async remove(run: PeriodicRun): Promise<number> {
    await this.db.execute(
      `UPDATE contact_optins o JOIN contact_optins n ON n.contact_id = o.contact_id JOIN form_sign_ups s ON s.optin_id = n.id
          SET o.changes = NULL WHERE s.${IS_OVER} AND o.requested_at < NOW(3) - INTERVAL 30 DAY`,
    );
    return inBatches(run, BATCH, async () => {
      // A contact may have asked for another email since.
      const sql = `DELETE FROM form_sign_ups WHERE ${IS_OVER} AND NOT EXISTS (
        SELECT 1 FROM contact_optins n JOIN contact_optins o ON o.contact_id = n.contact_id
         WHERE n.id = form_sign_ups.optin_id AND o.changes IS NOT NULL) LIMIT ${BATCH}`;
      return (await this.db.execute(sql)).affectedRows;
    });
  }

  /** Changes nothing of a contact that exists before it confirms. */
  private async signUpIn(
    tx: Tx,
    form: Form,
    { email, input, cause, language }: Person,
    proof: string,
  ): Promise<string> {
    const { list, tag } = await this.labels.knownOf(tx, { list: form.lists, tag: form.tags });
    const lists = [...list.keys()];
    const asked = { ...input, tags: [...tag.keys()] };
    const known = await lockContact(tx, { email });
    if (!known && !form.doubleOptin && !(await this.suppressions.isSuppressed(tx, [email])).has(email)) {
      await this.contacts.createOrUpdateIn(tx, { ...asked, lists, status: 'subscribed' }, { cause });
      return 'subscribed';
    }
    if (known && (await wasAskedRecently(tx, known.id))) return 'address_limit';
    const { id } =
      known ?? (await this.contacts.createOrUpdateIn(tx, { email }, { statusOfNew: 'pending', cause })).contact;
    const changes = JSON.stringify({ ...asked, email: undefined });
    const result = await this.subscriptions.request(tx, id, lists, { ...cause, isOwner: false, language, changes });
    await tx.execute(
      'UPDATE form_sign_ups SET optin_id = (SELECT MAX(id) FROM contact_optins WHERE contact_id = :id) WHERE proof = :proof',
      { id, proof },
    );
    return result;
  }
}

/** One opt-in email per address and hour, whatever the form. */
async function wasAskedRecently(tx: Tx, contactId: number): Promise<boolean> {
  const rows = await tx.query(
    'SELECT id FROM contact_optins WHERE contact_id = :contactId AND requested_at > NOW(3) - INTERVAL 1 HOUR LIMIT 1',
    { contactId },
  );
  return rows.length > 0;
}
