import { insertSubscribers } from '../../support/builders/audience.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const READERS = 3;
const LATER = { code: 451, text: '4.3.0 come again' };

interface Row {
  readonly state: string;
  readonly attempts: number;
  readonly fence: number;
}

describe('an email that is deferred for days', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, SEND_RETRY_SCHEDULE: '24h,24h,24h,24h' } });
  });
  beforeEach(async () => {
    sink.reset();
    await world.db.transaction((tx) => tx.execute('DELETE FROM sender_health'));
  });

  async function sendTo(crowd: string, readers = READERS): Promise<number> {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, crowd, readers);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    return id;
  }
  const rowsOf = (id: number): Promise<Row[]> =>
    world.db.query(
      `SELECT state, attempts, fence FROM email_messages WHERE source_type = 'campaign' AND source_id = :id ORDER BY id`,
      { id },
    );
  /** Moves these emails and the breaks of the mail server into the past. */
  const advanceHours = (id: number, hours: number): Promise<void> =>
    world.db.transaction(async (tx) => {
      const moments = ['created_at', 'sending_at', 'next_attempt_at'];
      await tx.execute(
        `UPDATE email_messages SET ${moments.map((column) => `${column} = ${column} - INTERVAL :hours HOUR`).join(', ')}
          WHERE source_type = 'campaign' AND source_id = :id`,
        { id, hours },
      );
      await tx.execute(`UPDATE sendings SET waiting_until = NULL WHERE source_type = 'campaign' AND source_id = :id`, {
        id,
      });
      await tx.execute('DELETE FROM sender_health');
    });
  const areAll = async (id: number, is: (row: Row) => boolean): Promise<boolean> => {
    const rows = await rowsOf(id);
    return rows.length > 0 && rows.every(is);
  };
  const fenceOf = async (id: number): Promise<number> => Math.max(...(await rowsOf(id)).map(({ fence }) => fence));
  /** All emails are as before the first attempt. */
  const expectUncharged = async (id: number): Promise<void> => {
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(READERS);
    // An attempt in progress is already counted.
    expect(rows.filter(({ state }) => !['pending', 'deferred', 'sending'].includes(state))).toEqual([]);
    expect(rows.filter(({ state, attempts }) => attempts > (state === 'sending' ? 1 : 0))).toEqual([]);
  };
  async function untilFailedAttempt(id: number): Promise<void> {
    const before = await fenceOf(id);
    await waitUntil(
      'one of them has been attempted again',
      async () => (await fenceOf(id)) > before && (await areAll(id, ({ state }) => state !== 'sending')),
    );
  }
  const untilAttempted = (id: number, attempts: number): Promise<unknown> =>
    waitUntil(`attempt ${attempts} has ended`, () =>
      areAll(id, (row) => row.state !== 'sending' && row.attempts === attempts),
    );

  it.each([
    ['without a pause', false],
    ['with a manual pause', true],
  ])(
    'F38 survives a mail server that is unavailable for 60 hours, %s, without a counted attempt',
    async (_how, pauses) => {
      await sink.refuse();
      const id = await sendTo(`away-${String(pauses)}`);
      await waitUntil('all have been attempted', () => areAll(id, ({ state }) => state === 'deferred'));
      if (pauses) await world.all.post(`/campaigns/${id}/pause`).expect(200);
      await advanceHours(id, 60);
      if (pauses) await world.all.post(`/campaigns/${id}/resume`).expect(200);
      await untilFailedAttempt(id);
      await expectUncharged(id);
      await sink.accept();
      await waitUntil('all are sent', () => areAll(id, ({ state }) => state === 'sent'));
      expect(await rowsOf(id)).toEqual(
        Array.from({ length: READERS }, () => expect.objectContaining({ state: 'sent', attempts: 1 })),
      );
      expect(sink.messages).toHaveLength(READERS);
    },
  );

  it('F38 does not fail because of the time in which its campaign was paused', async () => {
    sink.behave({ recipients: () => LATER });
    const id = await sendTo('paused', 1);
    await untilAttempted(id, 1);
    await world.all.post(`/campaigns/${id}/pause`).expect(200);
    await advanceHours(id, 60);
    await world.all.post(`/campaigns/${id}/resume`).expect(200);
    await untilAttempted(id, 2);
    expect(await rowsOf(id)).toEqual([expect.objectContaining({ state: 'deferred' })]);
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('fails after the mail server has deferred it for 48 hours, even if its schedule has steps left', async () => {
    sink.behave({ recipients: () => LATER });
    const id = await sendTo('greylisted', 1);
    for (const attempt of [1, 2]) {
      await untilAttempted(id, attempt);
      expect(await rowsOf(id)).toEqual([expect.objectContaining({ state: 'deferred' })]);
      await advanceHours(id, 24);
    }
    await untilAttempted(id, 3);
    expect(await rowsOf(id)).toEqual([expect.objectContaining({ state: 'failed' })]);
  });
});
