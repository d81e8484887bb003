import type { Response } from 'supertest';
import { THOROUGH } from '../support/hostile-client.js';
import { World } from '../support/world.js';

const ROUNDS = THOROUGH ? 20 : 1;

describe('races', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  /** Counts each outcome: `{ '200': 1, '409 ': 199 }`. */
  async function outcomes(requests: readonly PromiseLike<Response>[]): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { status, body } of await Promise.all(requests)) {
      const outcome = `${status} ${body.code ?? ''}`.trim();
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return counts;
  }

  it('T44 one of 200 concurrent creates of the same contact succeeds, and the others get 409', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = `race-${round}@example.com`;
      const spellings = [email, email.toUpperCase(), ` ${email}`, `Race-${round}@Example.com`];
      const requests = Array.from({ length: 200 }, (_, index) =>
        world.all.post('/subscribers').send({ email: spellings[index % spellings.length], status: 'subscribed' }),
      );
      expect(await outcomes(requests)).toEqual({ '200': 1, '409': 199 });
      const rows = await world.db.query('SELECT id FROM contacts WHERE email = :email', { email });
      expect(rows).toHaveLength(1);
    }
    const events = await world.db.query("SELECT id FROM domain_events WHERE type = 'contact.created'");
    expect(events).toHaveLength(ROUNDS);
  });

  it.each([
    ['lists', {}],
    ['tags', {}],
    ['campaigns', {}],
  ])(
    'T44 one of 50 concurrent creates in %s with the same title succeeds, and the others get 400',
    async (what, members) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const titles = [`Race ${round}`, `RACE ${round}`, `  race  ${round} `];
        const requests = Array.from({ length: 50 }, (_, index) =>
          world.all.post(`/${what}`).send({ title: titles[index % titles.length], ...members }),
        );
        expect(await outcomes(requests)).toEqual({ '200': 1, '400 rest_invalid_param': 49 });
      }
    },
  );

  it.each(['lists', 'tags', 'campaigns'])(
    'T44 30 creates in %s with different titles of the same words get unique slugs',
    async (what) => {
      const requests = Array.from({ length: 30 }, (_, index) =>
        world.all.post(`/${what}`).send({ title: `News${'!'.repeat(index)}` }),
      );
      expect(await outcomes(requests)).toEqual({ '200': 30 });
      const [{ slugs } = { slugs: 0 }] = await world.db.query<{ slugs: number }>(
        `SELECT COUNT(DISTINCT slug) AS slugs FROM ${what} WHERE slug LIKE 'news%'`,
      );
      expect(slugs).toBe(30);
    },
  );

  it('T44 20 concurrent duplicates of one campaign get unique titles', async () => {
    const { id } = await world.given.campaign({ title: 'Original' });
    const requests = Array.from({ length: 20 }, () => world.all.post(`/campaigns/${id}/duplicate`));
    expect(await outcomes(requests)).toEqual({ '200': 20 });
    const rows = await world.db.query("SELECT DISTINCT title FROM campaigns WHERE title LIKE '[Duplicate%Original'");
    expect(rows).toHaveLength(20);
  });

  it('T44 50 custom fields with the same label get unique slugs and keys', async () => {
    const requests = Array.from({ length: 50 }, () =>
      world.all.post('/custom-fields/contacts').send({ type: 'text', label: 'Race' }),
    );
    expect(await outcomes(requests)).toEqual({ '200': 50 });
    const [{ slugs, keys } = { slugs: 0, keys: 0 }] = await world.db.query<{ slugs: number; keys: number }>(
      'SELECT COUNT(DISTINCT slug) AS slugs, COUNT(DISTINCT field_key) AS `keys` FROM custom_fields',
    );
    expect([slugs, keys]).toEqual([50, 50]);
  });

  it('T44 100 concurrent changes of one contact, its lists, and the lists themselves cause no error', async () => {
    const { id } = await world.given.contact();
    const lists = await Promise.all(Array.from({ length: 5 }, () => world.given.list()));
    const requests = Array.from({ length: 100 }, (_, index) => {
      const list = lists[index % lists.length]?.id ?? 0;
      const change = index % 2 === 0 ? { attach_lists: [list] } : { detach_lists: [list] };
      return index % 10 === 9
        ? world.all.put(`/lists/${list}`).send({ description: `turn ${index}` })
        : world.all.put(`/subscribers/${id}`).send({ ...change, first_name: `Turn ${index}` });
    });
    expect(await outcomes(requests)).toEqual({ '200': 100 });
  });
});
