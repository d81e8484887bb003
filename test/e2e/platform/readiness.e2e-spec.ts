import { World } from '../../support/world.js';

describe('the readiness of a process', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  it('F44 reports that no event is relayed, that a subscriber is late, and that events are parked', async () => {
    const checks = async (): Promise<Record<string, unknown>> =>
      (await world.http.get('/health/ready').expect(200)).body.checks;
    expect(await checks()).not.toHaveProperty('events');
    await world.given.contact();
    expect(await checks()).not.toHaveProperty('events');
    await world.db.transaction(async (tx) => {
      await tx.execute('UPDATE domain_events SET occurred_at = NOW(3) - INTERVAL 10000 SECOND');
      await tx.execute(`INSERT INTO late_subscribers (subscriber, position, error) VALUES ('funnels', 0, 'x')`);
      await tx.execute(`INSERT INTO parked_events (event_id, subscriber, error) VALUES (1, 'rollups', 'x')`);
    });
    expect((await checks())['events']).toMatch(/^no event delivered for 1[01]\d{3} s; 1 parked$/);
    // A subscriber is late only if it has pending events.
    await world.db.transaction((tx) => tx.execute('UPDATE relay_state SET last_position = 1'));
    expect((await checks())['events']).toMatch(/; late: funnels; 1 parked$/);
    await world.db.transaction(async (tx) => {
      for (const table of ['domain_events', 'late_subscribers', 'parked_events'])
        await tx.execute(`DELETE FROM ${table}`);
    });
    expect(await checks()).not.toHaveProperty('events');
  });

  it('F31 continues after a migration of the next version', async () => {
    const later = { name: 'Tomorrow1999999999999', timestamp: 1_999_999_999_999 };
    await world.db.transaction((tx) =>
      tx.execute('INSERT INTO schema_migrations (name, timestamp) VALUES (:name, :timestamp)', later),
    );
    const { body } = await world.http.get('/health/ready').expect(200);
    expect(body.checks).toMatchObject({ database: 'ok', migrations: 'ok' });

    // A missing migration of this version is detected even if the number of migrations matches.
    await world.db.transaction((tx) =>
      tx.execute('DELETE FROM schema_migrations WHERE name <> :name ORDER BY id DESC LIMIT 1', later),
    );
    const unready = await world.http.get('/health/ready').expect(503);
    expect(unready.body.checks).toMatchObject({ migrations: 'pending' });
  });
});
