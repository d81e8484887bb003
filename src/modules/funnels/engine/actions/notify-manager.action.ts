import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/database.js';
import { NoticesService } from '../../../system-emails/notices/notices.service.js';
import { noticeKey } from '../recipient-key.js';
import { DONE, RunsSteps, type StepAction, type StepBatch, type StepResult, forAll } from '../step-action.js';
import { StepValues } from '../step-values.service.js';
import { CONTACT_GONE, failed } from './contact-results.js';

/** One mail to the manager for each contact that comes by; filled in now, with what came with the trigger, too. */
@RunsSteps()
@Injectable()
export class NotifyManagerAction implements StepAction<'notify_manager'> {
  readonly runs = ['notify_manager'] as const;
  /** Each is a content of its own. */
  readonly atMost = 25;

  constructor(
    private readonly values: StepValues,
    private readonly notices: NoticesService,
  ) {}

  async run(tx: Tx, { step, entries }: StepBatch<'notify_manager'>): Promise<ReadonlyMap<number, StepResult>> {
    const { username, email_subject: subject, email_body: body } = step.settings;
    const address = await addressOf(tx, username);
    if (address === null) return forAll(entries, failed('manager_has_no_address'));
    const values = await this.values.of(tx, entries);
    const keyOf = (entryId: number): string => noticeKey(entryId, step.id);
    const notices = entries.flatMap(({ id, contactId }) => {
      const known = values.get(contactId);
      return known ? [{ key: keyOf(id), values: known }] : [];
    });
    const faulty = await this.notices.enrol(tx, address, { subject, body }, notices);
    return new Map(
      entries.map(({ id, contactId }) => {
        if (!values.has(contactId)) return [id, CONTACT_GONE];
        return [id, faulty.has(keyOf(id)) ? failed('text_not_fillable') : DONE];
      }),
    );
  }
}

/** Null for who has none, is disabled or is gone. */
async function addressOf(tx: Tx, username: string): Promise<string | null> {
  const [manager] = await tx.query<{ email: string | null }>(
    'SELECT email FROM managers WHERE username = :username AND disabled_at IS NULL',
    { username },
  );
  return manager?.email ?? null;
}
