import { AsyncLocalStorage } from 'node:async_hooks';
import type { Type } from '@nestjs/common';
import { CompanyMemberships } from '../../src/modules/contacts/memberships/company-memberships.service.js';
import { ContactsService } from '../../src/modules/contacts/contacts.service.js';
import { CountsVerification } from '../../src/modules/contacts/counts/counts-verification.service.js';
import { LabelChanges } from '../../src/modules/contacts/automation/label-changes.service.js';
import { ContactSet } from '../../src/modules/contacts/listing/contact-set.js';
import { MembershipBitmaps } from '../../src/modules/contacts/listing/membership-bitmaps.service.js';
import {
  type LabelState,
  MEMBERSHIP,
  MEMBERSHIP_KINDS,
  type MembershipKind,
  type MemberFilter,
  MembershipsService,
  memberFilterOf,
} from '../../src/modules/contacts/memberships/memberships.service.js';
import { LABEL_KINDS, LabelsService } from '../../src/modules/labels/labels.service.js';
import { ContactMerges } from '../../src/modules/privacy/merging/contact-merges.service.js';
import { AppError } from '../../src/platform/errors/app-error.js';
import type { Reader } from '../../src/platform/database/database.js';
import { insertSubscribers } from '../support/builders/audience.js';
import { World } from '../support/world.js';

const CONTACTS = 4_000;
const LABELS_PER_KIND = 3;
const WRITERS = 3;
const WRITES = 600;
const READERS = 2;

const below = (count: number): number => Math.floor(Math.random() * count);
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
const some = (ids: readonly number[]): number[] => ids.filter(() => Math.random() < 0.5);

/** Returns the members of all kinds by SQL, as the listing without bitmaps does. */
async function membersBySql(reader: Reader, memberOf: MemberFilter): Promise<number[]> {
  const kinds = MEMBERSHIP_KINDS.filter((kind) => memberOf[kind] !== undefined);
  const conditions = kinds.map(
    (kind) => `id IN (SELECT contact_id FROM ${MEMBERSHIP[kind].table} WHERE ${MEMBERSHIP[kind].column} IN (:${kind}))`,
  );
  const rows = await reader.query<{ id: number }>(
    `SELECT id FROM contacts WHERE ${conditions.join(' AND ')} ORDER BY id`,
    memberOf,
  );
  return rows.map(({ id }) => id);
}

