import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/database.js';
import { NoticesService } from '../../../system-emails/notices/notices.service.js';
import { noticeKey } from '../../enrollments/enrollment-rows.js';
import { CONTACT_DELETED, DONE, type StepActionsFor, failed, inBatchesOf } from './step-action.js';
import { StepTexts } from './step-texts.service.js';

/** Writes one email to the manager for each contact, rendered immediately. */
@Injectable()
export class NoticeActions {
  readonly actions: StepActionsFor<'notify_manager'> = {
    // Each notice is a content of its own.
    notify_manager: inBatchesOf(25, async (tx, { funnel, step, entries }) => {
      const { username, email_subject: subject, email_body: body } = step.settings;
      const address = await addressOf(tx, username);
      if (address === null) return () => failed('manager_has_no_address');
      const values = await this.texts.valuesOf(tx, { funnel, entries });
      const notices = entries.flatMap(({ id, contactId }) => {
        const known = values.get(contactId);
        return known ? [{ key: noticeKey(id, step.id), values: known }] : [];
      });
      const faulty = await this.notices.enrol(tx, address, { subject, body }, notices);
      return ({ id, contactId }) => {
        if (!values.has(contactId)) return CONTACT_DELETED;
        return faulty.has(noticeKey(id, step.id)) ? failed('text_not_fillable') : DONE;
      };
    }),
  };

  constructor(
    private readonly texts: StepTexts,
    private readonly notices: NoticesService,
  ) {}
}

/** Returns null for a manager that is disabled, deleted, or has no address. */
async function addressOf(tx: Tx, username: string): Promise<string | null> {
  const [manager] = await tx.query<{ email: string | null }>(
    'SELECT email FROM managers WHERE username = :username AND disabled_at IS NULL',
    { username },
  );
  return manager?.email ?? null;
}
