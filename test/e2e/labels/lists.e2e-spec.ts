import { statementRunning } from '../../support/running-statement.js';
import { World } from '../../support/world.js';

describe('lists', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  const idsOf = (lists: { id: number }[]): number[] => lists.map(({ id }) => id);

  it('creates a list with a slug from its title, and returns it', async () => {
    const { body } = await world.all
      .post('/lists')
      .send({ title: ' Größe & Maß ', description: 'About sizes' })
      .expect(200);
    expect(body).toEqual({
      lists: {
        id: expect.any(Number),
        title: 'Größe & Maß',
        slug: 'grosse-mass',
        description: 'About sizes',
        is_public: '0',
        subscription: {
          ...{ enabled: false, public_name: null, description: null, double_optin_template_id: null, sender_id: null },
        },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
      message: 'Successfully saved the list.',
    });
    const one = await world.all.get(`/lists/${body.lists.id}`).expect(200);
    expect(one.body).toEqual(body.lists);
  });

  it('refuses a title that differs only in case or compatibility forms', async () => {
    await world.given.list({ title: 'Straße One' });
    for (const title of ['straße one', 'STRASSE ONE', 'Straße  Ｏｎｅ']) {
      const { body } = await world.all.post('/lists').send({ title }).expect(400);
      expect(body.code).toBe('rest_invalid_param');
      expect(body.message).toBe('List with this title already exists');
      expect(body.data.params).toEqual({ title: 'is taken' });
    }
  });

  it('accepts titles that a loose collation would treat as equal', async () => {
    await world.given.list({ title: 'resume' });
    await world.given.list({ title: 'résumé' });
    await world.given.list({ title: '🎉' });
    const { slug } = await world.given.list({ title: '🚀' });
    expect(slug).toMatch(/^list-\d+$/);
  });

  it('numbers generated slugs, and refuses a given slug that is taken', async () => {
    expect((await world.given.list({ title: 'News!' })).slug).toBe('news');
    expect((await world.given.list({ title: 'News?' })).slug).toBe('news-2');
    expect((await world.given.list({ title: 'News.' })).slug).toBe('news-3');
    const { body } = await world.all.post('/lists').send({ title: 'Other', slug: 'news-2' }).expect(400);
    expect(body.data.params).toEqual({ slug: 'is taken' });
  });

  it('assigns unique slugs to concurrent lists', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => world.all.post('/lists').send({ title: `Rush ${'!'.repeat(index)}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.lists.slug)).size).toBe(5);
  });

  it('uses the next slug if another list takes it first', async () => {
    let second: Promise<{ status: number; body: { lists: { slug: string } } }> | undefined;
    await world.db.transaction(async (tx) => {
      await tx.execute(`INSERT INTO lists (title, title_key, slug) VALUES ('Raced!', 'raced!', 'raced')`);
      second = world.all
        .post('/lists')
        .send({ title: 'Raced?' })
        .then((answer) => answer);
      await statementRunning(world.db, 'INSERT INTO lists');
    });
    const answer = await second;
    expect(answer?.status).toBe(200);
    expect(answer?.body.lists.slug).toBe('raced-2');
  });

  it('creates one of many concurrent lists with the same title, and refuses the rest', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.all.post('/lists').send({ title: 'Only one' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  it('reports all invalid members at once', async () => {
    const { body } = await world.all
      .post('/lists')
      .send({ slug: 'x'.repeat(191), is_public: 'maybe' })
      .expect(400);
    expect(body.message).toBe('Invalid parameter: title is required');
    expect(Object.keys(body.data.params).sort()).toEqual(['is_public', 'slug', 'title']);
  });

  it('changes the given fields, and returns the id as a string', async () => {
    const list = await world.given.list({ title: 'Before' });
    const { body } = await world.all.put(`/lists/${list.id}`).send({ title: 'After', is_public: '1' }).expect(200);
    expect(body).toEqual({ lists: String(list.id), message: 'Successfully saved the list.' });
    const after = await world.all.get(`/lists/${list.id}`).expect(200);
    expect(after.body).toMatchObject({ title: 'After', slug: 'before', is_public: '1' });
    await world.given.list({ title: 'Neighbour' });
    const refused = await world.all.put(`/lists/${list.id}`).send({ title: 'neighbour' }).expect(400);
    expect(refused.body.message).toBe('List with this title already exists');
  });

  it('returns the same error for any unknown id', async () => {
    for (const id of ['999999', '0', '-1', 'abc', '99999999999999']) {
      const { body } = await world.all.get(`/lists/${id}`).expect(404);
      expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
    }
    await world.all.put('/lists/999999').send({ title: 'Nobody' }).expect(404);
    await world.all.delete('/lists/999999').expect(404);
  });

  it('lists all with counts, sorted and searched, and without counts on request', async () => {
    const few = await world.given.list({ title: 'Sorted A 100%' });
    const many = await world.given.list({ title: 'Sorted B 1000' });
    await world.given.contact({ lists: [few.id, many.id] });
    await world.given.contact({ lists: [many.id] });
    await world.given.contact({ lists: [many.id], status: 'pending' });

    const found = await world.all.get('/lists').query({ search: 'sorted' }).expect(200);
    expect(idsOf(found.body.lists)).toEqual([many.id, few.id]);
    expect(found.body.lists[0]).toMatchObject({ totalCount: 3, subscribersCount: 2 });
    const bySize = await world.all.get('/lists?search=sorted&sort_by=subscribers&sort_order=asc').expect(200);
    expect(idsOf(bySize.body.lists)).toEqual([few.id, many.id]);
    const byTitle = await world.all.get('/lists?search=sorted&order_by=title&order_type=DESC').expect(200);
    expect(idsOf(byTitle.body.lists)).toEqual([many.id, few.id]);
    const literal = await world.all.get('/lists').query({ search: '100%' }).expect(200);
    expect(idsOf(literal.body.lists)).toEqual([few.id]);
    const bare = await world.all.get('/lists?search=sorted&exclude_counts=true').expect(200);
    expect(bare.body.lists[0]).not.toHaveProperty('totalCount');
    expect(bare.body.lists[0]).not.toHaveProperty('subscribersCount');
    const refused = await world.all.get('/lists?sort_by=slug').expect(400);
    expect(refused.body.data.params).toHaveProperty('sort_by');
  });

  it('deletes a list, keeps its contacts, and removes its memberships', async () => {
    const list = await world.given.list();
    const kept = await world.given.list();
    const contact = await world.given.contact({ lists: [list.id, kept.id] });
    const { body } = await world.all.delete(`/lists/${list.id}`).expect(200);
    expect(body).toEqual({ message: 'Successfully removed the list.' });
    await world.all.get(`/lists/${list.id}`).expect(404);
    const after = await world.all.get(`/subscribers/${contact.id}`).expect(200);
    expect(idsOf(after.body.subscriber.lists)).toEqual([kept.id]);
    const filtered = await world.all
      .get('/subscribers')
      .query({ lists: [list.id] })
      .expect(200);
    expect(filtered.body).toMatchObject({ total: 0, data: [] });

    await world.settle();
    const left = await world.db.query('SELECT 1 FROM contact_lists WHERE list_id = :id', { id: list.id });
    expect(left).toEqual([]);
    const others = await world.db.query('SELECT 1 FROM contact_lists WHERE list_id = :id', { id: kept.id });
    expect(others).toHaveLength(1);
  });

  it('allows reads with view_contacts and writes with manage_contacts only', async () => {
    const viewer = await world.as('view_contacts');
    await viewer.get('/lists').expect(200);
    await viewer.post('/lists').send({ title: 'Not mine' }).expect(403);
    const list = await world.given.list();
    await viewer.put(`/lists/${list.id}`).send({ title: 'Not mine' }).expect(403);
    await viewer.delete(`/lists/${list.id}`).expect(403);
  });
});