describe('bitmaps of memberships', () => {
  let world: World;
  let memberships: MembershipsService;
  const labels: Record<MembershipKind, number[]> = { list: [], tag: [], company: [] };

  beforeAll(async () => {
    world = await World.start();
    memberships = world.api.get(MembershipsService, { strict: false });
    const { id: everyone } = await world.given.list();
    await insertSubscribers(world.db, everyone, 'bitmap', CONTACTS);
    for (let index = 0; index < LABELS_PER_KIND; index += 1) {
      labels.list.push((await world.given.list()).id);
      labels.tag.push((await world.given.tag()).id);
      labels.company.push((await world.given.company()).id);
    }
    for (const kind of MEMBERSHIP_KINDS)
      for (const id of labels[kind])
        await world.db.transaction(async (tx) => {
          const { table, column } = MEMBERSHIP[kind];
          await tx.execute(
            `INSERT INTO ${table} (contact_id, ${column}) SELECT id, :id FROM contacts WHERE (id * 7 + :id) % 10 < 7`,
            { id },
          );
        });
    const counts = world.api.get(CountsVerification, { strict: false });
    for (const difference of await counts.verify()) await counts.fix(difference);
  });

  it('hold exactly the members that SQL finds in the same snapshot, while others write', async () => {
    const processes = [new Comparison(), new Comparison()];
    let writing = WRITERS;
    const writer = async (): Promise<void> => {
      try {
        for (let write = 0; write < WRITES; write += 1)
          await pick(writes())().catch((error: unknown) => {
            // Writers delete the contacts and labels of each other.
            if (!(error instanceof AppError)) throw error;
          });
      } finally {
        writing -= 1;
      }
    };
    const reader = async (comparison: Comparison): Promise<void> => {
      while (writing > 0 || comparison.matched <= 20) await comparison.compare(pick(filters()));
    };
    await Promise.all([
      ...Array.from({ length: WRITERS }, writer),
      ...processes.flatMap((comparison) => Array.from({ length: READERS }, () => reader(comparison))),
    ]);
    for (const comparison of processes) {
      const before = comparison.matched;
      for (const filter of filters()) await comparison.compare(filter);
      // Without concurrent writers each answer comes from bitmaps.
      expect(comparison.matched).toBe(before + filters().length);
    }
    expect(await world.api.get(CountsVerification, { strict: false }).verify()).toEqual([]);
  });

  it('show each write in the next request', async () => {
    const [listId = 0] = labels.list;
    const [tagId = 0] = labels.tag;
    const path = `/subscribers?lists[]=${listId}&tags[]=${tagId}&sort_order=desc`;
    const bitmaps = jest.spyOn(ContactSet, 'inEach');
    for (let round = 0; round < 10; round += 1) {
      const before = (await world.all.get(path).expect(200)).body;
      const { id } = await world.given.contact({ lists: [listId], tags: [tagId] });
      const added = (await world.all.get(path).expect(200)).body;
      expect([added.total, added.data[0].id]).toEqual([Number(before.total) + 1, id]);
      await world.all
        .put(`/subscribers/${id}`)
        .send({ detach_tags: [tagId] })
        .expect(200);
      const detached = (await world.all.get(path).expect(200)).body;
      expect([detached.total, detached.data[0].id]).toEqual([before.total, before.data[0].id]);
    }
    // Without fallbacks to SQL.
    expect(bitmaps).toHaveBeenCalledTimes(30);
  });

  /** Compares the bitmaps of a process with SQL in the snapshot from which it read the label states. */
  class Comparison {
    matched = 0;
    private readonly request = new AsyncLocalStorage<{ expected: number[] }>();
    private readonly bitmaps = new MembershipBitmaps(world.db, {
      states: (filter: MemberFilter, reader?: Reader) =>
        reader ? memberships.states(filter, reader) : this.statesAndMembers(filter),
    } as unknown as MembershipsService);

    async compare(filter: MemberFilter): Promise<void> {
      const request = { expected: [] };
      await this.request.run(request, async () => {
        const set = await this.bitmaps.common(await this.statesAndMembers(filter));
        if (set === null) return;
        expect(set.page('ASC', { page: 1, perPage: CONTACTS * 2 })).toEqual(request.expected);
        expect(set.size).toBe(request.expected.length);
        this.matched += 1;
      });
    }

    private async statesAndMembers(filter: MemberFilter): Promise<LabelState[]> {
      return world.db.snapshot(async (reader) => {
        const states = await memberships.states(filter, reader);
        const request = this.request.getStore();
        if (request) request.expected = await membersBySql(reader, memberFilterOf(states));
        return states;
      });
    }
  }

  const filters = (): MemberFilter[] => [
    { list: labels.list.slice(0, 1), tag: labels.tag.slice(0, 2) },
    { list: labels.list.slice(1, 2), company: labels.company.slice(0, 1) },
    { list: labels.list.slice(0, 1), tag: labels.tag.slice(0, 1), company: labels.company.slice(0, 2) },
    { tag: labels.tag.slice(0, 2) },
  ];

  const contact = (): number => 1 + below(CONTACTS);
  const someContacts = (): number[] => Array.from({ length: pick([1, 3, 40, 300]) }, contact);
  const get = <Service>(type: Type<Service>): Service => world.api.get(type, { strict: false });

  const writes = (): (() => Promise<unknown>)[] => [
    () =>
      get(ContactsService).createOrUpdate({
        email: `new-${below(1_000)}@example.com`,
        status: 'subscribed',
        lists: [pick(labels.list)],
        tags: [pick(labels.tag)],
      }),
    () =>
      get(ContactsService).update(contact(), { attach_tags: [pick(labels.tag)], detach_lists: [pick(labels.list)] }),
    () => get(ContactsService).update(contact(), { lists: some(labels.list), tags: some(labels.tag) }),
    () => get(ContactsService).update(contact(), { status: pick(['subscribed', 'unsubscribed']) }),
    () => get(ContactsService).remove(contact()),
    () => get(CompanyMemberships).attach({ contactIds: [contact()], companyIds: some(labels.company) }),
    () => get(CompanyMemberships).detach({ contactIds: [contact()], companyIds: [pick(labels.company)] }),
    () => get(ContactMerges).merge(contact(), [contact()]),
    () =>
      world.db.transaction((tx) =>
        get(LabelChanges).applyToMany(tx, someContacts(), {
          kind: pick(LABEL_KINDS),
          attach: [pick(labels.list)],
          detach: [pick(labels.list)],
        }),
      ),
    async () => {
      const { id } = await get(LabelsService).create('tag', { title: `Tag of ${Math.random()}` });
      const [deleted] = labels.tag.splice(2, 1, id);
      await world.db.transaction((tx) =>
        get(LabelChanges).applyToMany(tx, someContacts(), { kind: 'tag', attach: [id] }),
      );
      await get(LabelsService).remove('tag', deleted ?? 0);
    },
  ];
});
