import fc from 'fast-check';
import { FiltersService } from '../../src/modules/segments/filter-language/filters.service.js';
import { type Filters, OPERATORS } from '../../src/modules/segments/filter-language/filter.js';
import { OPERATORS_OF } from '../../src/modules/segments/filter-language/value-types.js';
import { Clock } from '../../src/platform/clock/clock.js';
import { ValidationErrors } from '../../src/platform/errors/app-error.js';
import {
  CUSTOM_FIELDS,
  FIELDS,
  filtersOf,
  type Ids,
  OPTIONS,
  people,
  rowWith,
} from '../support/filters/arbitrary-people.js';
import { holds } from '../support/filters/naive-filters.js';
import { insertPeople, type Person } from '../support/filters/people.js';
import { World } from '../support/world.js';

const SEED = Number(process.env['FILTERS_SEED'] ?? Date.now() % 1_000_000_000);
const PEOPLE = 120;
const [RULES, ROWS_PER_FIELD] = process.env['TEST_DEPTH'] === 'full' ? [3_000, 15] : [1_000, 8];
const NOW = new Date('2026-06-15T12:34:56.000Z');

/** Each operator with each entity that has a field for it. */
const PAIRS = OPERATORS.flatMap((operator) =>
  [...new Set(FIELDS.filter(([, , type]) => OPERATORS_OF[type].includes(operator)).map(([entity]) => entity))].map(
    (entity) => [entity, operator] as const,
  ),
);

describe('the filter language in SQL', () => {
  let world: World;
  let everyPerson: Person[];
  let ids: Ids;
  const customTypes = new Map(Object.entries(CUSTOM_FIELDS));

  beforeAll(async () => {
    world = await World.start({ worker: false });
    jest.spyOn(world.api.get(Clock, { strict: false }), 'now').mockReturnValue(NOW);
    const three = async (make: () => Promise<{ id: number }>): Promise<number[]> => [
      (await make()).id,
      (await make()).id,
      (await make()).id,
    ];
    ids = {
      tags: await three(() => world.given.tag()),
      lists: await three(() => world.given.list({ subscription: { enabled: true } })),
      companies: await three(() => world.given.company()),
      campaigns: await three(() => world.given.campaign()),
    };
    for (const [slug, type] of Object.entries(CUSTOM_FIELDS))
      await world.given.customField({ slug, type, ...(hasOptions(type) ? { options: OPTIONS } : {}) });
    const fields = await world.db.query<{ id: number; slug: string }>('SELECT id, slug FROM custom_fields');
    everyPerson = people(PEOPLE, ids, NOW, SEED);
    await insertPeople(world.db, everyPerson, new Map(fields.map(({ id, slug }) => [slug, id])));
  });

  const found = async (filters: Filters): Promise<number[]> => {
    const { sql, params } = await world.api.get(FiltersService, { strict: false }).compile(filters);
    const rows = await world.db.query<{ id: number }>(`SELECT c.id FROM contacts c WHERE ${sql} ORDER BY c.id`, params);
    return rows.map(({ id }) => id);
  };

  const expected = (filters: Filters): number[] =>
    everyPerson.filter((person) => holds(person, filters, customTypes, NOW)).map(({ id }) => id);

  it.each(PAIRS)(
    `finds the same contacts as a naive evaluator for %s with the operator %s (seed ${SEED})`,
    async (entity, operator) => {
      for (const field of FIELDS.filter(([of, , type]) => of === entity && OPERATORS_OF[type].includes(operator))) {
        const property = fc.asyncProperty(rowWith(field, operator, ids), async (row) => {
          expect(await found([[row]])).toEqual(expected([[row]]));
        });
        await fc.assert(property, { seed: SEED, numRuns: ROWS_PER_FIELD });
      }
    },
  );

  it('finds the same contacts with many products as with few', async () => {
    const others = Array.from({ length: 20 }, (_, number) => `other-${number}`);
    for (const operator of ['in', 'not_in'] as const)
      for (const product of ['SKU-7', 'sku-7', '7', 'é', '"external_id"', 'unknown']) {
        const row = { source: ['commerce', 'purchased_product'] as const, operator };
        const few = await found([[{ ...row, value: [product] }]]);
        expect(await found([[{ ...row, value: [product, ...others] }]])).toEqual(few);
      }
  });

  it(`finds the same contacts as a naive evaluator for any rule (seed ${SEED})`, async () => {
    const sizes = new Set<number>();
    const property = fc.asyncProperty(filtersOf(ids), async (filters) => {
      const ids = expected(filters);
      sizes.add(ids.length);
      expect(await found(filters)).toEqual(ids);
    });
    await fc.assert(property, { seed: SEED, numRuns: RULES });
    // Checks that the rules find different numbers of contacts.
    expect(sizes.size).toBeGreaterThan(PEOPLE / 4);
  });

  it(`stores a rule in a canonical form with the same results, which is read back unchanged (seed ${SEED})`, async () => {
    const service = world.api.get(FiltersService, { strict: false });
    const property = fc.asyncProperty(filtersOf(ids), async (filters) => {
      const faults = new ValidationErrors();
      const stored = await service.read(filters, 'filters', faults);
      faults.throwIfAny();
      expect(await service.read(JSON.parse(JSON.stringify(stored)), 'filters', new ValidationErrors())).toEqual(stored);
      expect(await found(stored)).toEqual(await found(filters));
    });
    await fc.assert(property, { seed: SEED, numRuns: 100 });
  });
});

const hasOptions = (type: string): boolean => ['select-one', 'radio', 'checkbox'].includes(type);
