import { Inject } from '@nestjs/common';
import { OPEN_STATES } from '../../events/email-state.js';
import { withSqlTimestamps } from '../../platform/clock/timestamps.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Reader, type Tx } from '../../platform/database/database.js';
import type { Person, PersonalDataStore } from '../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../platform/personal-data/personal-data-store.js';
import { inBatches, type PeriodicRun, RegistersRetention, type RetentionPolicy } from '../../platform/work/periodic.js';
import { idsOf } from '../../platform/ids/ids.js';
import { ContentsService } from '../mail-content/rendering/contents.service.js';
import type { SingleRequest } from './single-email.entity.js';

const CHUNK = 500;
/** By the address, and by the contact, whose address may have changed. */
const OF_PERSON = `(
  SELECT single_id, position FROM single_email_addresses WHERE email = :email
   UNION SELECT o.single_id, o.position FROM email_messages m JOIN single_email_addresses o ON o.message_id = m.id
          WHERE m.contact_id = :contactId) p`;
const ADDRESS = 'a.single_id = p.single_id AND a.position = p.position';

/** Removes single emails all of whose messages have left the ledger. @returns how many. */
async function removeSome(tx: Tx): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `SELECT s.id FROM single_emails s
      WHERE s.id <= (SELECT MAX(thinned_to) FROM sendings WHERE source_type = 'single') AND NOT EXISTS (
        SELECT 1 FROM single_email_addresses a JOIN email_messages m ON m.id = a.message_id WHERE a.single_id = s.id)
      ORDER BY s.id LIMIT ${CHUNK}`,
  );
  const ids = [0, ...idsOf(rows)];
  await tx.execute('DELETE FROM single_email_addresses WHERE single_id IN (:ids)', { ids });
  await tx.delete('single_emails', ids);
  return rows.length;
}

/** Removes what single emails say: after the retention, and with a person. The rows stay until the messages leave the ledger. */
@RegistersRetention()
@StoresPersonalData()
export class SingleEmailContents implements RetentionPolicy, PersonalDataStore {
  readonly subject = 'contents of single emails';
  readonly section = 'single_emails';
  readonly tables = ['single_emails', 'single_email_addresses'];

  constructor(
    private readonly db: Database,
    private readonly contents: ContentsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Contents of emails that may still be sent stay. */
  async remove(run: PeriodicRun): Promise<number> {
    const us = this.config.emailContentRetentionMs * 1_000;
    const old = `SELECT s.id FROM single_emails s
      WHERE s.removed_at IS NULL AND s.created_at < NOW(3) - INTERVAL :us MICROSECOND AND NOT EXISTS (
        SELECT 1 FROM single_email_addresses a JOIN email_messages m ON m.id = a.message_id
         WHERE a.single_id = s.id AND m.state IN (:open))
      ORDER BY s.id LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED`;
    const forgotten = await inBatches(run, CHUNK, () =>
      this.db.transaction(async (tx) => {
        const rows = await tx.query<{ id: number }>(old, { us, open: [...OPEN_STATES, 'unknown'] });
        return this.forget(tx, rows);
      }),
    );
    return forgotten + (await inBatches(run, CHUNK, () => this.db.transaction(removeSome)));
  }

  async exportOf(reader: Reader, { contactId, email }: Person): Promise<unknown> {
    const rows = await reader.query<{ request: string | null }>(
      `SELECT s.id, a.field, a.email, a.name, s.template_id, s.request, s.scheduled_at, s.created_at
         FROM ${OF_PERSON} JOIN single_email_addresses a ON ${ADDRESS} JOIN single_emails s ON s.id = a.single_id ORDER BY s.id`,
      { contactId, email },
    );
    return rows.map(({ request, ...row }) => {
      const { data = null, headers = null } = JSON.parse(request ?? '{}') as Partial<SingleRequest>;
      return { ...withSqlTimestamps(row), data, headers };
    });
  }

  /** Also of emails to several recipients, because the data may be about this one; recipients that wait get none. */
  async erase(tx: Tx, { contactId, email }: Person): Promise<void> {
    const params = { contactId, email };
    const rows = await tx.query<{ id: number }>(`SELECT DISTINCT p.single_id AS id FROM ${OF_PERSON}`, params);
    if ((await this.forget(tx, rows, true)) === 0) return;
    await tx.execute(
      'UPDATE email_messages m JOIN single_email_addresses a ON a.message_id = m.id SET m.subject = NULL WHERE a.single_id IN (:ids)',
      { ids: idsOf(rows) },
      { ids: [] },
    );
    await tx.execute(
      `UPDATE single_email_addresses a JOIN ${OF_PERSON} ON ${ADDRESS} SET a.email = NULL, a.name = ''`,
      params,
    );
  }

  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.erase(tx, person);
  }

  private async forget(tx: Tx, rows: readonly { readonly id: number }[], withLinks = false): Promise<number> {
    const params = { ids: [0, ...idsOf(rows)] };
    const contents = 'SELECT content_id AS id FROM email_messages WHERE id IN (:ids)';
    await this.contents.remove(tx, await tx.query(contents, params), withLinks);
    await tx.execute(
      'UPDATE single_emails SET request = NULL, removed_at = COALESCE(removed_at, NOW(3)) WHERE id IN (:ids)',
      params,
    );
    return rows.length;
  }
}
