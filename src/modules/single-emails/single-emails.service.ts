import { Injectable } from '@nestjs/common';
import { type EmailState, type EmailSource, singleSource } from '../../events/email-state.js';
import { assertPermission } from '../../platform/access/assert-permission.js';
import { Clock } from '../../platform/clock/clock.js';
import { parseTimestamp } from '../../platform/clock/timestamps.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { invalidParam, notFound, ValidationErrors } from '../../platform/errors/app-error.js';
import { idsOf } from '../../platform/ids/ids.js';
import { ulid } from '../../platform/ids/ulid.js';
import { EMAILS } from '../sending/ledger/message-states.js';
import { SendingRuns } from '../sending/ledger/sending-runs.service.js';
import { type Address, AddressCheck } from './address-check.service.js';
import type { GivenEmail } from './given-email.js';
import { SingleEmailContentWriter, type StoredContent } from './single-email-content.writer.js';

interface Draft {
  readonly email: GivenEmail;
  readonly addresses: readonly Address[];
  readonly recipients: readonly Address[];
  readonly scheduledAt: Date | null;
}

type Accepted = Draft & StoredContent;

/** Accepts and cancels single emails. Each recipient has a row in the ledger. */
@Injectable()
export class SingleEmails {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly addresses: AddressCheck,
    private readonly contents: SingleEmailContentWriter,
    private readonly sendings: SendingRuns,
  ) {}

  /**
   * Queues emails, except those whose recipients are all refused.
   * @param pathOf the place of an email in the request, for errors.
   * @returns the emails in order; the id of a refused one is null.
   * @throws AppError rest_invalid_param if one of them is invalid; then none is queued.
   */
  async submit(emails: readonly GivenEmail[], pathOf = (_index: number): string => '') {
    if (emails.some((email) => email.ignore_suppression))
      assertPermission('manage_contacts', 'Sorry, you are not allowed to send to suppressed addresses.');
    return this.db.transaction(async (tx) => {
      const faults = new ValidationErrors();
      const checked: { draft: Draft; store: (() => Promise<StoredContent>) | null }[] = [];
      for (const [index, email] of emails.entries()) {
        const path = pathOf(index);
        const addresses = await this.addresses.of(tx, email.addresses(path), email.ignore_suppression === true, faults);
        const recipients = addresses.filter(({ isRecipient }) => isRecipient);
        const draft = { email, addresses, recipients, scheduledAt: this.laterOf(email) };
        const store = await this.contents.check(tx, email, recipients[0]?.contactId ?? null, path, faults);
        checked.push({ draft, store });
      }
      faults.throwIfAny();
      const accepted: Accepted[] = [];
      for (const { draft, store } of checked)
        if (store && draft.recipients.length > 0) accepted.push({ ...draft, ...(await store()) });
      for (const [senderId, group] of Map.groupBy(accepted, (draft) => draft.senderId))
        await this.enrol(tx, senderId, group);
      return checked.map(({ draft }) => ({
        ...{ id: idOf(draft), scheduledAt: draft.scheduledAt },
        refused: draft.addresses.filter(({ refusal }) => refusal !== null),
      }));
    });
  }

  /**
   * Cancels an email of which no message was claimed.
   * @throws AppError rest_post_invalid_id for an unknown one; rest_invalid_param if it is being sent or has ended.
   */
  async cancel(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const messages = await tx.query<{ id: number; state: EmailState; type: EmailSource['type']; sourceId: number }>(
        `SELECT m.id, m.state, m.source_type AS type, m.source_id AS sourceId
           FROM single_email_addresses a JOIN email_messages m ON m.id = a.message_id
          WHERE a.single_id = :id ORDER BY m.id FOR UPDATE`,
        { id },
      );
      const [first] = messages;
      if (!first) throw notFound();
      if (!messages.every(({ state }) => EMAILS.allows(state, 'cancel')))
        throw invalidParam('id', 'is not pending', 'Email cannot be cancelled: it is being sent, or has ended.');
      await this.sendings.cancelLocked(tx, { type: first.type, id: first.sourceId }, idsOf(messages));
    });
  }

  private laterOf({ send_at: text = '' }: GivenEmail): Date | null {
    const at = parseTimestamp(text);
    return at !== null && at > this.clock.now() ? at : null;
  }

  private async enrol(tx: Tx, senderId: number | null, drafts: readonly Accepted[]): Promise<void> {
    const source = singleSource(senderId);
    const enrol = async (
      chosen: (draft: Accepted) => readonly Address[],
      keyOf: (draft: Accepted, address: Address) => string,
    ) => {
      const emails = drafts.flatMap((draft) =>
        chosen(draft).map((address) => {
          const { contentId, language, scheduledAt: notBefore } = draft;
          return { ...address, key: keyOf(draft, address), contentId, language, notBefore, address };
        }),
      );
      await this.sendings.submit(tx, source, { senderId, audience: 'addressed' }, emails);
      const keys = emails.map(({ key }) => key);
      const ids = await this.sendings.idsOf(tx, source, keys);
      for (const { address, key } of emails) address.messageId = ids.get(key) ?? null;
    };
    const keyOfOther = (draft: Accepted, address: Address) => `${idOf(draft)}:${draft.addresses.indexOf(address)}`;
    await enrol(({ recipients }) => recipients.slice(0, 1), ulid);
    // The keys hold the first message, which gives them its Message-ID.
    await enrol(({ recipients }) => recipients.slice(1), keyOfOther);
    const columns = ['id', 'template_id', 'tracked', 'request', 'scheduled_at'];
    await tx.insertRows('single_emails', columns, drafts.map(rowOf));
    await tx.insertRows(
      'single_email_addresses',
      ['single_id', 'position', 'field', 'email', 'name', 'message_id', 'refusal'],
      drafts.flatMap((draft) =>
        draft.addresses.map((address, position) => {
          const { field, email, name, messageId, refusal } = address;
          return [idOf(draft), position, field, email, name, messageId, refusal];
        }),
      ),
    );
  }
}

const idOf = ({ recipients: [first] }: Draft): number | null => first?.messageId ?? null;

function rowOf(draft: Draft) {
  const { template_id: templateId = null, tracked = false, data = {}, headers = {}, ...email } = draft.email;
  const request = JSON.stringify({ data, headers, ignoresSuppression: email.ignore_suppression ?? false });
  return [idOf(draft), templateId, Number(tracked), request, draft.scheduledAt];
}
