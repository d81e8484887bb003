import { World } from '../support/world.js';

describe('the readiness of a process', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({ worker: false });
  });
  afterAll(() => world.stop());

  it('F31 outlasts a migration that the next version has brought', async () => {
    const later = { name: 'Tomorrow1999999999999', timestamp: 1_999_999_999_999 };
    await world.db.transaction((tx) =>
      tx.execute('INSERT INTO schema_migrations (name, timestamp) VALUES (:name, :timestamp)', later),
    );
    const { body } = await world.http.get('/health/ready').expect(200);
    expect(body.checks).toMatchObject({ database: 'ok', migrations: 'ok' });

    // What this version needs is missed all the same, though there are as many as it knows.
    await world.db.transaction((tx) =>
      tx.execute('DELETE FROM schema_migrations WHERE name <> :name ORDER BY id DESC LIMIT 1', later),
    );
    const unready = await world.http.get('/health/ready').expect(503);
    expect(unready.body.checks).toMatchObject({ migrations: 'pending' });
  });
});
