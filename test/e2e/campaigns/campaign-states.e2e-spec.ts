import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../src/events/campaign-state.js';
import { ScheduledStart } from '../../../src/modules/campaigns/lifecycle/scheduled-start.service.js';
import { CampaignCompletion } from '../../../src/modules/campaigns/sending/campaign-completion.service.js';
import { CampaignEnrollment } from '../../../src/modules/campaigns/sending/campaign-enrollment.service.js';
import { World } from '../../support/world.js';

const ROUNDS = 20;
const CONTENT = { email_subject: 'S', email_body: '<a href="{{ unsubscribe_url }}">bye</a>' };
const AT = { scheduled_at: '2099-01-01 00:00:00' };

interface Answer {
  readonly status: number;
  readonly body: { readonly message?: string; readonly code?: string };
}

describe('the states of a campaign', () => {
  let world: World;
  let list: number;

  beforeAll(async () => {
    // No worker changes the states that the test creates.
    world = await World.start({ worker: false, env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    list = (await world.given.list()).id;
    for (let made = 0; made < 3; made += 1) await world.given.contact({ lists: [list] });
  });

  const enrollment = (): CampaignEnrollment => world.api.get(CampaignEnrollment, { strict: false });
  const completion = (): CampaignCompletion => world.api.get(CampaignCompletion, { strict: false });

  const act = async (id: number, action: string, body: object = {}): Promise<Answer> =>
    world.all.post(`/campaigns/${id}/${action}`).send(body);

  /** Enrolls all recipients without sending. */
  async function enrol(id: number): Promise<void> {
    while (await enrollment().enrollNextChunk(id));
  }

  /** Marks the emails as sent; the ledger has its own tests. */
  async function settle(id: number): Promise<void> {
    await world.db.transaction((tx) =>
      tx.execute(
        `UPDATE email_messages SET state = 'sent', settled_at = NOW(3) WHERE source_type = 'campaign' AND source_id = :id`,
        { id },
      ),
    );
  }

  async function campaignThatIs(status: CampaignStatus): Promise<number> {
    const { id } = await world.given.campaign({ ...CONTENT, lists: [list] });
    const make: Record<CampaignStatus, () => Promise<unknown>> = {
      draft: () => Promise.resolve(),
      scheduled: () => act(id, 'schedule', AT),
      working: () => act(id, 'send'),
      paused: async () => {
        await act(id, 'send');
        await act(id, 'pause');
      },
      sent: async () => {
        await act(id, 'send');
        await enrol(id);
        await settle(id);
        expect(await completion().finishIfDone(id)).toBe(true);
      },
      archived: () => act(id, 'archive'),
    };
    await make[status]();
    expect(await stateOf(id)).toBe(status);
    return id;
  }

  const stateOf = async (id: number): Promise<string> => {
    const [row] = await world.db.query<{ status: string; deleted_at: Date | null }>(
      'SELECT status, deleted_at FROM campaigns WHERE id = :id',
      { id },
    );
    return row?.deleted_at ? 'deleted' : (row?.status ?? 'nothing');
  };

  /** Each operation over HTTP, the states that allow it, the resulting state, and its participle in refusals. */
  const OPERATIONS: readonly {
    readonly action: string;
    readonly participle: string;
    readonly run: (id: number) => Promise<Answer>;
    readonly leads: Partial<Record<CampaignStatus, string>>;
  }[] = [
    {
      action: 'schedule',
      participle: 'scheduled',
      run: (id) => act(id, 'schedule', AT),
      leads: { draft: 'scheduled' },
    },
    {
      action: 'unschedule',
      participle: 'unscheduled',
      run: (id) => act(id, 'unschedule'),
      leads: { scheduled: 'draft' },
    },
    {
      action: 'send',
      participle: 'sent',
      run: (id) => act(id, 'send'),
      leads: { draft: 'working', scheduled: 'working' },
    },
    { action: 'pause', participle: 'paused', run: (id) => act(id, 'pause'), leads: { working: 'paused' } },
    { action: 'resume', participle: 'resumed', run: (id) => act(id, 'resume'), leads: { paused: 'working' } },
    {
      action: 'cancel',
      participle: 'cancelled',
      run: (id) => act(id, 'cancel'),
      leads: { working: 'archived', paused: 'archived' },
    },
    {
      action: 'archive',
      participle: 'archived',
      run: (id) => act(id, 'archive'),
      leads: { draft: 'archived', sent: 'archived' },
    },
    { action: 'unarchive', participle: 'unarchived', run: (id) => act(id, 'unarchive'), leads: { archived: 'draft' } },
    {
      action: 'update',
      participle: 'updated',
      run: async (id) => world.all.put(`/campaigns/${id}`).send({ email_subject: 'Other' }),
      leads: { draft: 'draft', scheduled: 'scheduled' },
    },
    {
      action: 'delete',
      participle: 'deleted',
      run: async (id) => world.all.delete(`/campaigns/${id}`),
      leads: { draft: 'deleted', scheduled: 'deleted', sent: 'deleted', paused: 'deleted', archived: 'deleted' },
    },
    {
      action: 'resend-unopened',
      participle: 'resent',
      run: (id) => act(id, 'resend-unopened'),
      // An archived draft was never sent.
      leads: { sent: 'sent', paused: 'paused' },
    },
    {
      action: 'settle-unknown',
      participle: 'settled',
      run: (id) => act(id, 'settle-unknown', { as: 'failed' }),
      leads: { working: 'working', paused: 'paused', sent: 'sent', archived: 'archived' },
    },
    {
      action: 'settle-unknown as resend',
      participle: 'repeated',
      run: (id) => act(id, 'settle-unknown', { as: 'resend' }),
      leads: { working: 'working', paused: 'paused', sent: 'sent' },
    },
  ];
  const CELLS = OPERATIONS.flatMap(({ action }) => CAMPAIGN_STATUSES.map((status) => [action, status] as const));

  it.each(CELLS)('%s in state %s: allowed, or refused with the specified message', async (action, status) => {
    const { participle, run, leads } = OPERATIONS.find((operation) => operation.action === action)!;
    const id = await campaignThatIs(status);
    const { status: code, body } = await run(id);
    const expected = leads[status];
    if (expected === undefined)
      expect([code, body]).toEqual([
        400,
        expect.objectContaining({
          code: 'rest_invalid_param',
          message: `Campaign cannot be ${participle} in current status.`,
          data: expect.objectContaining({ params: { status: expect.any(String) } }),
        }),
      ]);
    else expect(code).toBe(200);
    expect(await stateOf(id)).toBe(expected ?? status);
  });

  it.each(CAMPAIGN_STATUSES)('allow a new title in state %s', async (status) => {
    const id = await campaignThatIs(status);
    const title = `Renamed ${id}`;
    const { body } = await world.all.put(`/campaigns/${id}`).send({ title }).expect(200);
    expect(body.campaign).toMatchObject({ title, status });
  });

  it('restore a sent campaign as sent, and never a cancelled one', async () => {
    const sent = await campaignThatIs('sent');
    await world.all.post(`/campaigns/${sent}/archive`).expect(200);
    const { body } = await world.all.post(`/campaigns/${sent}/unarchive`).expect(200);
    expect(body.campaign.status).toBe('sent');

    const cancelled = await campaignThatIs('working');
    await world.all.post(`/campaigns/${cancelled}/cancel`).expect(200);
    const refused = await world.all.post(`/campaigns/${cancelled}/unarchive`).expect(400);
    expect(refused.body).toMatchObject({
      message: 'Campaign cannot be unarchived in current status.',
      data: { params: { status: 'was cancelled' } },
    });
  });

  it('normalize the slug, and refuse a taken or empty one', async () => {
    const first = await world.all.post('/campaigns').send({ title: 'Slugs', slug: 'Große Aktion!' }).expect(200);
    expect(first.body.campaign.slug).toBe('grosse-aktion');
    const taken = await world.all.post('/campaigns').send({ title: 'Slugs 2', slug: 'grosse AKTION' }).expect(400);
    expect(taken.body.data.params).toEqual({ slug: 'is taken' });
    const empty = await world.all.post('/campaigns').send({ title: 'Slugs 3', slug: '!!!' }).expect(400);
    expect(empty.body.data.params).toEqual({ slug: 'must hold letters or digits' });
  });

  it('include the phase of a working campaign', async () => {
    const id = await campaignThatIs('working');
    const phase = async (): Promise<unknown> =>
      (await world.all.get(`/campaigns/${id}`).expect(200)).body.campaign.settings.sending;
    expect(await phase()).toEqual({ phase: 'enrolling', waiting_reason: null });
    await enrol(id);
    expect(await phase()).toEqual({ phase: 'sending', waiting_reason: null });
    await world.db.transaction((tx) =>
      tx.execute(
        `UPDATE email_messages SET state = 'deferred', next_attempt_at = NOW(3) + INTERVAL 1 HOUR
          WHERE source_type = 'campaign' AND source_id = :id`,
        { id },
      ),
    );
    expect(await phase()).toEqual({ phase: 'retrying', waiting_reason: null });
    await world.db.transaction((tx) =>
      tx.execute(
        `UPDATE sendings SET waiting_reason = 'rate', waiting_until = NOW(3) + INTERVAL 1 HOUR
          WHERE source_type = 'campaign' AND source_id = :id`,
        { id },
      ),
    );
    expect(await phase()).toEqual({ phase: 'waiting', waiting_reason: 'rate' });
    const { body } = await world.all.get('/campaigns?per_page=1000').expect(200);
    const listed = body.campaigns.data.find((campaign: { id: number }) => campaign.id === id);
    expect(listed.settings.sending).toEqual({ phase: 'waiting', waiting_reason: 'rate' });
  });

  describe('under concurrent changes', () => {
    const eventsOf = async (id: number): Promise<string[]> => {
      const rows = await world.db.query<{ type: string }>(
        `SELECT type FROM domain_events WHERE subject_id = :id AND type LIKE 'campaign.%' ORDER BY id`,
        { id },
      );
      return rows.map(({ type }) => type).filter((type) => !['campaign.created', 'campaign.started'].includes(type));
    };

    /** Invariants of every outcome. */
    async function expectConsistent(id: number): Promise<void> {
      const [row] = await world.db.query<{
        status: string;
        deleted: number;
        content_id: number | null;
        sending: string | null;
        waiting: number;
        scheduled: number;
      }>(
        `SELECT c.status, c.deleted_at IS NOT NULL AS deleted, c.content_id, s.state AS sending,
                c.scheduled_at IS NOT NULL AS scheduled,
                (SELECT COUNT(*) FROM email_messages m WHERE m.source_type = 'campaign' AND m.source_id = c.id
                    AND m.state IN ('pending', 'deferred', 'sending')) AS waiting
           FROM campaigns c LEFT JOIN sendings s ON s.source_type = 'campaign' AND s.source_id = c.id WHERE c.id = :id`,
        { id },
      );
      expect(row).toBeDefined();
      const { status, deleted, sending, waiting, scheduled, content_id } = row!;
      if (deleted === 1) expect([null, 'closing', 'closed']).toContain(sending);
      else if (status === 'working') expect([sending, content_id === null]).toEqual(['open', false]);
      else if (status === 'paused') expect(sending).toBe('held');
      else if (status === 'sent') expect([sending, waiting]).toEqual(['closed', 0]);
      else if (status === 'archived') expect(['closing', 'closed']).toContain(sending);
      else expect(sending).toBeNull();
      if (status === 'scheduled') expect(scheduled).toBe(1);
      // Without a worker the rest of a large campaign would wait; these are small, and cancelled at once.
      if (deleted === 1 || status === 'archived') expect(waiting).toBe(0);
    }

    async function race(
      from: CampaignStatus,
      one: (id: number) => Promise<Answer | boolean>,
      other: (id: number) => Promise<Answer | boolean>,
      check: (
        won: readonly [boolean, boolean],
        answers: readonly (Answer | boolean)[],
        id: number,
      ) => Promise<void> | void,
      prepare: (id: number) => Promise<unknown> = () => Promise.resolve(),
    ): Promise<void> {
      const isDone = (answer: Answer | boolean): boolean =>
        typeof answer === 'boolean' ? answer : answer.status === 200;
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await campaignThatIs(from);
        await prepare(id);
        // The order alternates, so each request starts first in half of the rounds.
        const pair = round % 2 === 0 ? [one(id), other(id)] : [other(id), one(id)].reverse();
        const answers = await Promise.all(pair);
        for (const answer of answers) if (typeof answer !== 'boolean') expect([200, 400, 404]).toContain(answer.status);
        await check([isDone(answers[0]!), isDone(answers[1]!)], answers, id);
        await expectConsistent(id);
      }
    }

    const exactlyOne =
      (...messages: readonly string[]) =>
      (won: readonly [boolean, boolean], answers: readonly (Answer | boolean)[]): void => {
        expect(won.filter(Boolean)).toHaveLength(1);
        const loser = answers[won[0] ? 1 : 0];
        if (typeof loser === 'object') expect(messages).toContain(loser.body.message);
      };

    it('pauses once for two pauses', async () => {
      await race(
        'working',
        (id) => act(id, 'pause'),
        (id) => act(id, 'pause'),
        async (won, answers, id) => {
          exactlyOne('Campaign cannot be paused in current status.')(won, answers);
          expect(await eventsOf(id)).toEqual(['campaign.paused']);
        },
      );
    });

    it('is either paused or finished', async () => {
      await race(
        'working',
        (id) => act(id, 'pause'),
        (id) => completion().finishIfDone(id),
        async (won, answers, id) => {
          exactlyOne('Campaign cannot be paused in current status.')(won, answers);
          expect(await eventsOf(id)).toEqual([won[0] ? 'campaign.paused' : 'campaign.sent']);
        },
        async (id) => {
          await enrol(id);
          await settle(id);
        },
      );
    });

    it('is either deleted or sent', async () => {
      await race(
        'draft',
        async (id) => world.all.delete(`/campaigns/${id}`),
        (id) => act(id, 'send'),
        exactlyOne('Campaign cannot be deleted in current status.', 'Invalid campaign ID.'),
      );
    });

    it('is either cancelled or resumed first, and cancelled in the end', async () => {
      await race(
        'paused',
        (id) => act(id, 'cancel'),
        (id) => act(id, 'resume'),
        async (won, answers, id) => {
          // A resumed campaign can be cancelled, so an earlier resume does not prevent the cancel.
          expect(won[0]).toBe(true);
          if (!won[1])
            expect((answers[1] as Answer).body.message).toBe('Campaign cannot be resumed in current status.');
          expect(await stateOf(id)).toBe('archived');
          expect(await eventsOf(id)).toEqual(['campaign.paused', ...(won[1] ? ['campaign.resumed'] : [])]);
        },
      );
    });

    it('is scheduled and then sent, or sent and not scheduled', async () => {
      await race(
        'draft',
        (id) => act(id, 'schedule', AT),
        (id) => act(id, 'send'),
        async (won, answers, id) => {
          expect(won[1]).toBe(true);
          if (!won[0])
            expect((answers[0] as Answer).body.message).toBe('Campaign cannot be scheduled in current status.');
          expect(await stateOf(id)).toBe('working');
        },
      );
    });

    it('starts with either the old or the new content, never a mix', async () => {
      await race(
        'scheduled',
        async (id) => world.all.put(`/campaigns/${id}`).send({ email_subject: 'After', email_pre_header: 'After' }),
        async (id) => {
          await world.api.get(ScheduledStart, { strict: false }).startIfDue(id);
          return (await stateOf(id)) === 'working';
        },
        async (won, answers, id) => {
          expect(won[1]).toBe(true);
          if (!won[0])
            expect((answers[0] as Answer).body.message).toBe('Campaign cannot be updated in current status.');
          const [content] = await world.db.query<{ subject: string; pre_header: string }>(
            'SELECT e.subject, e.pre_header FROM campaigns c JOIN email_contents e ON e.id = c.content_id WHERE c.id = :id',
            { id },
          );
          expect(content).toEqual(
            won[0] ? { subject: 'After', pre_header: 'After' } : { subject: 'S', pre_header: '' },
          );
        },
        (id) =>
          world.db.transaction((tx) =>
            tx.execute('UPDATE campaigns SET scheduled_at = NOW() - INTERVAL 1 MINUTE WHERE id = :id', { id }),
          ),
      );
    });
  });
});
