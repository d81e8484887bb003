import { createHmac } from 'node:crypto';
import { SuppressionsService } from '../../src/modules/contacts/suppression/suppressions.service.js';
import { Keys } from '../../src/platform/secrets/keys.js';
import { World } from '../support/world.js';

describe('suppressions', () => {
  let world: World;
  let suppressions: SuppressionsService;
  beforeAll(async () => {
    world = await World.start({
      worker: false,
      env: { APP_SECRET_PREVIOUS: 'an older secret for tests, 32 characters and more' },
    });
    suppressions = world.api.get(SuppressionsService, { strict: false });
  });
  afterAll(() => world.stop());

  const suppress = (email: string, reason: string): Promise<void> =>
    world.db.transaction((tx) => suppressions.suppress(tx, email, reason));
  const reasons = async (): Promise<string[]> =>
    (await world.db.query<{ reason: string }>('SELECT reason FROM suppressions ORDER BY id')).map(
      ({ reason }) => reason,
    );

  it('find addresses among many, and those of a suppressed domain', async () => {
    await suppress('ada@example.com', 'unsubscribed');
    const domain = world.api.get(Keys, { strict: false }).hmac('suppression', 'blocked.org');
    await world.db.transaction((tx) =>
      tx.execute(`INSERT INTO suppressions (kind, value_hash, reason) VALUES ('domain', :domain, 'manual')`, {
        domain,
      }),
    );
    const asked = ['ada@example.com', 'eve@example.com', 'a@blocked.org', 'b@blocked.org', 'a@sub.blocked.org'];
    expect(await suppressions.isSuppressed(world.db, asked)).toEqual(
      new Set(['ada@example.com', 'a@blocked.org', 'b@blocked.org']),
    );
    expect(await suppressions.isSuppressed(world.db, [])).toEqual(new Set());
  });

  it('keep the strongest reason', async () => {
    await suppress('ada@example.com', 'complained');
    await suppress('ada@example.com', 'bounced');
    expect(await reasons()).toEqual(['complained', 'manual']);
  });

  it('outlive the rotation of the secret', async () => {
    const [, old] = world.api.get(Keys, { strict: false }).all('suppression');

    const hash = createHmac('sha256', old?.key ?? '')
      .update('early@example.com')
      .digest();
    await world.db.transaction((tx) =>
      tx.execute(`INSERT INTO suppressions (kind, value_hash, reason) VALUES ('address', :hash, 'bounced')`, { hash }),
    );
    expect(await suppressions.isSuppressed(world.db, ['early@example.com'])).toEqual(new Set(['early@example.com']));
    await world.db.transaction((tx) => suppressions.lift(tx, 'early@example.com'));
    expect(await suppressions.isSuppressed(world.db, ['early@example.com'])).toEqual(new Set());
  });
});
