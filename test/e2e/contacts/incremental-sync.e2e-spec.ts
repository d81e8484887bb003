import { inDialect, WITH_DIALECT } from '../../support/dialect-client.js';
import { World } from '../../support/world.js';

const STRICT = { Prefer: 'handling=strict' };

interface Row {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
}
interface Page {
  readonly data: readonly Row[];
  readonly next_cursor?: string | null;
}
interface Kind {
  readonly path: string;
  readonly table: string;
  readonly hasCursor: boolean;
  readonly make: () => Promise<{ readonly id: number }>;
  /** The page in the body of the response. */
  readonly pageOf: (body: Record<string, unknown>) => Page;
}

/** Days of January and February 2026: two rows were changed at the same second. */
const CREATED = [1, 2, 3, 4, 5];
const CHANGED = [3, 1, 2, 2, 5];
const at = (month: number, day: number): string => `2026-0${month}-0${day} 12:00:00`;

describe('lists for incremental synchronization', () => {
  let world: World;
  const made: Record<string, number[]> = {};
  beforeAll(async () => {
    world = await World.start({ worker: false, env: WITH_DIALECT });
    for (const [name, { make }] of Object.entries(KINDS)) {
      const ids: number[] = [];
      for (const _day of CREATED) ids.push((await make()).id);
      made[name] = ids;
    }
    // After everything is made: an order changes its contact.
    for (const [name, ids] of Object.entries(made))
      for (const [index, id] of ids.entries()) {
        const times = { id, created: at(1, CREATED[index] ?? 1), updated: at(2, CHANGED[index] ?? 1) };
        const set = `UPDATE ${KINDS[name]?.table} SET created_at = :created, updated_at = :updated WHERE id = :id`;
        await world.db.query(set, times);
      }
  });

  const whole = (body: Record<string, unknown>): Page => body as unknown as Page;
  const KINDS: Record<string, Kind> = {
    contacts: {
      path: '/subscribers',
      table: 'contacts',
      hasCursor: true,
      make: () => world.given.contact(),
      pageOf: whole,
    },
    companies: {
      path: '/companies',
      table: 'companies',
      hasCursor: true,
      make: () => world.given.company(),
      pageOf: ({ companies }) => companies as Page,
    },
    orders: {
      path: '/commerce/orders',
      table: 'orders',
      hasCursor: true,
      make: () => world.given.order({ contact_id: made['contacts']?.[0] }),
      pageOf: ({ orders }) => orders as Page,
    },
    campaigns: {
      path: '/campaigns',
      table: 'campaigns',
      hasCursor: false,
      make: () => world.given.campaign(),
      pageOf: ({ campaigns }) => campaigns as Page,
    },
    funnels: {
      path: '/funnels',
      table: 'funnels',
      hasCursor: false,
      make: () => world.given.funnel(),
      pageOf: ({ funnels }) => ({ data: funnels as Row[] }),
    },
  };

  /** The places of the rows of a page, in its order. */
  async function placesOf(name: string, query: object): Promise<number[]> {
    const { path, pageOf } = KINDS[name]!;
    const { body } = await world.all
      .get(path)
      .set(STRICT)
      .query({ per_page: 100, ...query })
      .expect(200);
    return pageOf(body).data.map(({ id }) => made[name]!.indexOf(id));
  }

  describe.each(Object.keys(KINDS))('of %s', (name) => {
    it.each([
      [{ sort_by: 'updated_at', sort_order: 'ASC' }, [1, 2, 3, 0, 4]],
      [{ sort_by: 'updated_at', sort_order: 'DESC' }, [4, 0, 3, 2, 1]],
      [{ order_by: 'updated_at', order_type: 'asc' }, [1, 2, 3, 0, 4]],
      [{ sort_by: 'updated_at', sort_type: 'desc', per_page: 2, page: 2 }, [3, 2]],
      [{ sort_by: 'created_at', sort_order: 'ASC' }, [0, 1, 2, 3, 4]],
    ])('can be sorted by %j', async (query, expected) => {
      expect(await placesOf(name, query)).toEqual(expected);
    });

    it.each([
      [{ updated_after: '2026-02-03 11:59:59' }, [0, 4]],
      [{ updated_after: '2026-02-03T12:00:00Z' }, [0, 4]],
      [{ updated_after: '2026-02-03T12:00:01Z' }, [4]],
      [{ updated_after: '2026-02-03T14:00:00+02:00' }, [0, 4]],
      [{ updated_after: '2026-02-03T12:00:00.000Z' }, [0, 4]],
      [{ updated_after: '2026-02-03' }, [0, 4]],
      [{ updated_before: '2026-02-02 12:00:00' }, [1]],
      [{ updated_before: '2026-02-02T12:00:01Z' }, [1, 2, 3]],
      [{ updated_after: '2026-02-02', updated_before: '2026-02-03' }, [2, 3]],
      [{ created_after: '2026-01-04T00:00:00Z' }, [3, 4]],
      [{ created_before: '2026-01-02 12:00:00' }, [0]],
      [{ created_after: '2026-01-02', created_before: '2026-01-05', updated_after: '2026-02-02' }, [2, 3]],
      [{ updated_after: '2027-01-01' }, []],
      [{ updated_after: '', created_before: '' }, [0, 1, 2, 3, 4]],
    ])('can be filtered by %j', async (query, expected) => {
      expect((await placesOf(name, query)).sort()).toEqual(expected);
    });

    it('refuse times that cannot be read', async () => {
      const { path } = KINDS[name]!;
      for (const parameter of ['updated_after', 'updated_before', 'created_after', 'created_before'])
        for (const value of ['soon', '2026-13-01', '2026-02-30', '1770120000x']) {
          const { body } = await world.all.get(`${path}?${parameter}=${value}`).expect(400);
          expect([value, Object.keys(body.data.params)]).toEqual([value, [parameter]]);
        }
    });

    it('give every row once to a caller that follows the pages of changes', async () => {
      const { path, pageOf, hasCursor } = KINDS[name]!;
      for (const [sort_order, expected] of [
        ['ASC', [2, 3, 0, 4]],
        ['DESC', [4, 0, 3, 2]],
      ] as const)
        for (const per_page of [1, 2, 3]) {
          const seen: number[] = [];
          let next: string | number | null = hasCursor ? '*' : 1;
          while (next !== null) {
            const query = { sort_by: 'updated_at', sort_order, per_page, updated_after: '2026-02-02' };
            const { body } = await world.all
              .get(path)
              .set(STRICT)
              .query({ ...query, [hasCursor ? 'cursor' : 'page']: next })
              .expect(200);
            const page = pageOf(body);
            seen.push(...page.data.map(({ id }) => made[name]!.indexOf(id)));
            if (hasCursor) next = page.next_cursor ?? null;
            else next = page.data.length < per_page ? null : Number(next) + 1;
          }
          expect([sort_order, per_page, seen]).toEqual([sort_order, per_page, expected]);
        }
    });
  });

  it('show a change to a caller that continues after the last known one', async () => {
    const { id } = await world.given.contact();
    await world.db.query("UPDATE contacts SET updated_at = '2026-03-01 00:00:00' WHERE id = :id", { id });
    const changedSince = async (time: string): Promise<number[]> =>
      (
        await world.all.get('/subscribers').query({ updated_after: time, sort_by: 'updated_at' }).expect(200)
      ).body.data.map((row: Row) => row.id);
    expect(await changedSince('2026-03-01 00:00:01')).toEqual([]);
    await world.all.put(`/subscribers/${id}`).send({ city: 'Rome' }).expect(200);
    expect(await changedSince('2026-03-01 00:00:01')).toEqual([id]);
    await world.all.delete(`/subscribers/${id}`).expect(200);
  });

  describe('of contacts', () => {
    const totalOf = async (query: string): Promise<number> =>
      (await world.all.get(`/subscribers?${query}`).set(STRICT).expect(200)).body.total;

    it('can be filtered by the exact address', async () => {
      await world.given.contact({ email: 'exact@example.com' });
      await world.given.contact({ email: 'not.exact@example.com' });
      await world.given.contact({ email: 'plus+one@example.com' });
      await world.given.contact({ email: 'info@müller.example' });
      for (const [address, total] of [
        ['exact@example.com', 1],
        ['EXACT@Example.COM', 1],
        ['plus%2Bone@example.com', 1],
        ['info@m%C3%BCller.example', 1],
        ['info@xn--mller-kva.example', 1],
        ['exact@example', 0],
        ['example.com', 0],
        ['unknown@example.com', 0],
        ['%25', 0],
      ] as const)
        expect([address, await totalOf(`email=${address}`)]).toEqual([address, total]);
      expect(await totalOf('email=exact@example.com&statuses[]=pending')).toBe(0);
      expect(await totalOf('email=')).toBe(await totalOf(''));
    });

    it('can be filtered by ids', async () => {
      const [one, two] = made['contacts'] as [number, number];
      expect(await totalOf(`ids[]=${one}&ids[]=${two}`)).toBe(2);
      expect(await totalOf(`ids=${one},${two},987654`)).toBe(2);
      expect(await totalOf('ids[]=987654')).toBe(0);
      expect(await totalOf(`ids[]=${one}&statuses[]=pending`)).toBe(0);
      await world.all.get('/subscribers?ids[]=x').expect(400);
    });

    it('ignore empty arrays', async () => {
      const all = await totalOf('');
      expect(all).toBeGreaterThan(5);
      for (const name of ['tags', 'lists', 'statuses', 'company_ids', 'ids'])
        for (const empty of [`${name}[]=`, `${name}=`, `${name}[0]=`, `${name}[]=&search=`])
          expect([empty, (await world.all.get(`/subscribers?${empty}`).set(STRICT)).body]).toEqual([
            empty,
            expect.objectContaining({ total: all }),
          ]);
      for (const path of ['/campaigns?statuses[]=', '/campaigns?with[]=', '/funnels?with[]=', '/companies?search='])
        expect([path, (await world.all.get(path).set(STRICT)).status]).toEqual([path, 200]);
    });

    it('ignore empty items of arrays, as forms with hidden fields send them', async () => {
      const tag = await world.given.tag();
      await world.given.contact({ tags: [tag.id] });
      expect(await totalOf(`tags[]=&tags[]=${tag.id}&lists[]=`)).toBe(1);
    });

    it('ignore unknown sort fields on the compatibility path only', async () => {
      const { body } = await inDialect(world)
        .get('/subscribers?sort_by=company_name&sort_order=ASC&per_page=2&email=&ids[]=')
        .expect(200);
      expect(body.data.map(({ id }: Row) => id)).toEqual(made['contacts']?.slice(0, 2));
      const refused = await world.all.get('/subscribers?sort_by=company_name').expect(400);
      expect(refused.body.data.params.sort_by).toContain('updated_at');
    });
  });
});
