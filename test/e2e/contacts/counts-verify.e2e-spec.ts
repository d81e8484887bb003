import { NestFactory } from '@nestjs/core';
import { CliModule } from '../../../src/cli.module.js';
import { VerifyCountsCommand } from '../../../src/modules/contacts/counts/counts.commands.js';
import { CountsVerification } from '../../../src/modules/contacts/counts/counts-verification.service.js';
import { DatabaseSnapshot } from '../../support/database-snapshot.js';
import { countersAndRows } from '../../support/label-counts.js';
import { statementRunning } from '../../support/running-statement.js';
import { World } from '../../support/world.js';

describe('counts:verify', () => {
  let world: World;
  let snapshot: DatabaseSnapshot;
  beforeAll(async () => {
    world = await World.start({ worker: false });
    snapshot = await DatabaseSnapshot.of(world);
  });
  beforeEach(() => snapshot.restore());

  /** Runs the command in a separate application. */
  async function verify(options: { fix?: boolean } = {}): Promise<{ said: string[]; exitCode: unknown }> {
    const cli = await NestFactory.createApplicationContext(CliModule.with(world.config), {
      logger: false,
      abortOnError: false,
    });
    const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const exitCodeOfJest = process.exitCode;
    process.exitCode = undefined;
    try {
      await cli.get(VerifyCountsCommand).run([], options);
      return { said: said.mock.calls.map(([line]) => String(line)), exitCode: process.exitCode };
    } finally {
      process.exitCode = exitCodeOfJest;
      said.mockRestore();
      await cli.close();
    }
  }

  const corrupt = (sql: string) => world.db.transaction((tx) => tx.execute(sql));

  /** Creates two lists, a tag, and two companies with some of three contacts each. */
  async function createFixtures() {
    const [list, empty] = [await world.given.list(), await world.given.list()];
    const tag = await world.given.tag();
    const [company, lonely] = [await world.given.company(), await world.given.company()];
    const contacts = [
      await world.given.contact({ lists: [list.id], tags: [tag.id] }),
      await world.given.contact({ lists: [list.id], status: 'pending' }),
      await world.given.contact(),
    ].map(({ id }) => id);
    await world.all
      .post('/companies/attach-subscribers')
      .send({ subscriber_ids: contacts, company_ids: [company.id] })
      .expect(200);
    return { list, empty, tag, company, lonely, contacts };
  }

  /** Requests that change all kinds of counters; each returns its response status. */
  function concurrentChanges({
    list,
    company,
    contacts,
  }: Pick<Awaited<ReturnType<typeof createFixtures>>, 'list' | 'company' | 'contacts'>): Promise<number>[] {
    return Array.from({ length: 60 }, async (_, index) => {
      const contact = contacts[index % 3] ?? 0;
      const even = index % 2 === 0;
      const url = `/subscribers/${contact}`;
      const requests = [
        () =>
          world.all
            .post(`/companies/${even ? 'attach' : 'detach'}-subscribers`)
            .send({ subscriber_ids: [contact], company_ids: [company.id] }),
        () => world.all.put(url).send({ status: even ? 'subscribed' : 'bounced' }),
        () => world.all.put(url).send(even ? { attach_lists: [list.id] } : { detach_lists: [list.id] }),
      ];
      return ((await requests[Math.floor(index / 3) % 3]?.()) ?? { status: 0 }).status;
    });
  }

  const right = async (): Promise<void> => {
    const { maintained, counted } = await countersAndRows(world.db);
    expect(maintained).toEqual(counted);
  };

  it('finds no difference after ordinary changes, including deletions', async () => {
    const { list, company } = await createFixtures();
    await world.all.delete(`/lists/${list.id}`).expect(200);
    await world.all.delete(`/companies/${company.id}`).expect(200);
    expect(await verify()).toEqual({ said: ['All counters are correct.'], exitCode: undefined });
    expect(await verify({ fix: true })).toEqual({ said: ['All counters are correct.'], exitCode: undefined });
  });

  it('prints all wrong counters, exits with 1, and changes nothing', async () => {
    const { list, empty, tag, company, lonely, contacts } = await createFixtures();
    const shard = (contacts[0] ?? 0) % 8;
    await corrupt(`UPDATE lists SET total_count = 9 WHERE id = ${list.id}`);
    await corrupt(`UPDATE lists SET subscribed_count = 1 WHERE id = ${empty.id}`);
    await corrupt(`UPDATE tags SET total_count = 0, subscribed_count = 0 WHERE id = ${tag.id}`);
    await corrupt(`UPDATE companies SET contacts_count = 0 WHERE id = ${company.id}`);
    await corrupt(`UPDATE companies SET contacts_count = 4294967295 WHERE id = ${lonely.id}`);
    await corrupt(`UPDATE contact_counters SET total = total + 6 WHERE status = 'subscribed' AND shard = ${shard}`);
    await corrupt("UPDATE contact_counters SET total = 2 WHERE status = 'complained' AND shard = 7");
    const expected = [
      'contacts complained (shard 7): stored 2, counted 0',
      `contacts subscribed (shard ${shard}): stored 7, counted 1`,
      `list ${list.id}: stored 9 (1 subscribed), counted 2 (1 subscribed)`,
      `list ${empty.id}: stored 0 (1 subscribed), counted 0 (0 subscribed)`,
      `tag ${tag.id}: stored 0 (0 subscribed), counted 1 (1 subscribed)`,
      `company ${company.id}: stored 0, counted 3`,
      `company ${lonely.id}: stored 4294967295, counted 0`,
      'Wrong counters: 7. --fix corrects them.',
    ];
    expect(await verify()).toEqual({ said: expected, exitCode: 1 });
    expect(await verify()).toEqual({ said: expected, exitCode: 1 });

    const fixed = await verify({ fix: true });
    expect(fixed).toEqual({ said: [...expected.slice(0, -1), 'Fixed 7 of 7.'], exitCode: undefined });
    await right();
    expect((await verify()).exitCode).toBeUndefined();
  });

  it('finds and restores a missing shard', async () => {
    const { contacts } = await createFixtures();
    const shard = (contacts[2] ?? 0) % 8;
    await corrupt(`DELETE FROM contact_counters WHERE status = 'subscribed' AND shard = ${shard}`);
    expect((await verify()).said[0]).toBe(`contacts subscribed (shard ${shard}): stored 0, counted 1`);
    expect((await verify({ fix: true })).exitCode).toBeUndefined();
    await right();
  });

  it('never reports an uncommitted change as a difference', async () => {
    const fixtures = await createFixtures();
    const verification = world.api.get(CountsVerification, { strict: false });
    let answered = 0;
    const written = concurrentChanges(fixtures).map((writing) => writing.finally(() => (answered += 1)));
    let runs = 0;
    for (; answered < written.length; runs += 1) expect(await verification.verify()).toEqual([]);
    expect((await Promise.all(written)).filter((status) => status !== 200)).toEqual([]);
    expect(runs).toBeGreaterThan(3);
  });

  it('fixes counters during concurrent writes', async () => {
    const { list, company, contacts } = await createFixtures();
    await corrupt(`UPDATE lists SET total_count = 50, subscribed_count = 50 WHERE id = ${list.id}`);
    await corrupt(`UPDATE companies SET contacts_count = 50 WHERE id = ${company.id}`);
    await corrupt('UPDATE contact_counters SET total = total + 50');
    const fixing = verify({ fix: true });
    const answers = await Promise.all(concurrentChanges({ list, company, contacts }));
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    expect((await fixing).exitCode).toBeUndefined();
    await right();
  });

  it('waits for a transaction that has changed the counter', async () => {
    const { company } = await createFixtures();
    const extra = await world.given.contact();
    await corrupt(`UPDATE companies SET contacts_count = 8 WHERE id = ${company.id}`);
    let fixing: ReturnType<typeof verify> | undefined;
    await world.db.transaction(async (tx) => {
      await tx.execute(
        'INSERT INTO contact_companies (contact_id, company_id, is_primary) VALUES (:contact, :company, 1)',
        {
          contact: extra.id,
          company: company.id,
        },
      );
      await tx.execute('UPDATE companies SET contacts_count = contacts_count + 1 WHERE id = :id', { id: company.id });
      fixing = verify({ fix: true });
      await statementRunning(world.db, 'SELECT id FROM companies');
    });
    expect((await fixing)?.said).toContain('Fixed 1 of 1.');
    await right();
  });
});
