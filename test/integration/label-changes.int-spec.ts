import type { Type } from '@nestjs/common';
import { ContactAutomation } from '../../src/modules/contacts/automation/contact-automation.service.js';
import { ContactsService } from '../../src/modules/contacts/contacts.service.js';
import { LabelChanges } from '../../src/modules/contacts/automation/label-changes.service.js';
import { CompaniesService } from '../../src/modules/companies/companies.service.js';
import { CompanyMemberships } from '../../src/modules/contacts/memberships/company-memberships.service.js';
import { type LabelKind, LabelsService } from '../../src/modules/labels/labels.service.js';
import { CountsVerification } from '../../src/modules/contacts/counts/counts-verification.service.js';
import type { Database } from '../../src/platform/database/database.js';
import { countersAndRows } from '../support/label-counts.js';
import { statementRunning } from '../support/running-statement.js';
import { World } from '../support/world.js';

const STATUSES = ['subscribed', 'pending', 'unsubscribed', 'bounced'] as const;
const ROUNDS = 40;

/** Returns the same numbers for the same seed, so that a failure is reproducible. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * sides);
  };
}

describe('label changes of many contacts at once', () => {
  let world: World;
  let labels: LabelChanges;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    labels = world.api.get(LabelChanges, { strict: false });
  });

  it.each(['tag', 'list', 'company'] as const)('notice that a %s is deleted between their reads', async (kind) => {
    const { table, read } = {
      tag: { table: 'tags', read: [LabelsService, 'knownOf'] },
      list: { table: 'lists', read: [LabelsService, 'knownOf'] },
      company: { table: 'companies', read: [CompaniesService, 'known'] },
    }[kind] as { table: string; read: [Type<unknown>, string] };
    const companies = world.api.get(CompanyMemberships, { strict: false });
    /** A contact with the label, which is deleted as soon as the next write has read it. */
    const withLabel = async (): Promise<{ id: number; labelId: number }> => {
      const { id: labelId } = await world.given[kind]();
      const { id } = await world.given.contact(kind === 'company' ? {} : { [`${kind}s`]: [labelId] });
      if (kind === 'company') await companies.attach({ contactIds: [id], companyIds: [labelId] });
      const service = world.api.get<Record<string, (...given: unknown[]) => Promise<unknown>>>(read[0], {
        strict: false,
      });
      const original = service[read[1]]?.bind(service);
      jest.spyOn(service, read[1]).mockImplementationOnce(async (...given) => {
        const known = await original?.(...given);
        await world.db.query(`DELETE FROM ${table} WHERE id = :labelId`, { labelId });
        return known;
      });
      return { id, labelId };
    };
    const refused = { code: 'rest_invalid_param' };
    const one = await withLabel();
    if (kind === 'company') {
      const attached = companies.attach({ contactIds: [one.id], companyIds: [one.labelId] });
      await expect(attached).rejects.toMatchObject(refused);
      const { id, labelId } = await withLabel();
      const also = await world.db.transaction((tx) =>
        companies.changeIn(tx, { contactIds: [id], companyIds: [labelId] }, 'attach'),
      );
      expect(also.missing).toEqual([labelId]);
    } else {
      expect((await apply([one.id], kind, { attach: [one.labelId] })).missing).toEqual([one.labelId]);
      const { id, labelId } = await withLabel();
      const updated = world.api
        .get(ContactsService, { strict: false })
        .update(id, { first_name: 'Ada', [`attach_${kind}s`]: [labelId] });
      await expect(updated).rejects.toMatchObject(refused);
    }
    jest.restoreAllMocks();
  });

  const apply = (contactIds: readonly number[], kind: LabelKind, change: { attach?: number[]; detach?: number[] }) =>
    world.db.transaction((tx) => labels.applyToMany(tx, contactIds, { kind, ...change }));

  /** Returns the memberships and events of a label change; events by contact, since the order of contacts may differ. */
  async function traces(db: Database, contactIds: readonly number[], labelIds: readonly number[], after: number) {
    const nth = (ids: readonly number[], id: number): number => ids.indexOf(id);
    const memberships = await db.query<{ contactId: number; id: number }>(
      `SELECT contact_id AS contactId, list_id AS id FROM contact_lists WHERE contact_id IN (:contactIds)
        UNION ALL SELECT contact_id, tag_id FROM contact_tags WHERE contact_id IN (:contactIds)`,
      { contactIds },
    );
    const events = await db.query<{ type: string; subjectId: number; data: string }>(
      `SELECT type, subject_id AS subjectId, data FROM domain_events
        WHERE id > :after AND subject_id IN (:contactIds) AND type LIKE 'contact.%' ORDER BY id`,
      { after, contactIds },
    );
    return {
      memberships: memberships.map(({ contactId, id }) => `${nth(contactIds, contactId)}:${nth(labelIds, id)}`).sort(),
      events: events
        .map(({ type, subjectId, data }) => {
          const { contact, lists, tags } = JSON.parse(data) as {
            contact: { id: number; status: string };
            lists?: { id: number; title: string }[];
            tags?: { id: number; title: string }[];
          };
          const labels = (lists ?? tags ?? []).map(({ id }) => nth(labelIds, id));
          return [nth(contactIds, subjectId), type, contact.status, nth(contactIds, contact.id), labels];
        })
        .sort(([one = 0], [other = 0]) => Number(one) - Number(other)),
    };
  }

  const lastEvent = async (): Promise<number> =>
    (await world.db.query<{ id: number }>('SELECT COALESCE(MAX(id), 0) AS id FROM domain_events'))[0]?.id ?? 0;

  it('writes the same memberships, events and counters as changes of single contacts', async () => {
    const contacts = world.api.get(ContactsService, { strict: false });
    const contactIds = { many: [] as number[], single: [] as number[] };
    for (const ids of [contactIds.many, contactIds.single])
      for (let each = 0; each < 12; each += 1)
        ids.push((await world.given.contact({ status: STATUSES[each % STATUSES.length] })).id);
    const kinds = {
      many: { list: [] as number[], tag: [] as number[] },
      single: { list: [] as number[], tag: [] as number[] },
    };
    for (const side of ['many', 'single'] as const)
      for (let each = 0; each < 4; each += 1) {
        kinds[side].list.push((await world.given.list()).id);
        kinds[side].tag.push((await world.given.tag()).id);
      }
    const roll = dice(20_260_214);
    for (let round = 0; round < ROUNDS; round += 1) {
      const kind = roll(2) === 0 ? 'list' : 'tag';
      const chosen = contactIds.many.map((_, index) => index).filter(() => roll(3) > 0);
      const rolls = [0, 1, 2, 3].map((index) => [index, roll(3)] as const);
      const labelsOf = (side: 'many' | 'single', result: number) =>
        rolls.filter(([, rolled]) => rolled === result).map(([index]) => kinds[side][kind][index]!);
      const contactsOf = (side: 'many' | 'single') => chosen.map((index) => contactIds[side][index]!);
      const before = await lastEvent();
      const { changed, missing, gone } = await apply(contactsOf('many').reverse(), kind, {
        attach: labelsOf('many', 0),
        detach: labelsOf('many', 1),
      });
      const different: number[] = [];
      for (const [index, id] of contactsOf('single').entries()) {
        const input = { [`attach_${kind}s`]: labelsOf('single', 0), [`detach_${kind}s`]: labelsOf('single', 1) };
        if ((await contacts.update(id, input)).changed) different.push(contactsOf('many')[index]!);
      }
      expect([...changed].sort((a, b) => a - b)).toEqual(different);
      expect([missing, [...gone]]).toEqual([[], []]);
      const many = await traces(world.db, contactIds.many, [...kinds.many.list, ...kinds.many.tag], before);
      const single = await traces(world.db, contactIds.single, [...kinds.single.list, ...kinds.single.tag], before);
      expect(many).toEqual(single);
    }
    const { maintained, counted } = await countersAndRows(world.db);
    expect(maintained).toEqual(counted);
    expect(await world.api.get(CountsVerification, { strict: false }).verify()).toEqual([]);
  });

  it('uses as many statements for fifty contacts as for two', async () => {
    const list = await world.given.list();
    const contactIds: number[] = [];
    for (let each = 0; each < 50; each += 1) contactIds.push((await world.given.contact()).id);
    const statements = (ids: readonly number[]): Promise<number> =>
      world.db.transaction(async (tx) => {
        const asked = jest.spyOn(tx, 'query');
        const executed = jest.spyOn(tx, 'execute');
        await labels.applyToMany(tx, ids, { kind: 'list', attach: [list.id] });
        return asked.mock.calls.length + executed.mock.calls.length;
      });
    const few = await statements(contactIds.slice(0, 2));
    expect(await statements(contactIds)).toBe(few);
  });

  it('skips contacts and labels that do not exist, and returns them', async () => {
    const [list, deleted] = [await world.given.list(), await world.given.list()];
    const [stays, goes] = [await world.given.contact(), await world.given.contact()];
    await world.all.delete(`/lists/${deleted.id}`).expect(200);
    await world.all.delete(`/subscribers/${goes.id}`).expect(200);
    const result = await apply([goes.id, stays.id], 'list', { attach: [deleted.id, list.id] });
    expect(result).toEqual({
      changed: new Set([stays.id]),
      differences: new Map([[stays.id, { added: [list.id], removed: [] }]]),
      kept: new Set(),
      gone: new Set([goes.id]),
      missing: [deleted.id],
    });
    const { body } = await world.all.get(`/subscribers/${stays.id}`).expect(200);
    expect(body.subscriber.lists.map(({ id }: { id: number }) => id)).toEqual([list.id]);
  });

  it('leaves no membership of a list that is deleted concurrently', async () => {
    const [list, other] = [await world.given.list(), await world.given.list()];
    const contact = await world.given.contact();
    const before = await lastEvent();
    let applying: ReturnType<typeof apply> | undefined;
    await world.db.transaction(async (tx) => {
      await tx.execute('DELETE FROM lists WHERE id = :id', { id: list.id });
      applying = apply([contact.id], 'list', { attach: [list.id, other.id] });
      // The change has read the list and waits for its counter.
      await statementRunning(world.db, 'UPDATE lists');
    });
    expect(await applying).toEqual({
      changed: new Set([contact.id]),
      differences: new Map([[contact.id, { added: [other.id], removed: [] }]]),
      kept: new Set(),
      gone: new Set(),
      missing: [list.id],
    });
    const [member] = await world.db.query<{ ids: string }>(
      'SELECT GROUP_CONCAT(list_id) AS ids FROM contact_lists WHERE contact_id = :id',
      { id: contact.id },
    );
    expect(member?.ids).toBe(String(other.id));
    const { events } = await traces(world.db, [contact.id], [list.id, other.id], before);
    expect(events).toEqual([[0, 'contact.list_added', 'subscribed', 0, [1]]]);
    const { maintained, counted } = await countersAndRows(world.db);
    expect(maintained).toEqual(counted);
  });

  it('keeps counters correct during concurrent writes of the same contacts and lists', async () => {
    const lists = [await world.given.list(), await world.given.list(), await world.given.list()];
    const contactIds: number[] = [];
    for (let each = 0; each < 8; each += 1) contactIds.push((await world.given.contact()).id);
    const ids = lists.map(({ id }) => id);
    const many = Array.from({ length: 10 }, (_, index) =>
      apply(
        index % 2 === 0 ? contactIds : [...contactIds].reverse(),
        'list',
        index % 3 === 0 ? { detach: ids } : { attach: ids },
      ),
    );
    const single = contactIds.map((id, index) =>
      world.all
        .put(`/subscribers/${id}`)
        .send({ status: index % 2 === 0 ? 'pending' : 'subscribed', attach_lists: [ids[index % 3]] }),
    );
    await Promise.all(many);
    expect((await Promise.all(single)).map(({ status }) => status)).toEqual(contactIds.map(() => 200));
    const { maintained, counted } = await countersAndRows(world.db);
    expect(maintained).toEqual(counted);
  });

  it('changes labels and statuses of the same contacts concurrently without retries', async () => {
    const automation = world.api.get(ContactAutomation, { strict: false });
    const lists = [await world.given.list(), await world.given.list()].map(({ id }) => id);
    const contactIds: number[] = [];
    for (let each = 0; each < 40; each += 1) contactIds.push((await world.given.contact({ lists })).id);
    let attempts = 0;
    const status = (ids: readonly number[], to: 'unsubscribed' | 'bounced') =>
      world.db.transaction(async (tx) => {
        attempts += 1;
        await automation.changeStatus(tx, ids, to);
      });
    const label = (ids: readonly number[], change: { attach?: number[]; detach?: number[] }) =>
      world.db.transaction(async (tx) => {
        attempts += 1;
        await labels.applyToMany(tx, ids, { kind: 'list', ...change });
      });
    // Each group of five starts in another shard of the status counters, and all have the same lists.
    const fives = [0, 5, 10, 15, 20, 25, 30, 35].map((start) => contactIds.slice(start, start + 5));
    await Promise.all(fives.map((ids) => status(ids, 'unsubscribed')));
    await Promise.all([
      ...fives.slice(0, 5).map((ids) => status([...ids].reverse(), 'bounced')),
      label([...contactIds].reverse(), { detach: lists }),
      label(contactIds.slice(20), { attach: [...lists].reverse() }),
    ]);
    expect(attempts).toBe(15);
    const { maintained, counted } = await countersAndRows(world.db);
    expect(maintained).toEqual(counted);
  });
});
