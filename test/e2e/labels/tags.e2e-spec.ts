import { MembershipCleaner } from '../../../src/modules/contacts/memberships/membership-cleaner.js';
import { World } from '../../support/world.js';

describe('tags', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  it('creates, returns, updates, and deletes a tag with its own envelopes', async () => {
    const created = await world.all.post('/tags').send({ title: 'VIP', description: 'Big spenders' }).expect(200);
    const { id } = created.body.tags;
    expect(created.body).toEqual({
      tags: {
        id: expect.any(Number),
        title: 'VIP',
        slug: 'vip',
        description: 'Big spenders',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      message: 'Successfully saved the tag.',
    });
    const one = await world.all.get(`/tags/${id}`).expect(200);
    expect(one.body).toEqual({ tag: created.body.tags });
    const changed = await world.all.put(`/tags/${id}`).send({ description: null }).expect(200);
    expect(changed.body).toEqual({ tags: String(id), message: 'Successfully saved the tag.' });
    const listed = await world.all.get('/tags').expect(200);
    expect(listed.body.tags).toEqual([
      { ...created.body.tags, description: null, updated_at: expect.any(String), totalCount: 0, subscribersCount: 0 },
    ]);
    const removed = await world.all.delete(`/tags/${id}`).expect(200);
    expect(removed.body).toEqual({ message: 'Successfully removed the tag.' });
    await world.all.get(`/tags/${id}`).expect(404);
  });

  it('refuses a taken title with its own message, and lets a list have the same title', async () => {
    await world.given.tag({ title: 'Shared' });
    await world.given.list({ title: 'Shared' });
    const { body } = await world.all.post('/tags').send({ title: 'SHARED' }).expect(400);
    expect(body.message).toBe('Tag with this title already exists');
  });

  it('removes the memberships of a deleted tag in the background, without an event per contact', async () => {
    const tag = await world.given.tag();
    const contacts = await Promise.all(Array.from({ length: 5 }, () => world.given.contact({ tags: [tag.id] })));
    await world.all.delete(`/tags/${tag.id}`).expect(200);
    const after = await world.all.get(`/subscribers/${contacts[0]?.id}`).expect(200);
    expect(after.body.subscriber.tags).toEqual([]);
    await world.settle();
    expect(await world.db.query('SELECT 1 FROM contact_tags WHERE tag_id = :id', { id: tag.id })).toEqual([]);
    expect(await world.db.query('SELECT 1 FROM membership_cleanups')).toEqual([]);
    const removals = await world.db.query(`SELECT 1 FROM domain_events WHERE type = 'contact.tag_removed'`);
    expect(removals).toEqual([]);
  });

  it('removes many memberships in batches, by any number of workers', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => [index + 1_000_000, 900_001] as const);
    await world.db.transaction(async (tx) => {
      await tx.insertRows('contact_tags', ['contact_id', 'tag_id'], rows);
      await tx.insertRows('contact_lists', ['contact_id', 'list_id'], rows);
      await tx.insertRows('contact_lists', ['contact_id', 'list_id'], [[1_000_000, 900_002]]);
      await tx.insertRows(
        'membership_cleanups',
        ['kind', 'label_id'],
        [
          ['tag', 900_001],
          ['list', 900_001],
        ],
      );
    });
    const cleaner = world.worker?.get(MembershipCleaner, { strict: false });
    await Promise.all([cleaner?.run(), new MembershipCleaner(world.db).run()]);
    expect(await world.db.query('SELECT 1 FROM contact_tags WHERE tag_id = 900001')).toEqual([]);
    expect(await world.db.query('SELECT list_id FROM contact_lists WHERE contact_id >= 1000000')).toEqual([
      { list_id: 900_002 },
    ]);
    expect(await world.db.query('SELECT 1 FROM membership_cleanups')).toEqual([]);
  });
});
