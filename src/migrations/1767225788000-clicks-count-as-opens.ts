import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ulid } from 'ulid';

/** Ids of one transaction, so that nothing waits long for the rows of a large ledger. */
const CHUNK = 5_000;

interface MailRow {
  readonly id: number;
  readonly source_type: string;
  readonly source_id: number;
  readonly recipient_key: string;
  readonly contact_id: number | null;
  readonly email: string | null;
  readonly subject: string | null;
  readonly message_id: string | null;
  readonly first_human_open_at: Date | null;
  readonly first_human_click_at: Date | null;
}

/**
 * A click by a person is an open as well. Emails that were clicked before this was so get their open at their first click.
 * The events are silent: reports count them, but no webhook is called and no funnel goes on because of them.
 */
export class CountClicksAsOpens1767225788000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await inChunks(runner, 'first_human_open_at IS NULL AND first_human_click_at IS NOT NULL', {
      opened_at: 'first_human_click_at',
      by: 1,
      event: (mail) => [
        'email.opened',
        {
          email: {
            ...{ id: mail.id, subject: mail.subject ?? '', contact_id: mail.contact_id, ...originOf(mail) },
            ...{ to: mail.email, message_id: mail.message_id ?? '' },
            ...{ opened_at: mail.first_human_click_at, by: 'click' },
          },
        },
      ],
    });
  }

  /** The pixel was never loaded where no open was counted. */
  async down(runner: QueryRunner): Promise<void> {
    await inChunks(runner, 'first_human_open_at IS NOT NULL AND human_opens = 0', {
      opened_at: 'NULL',
      by: -1,
      event: (mail) => [
        'email.reclassified',
        {
          ...{ email_id: mail.id, ...originOf(mail), contact_id: mail.contact_id },
          ...{ kind: 'open', first: mail.first_human_open_at, restated: null },
        },
      ],
    });
  }
}

interface Change {
  readonly opened_at: string;
  /** By how much the opens of a variant of an A/B test move for each email. */
  readonly by: 1 | -1;
  readonly event: (mail: MailRow) => readonly [type: string, data: object];
}

async function inChunks(runner: QueryRunner, which: string, { opened_at, by, event }: Change): Promise<void> {
  const [row] = (await runner.query('SELECT MAX(id) AS id FROM email_messages')) as { id: number | null }[];
  for (let from = 0, last = row?.id ?? 0; from < last; from += CHUNK) {
    await runner.startTransaction();
    const mails = (await runner.query(
      `SELECT id, source_type, source_id, recipient_key, contact_id, email, subject, message_id, first_human_open_at,
              first_human_click_at
         FROM email_messages WHERE id > ? AND id <= ? AND ${which} ORDER BY id FOR UPDATE`,
      [from, from + CHUNK],
    )) as MailRow[];
    if (mails.length > 0) {
      const ids = mails.map(({ id }) => id);
      const events = mails.map((mail) => {
        const [type, data] = event(mail);
        return [ulid(), type, 'email', mail.id, mail.contact_id, 1, JSON.stringify(data)];
      });
      await runner.query(`UPDATE email_messages SET first_human_open_at = ${opened_at} WHERE id IN (?)`, [ids]);
      await runner.query(
        'INSERT INTO domain_events (uid, type, subject_type, subject_id, contact_id, silent, data) VALUES ?',
        [events],
      );
      await runner.query(
        `UPDATE campaign_variants v
           JOIN (SELECT source_id, variant, COUNT(*) AS mails FROM email_messages
                  WHERE id IN (?) AND source_type = 'campaign' AND variant IS NOT NULL
                  GROUP BY source_id, variant) m ON m.source_id = v.campaign_id AND m.variant = v.variant_key
            SET v.opened = v.opened + ? * m.mails`,
        [ids, by],
      );
    }
    await runner.commitTransaction();
  }
}

/** Funnels call their emails `<entry>:<step>`. */
function originOf({ source_type: type, source_id: id, recipient_key: key }: MailRow): object {
  const step = type === 'funnel' ? /^\d+:(\d+)$/.exec(key)?.[1] : undefined;
  return {
    campaign_id: type === 'campaign' ? id : null,
    funnel_id: type === 'funnel' ? id : null,
    sequence_id: step === undefined ? null : Number(step),
  };
}
