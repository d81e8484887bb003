import type { Response } from 'supertest';
import { ManagersService } from '../../../src/modules/auth/managers/managers.service.js';
import { NOTE_TYPES } from '../../../src/modules/notes/note.entity.js';
import { World } from '../../support/world.js';

const NO_SUCH_ID = 4_294_967_295;
const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

describe('notes of contacts', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  const valid = { title: 'Call', description: '<p>x</p>', type: 'call', created_at: '2026-01-31 09:30:00' };
  const list = async (contactId: number, query = ''): Promise<Response['body']> =>
    (await world.all.get(`/subscribers/${contactId}/notes${query}`).expect(200)).body.notes;
  const rows = (): Promise<unknown[]> => world.db.query('SELECT * FROM notes ORDER BY id');
  const ids = ({ data }: Response['body']): number[] => data.map(({ id }: { id: number }) => id);

  it('have the format of the specification, and are listed with their authors', async () => {
    const contact = await world.given.contact();
    const { body } = await world.all
      .post(`/subscribers/${contact.id}/notes`)
      .send({ note: { ...valid, title: ' Größe 🎉 ', created_at: '2026-01-31T09:30:00+02:00' } })
      .expect(200);
    const [manager] = await world.db.query<{ id: number; username: string }>(
      'SELECT id, username FROM managers WHERE username = :username',
      { username: world.all.credentials?.username ?? '' },
    );
    expect(body).toEqual({
      message: 'Note successfully added',
      note: {
        id: expect.any(Number),
        subscriber_id: String(contact.id),
        parent_id: null,
        created_by: String(manager?.id),
        status: 'open',
        type: 'call',
        is_private: '1',
        title: 'Größe 🎉',
        description: '<p>x</p>',
        created_at: '2026-01-31 07:30:00',
        updated_at: expect.stringMatching(TIMESTAMP),
      },
    });
    expect((await list(contact.id)).data).toEqual([
      {
        ...body.note,
        added_by: { ID: manager?.id, display_name: manager?.username, first_name: null, last_name: null },
      },
    ]);
  });

  it.each(NOTE_TYPES)('accept the type %s', async (type) => {
    const { id } = await world.given.contact();
    expect(await world.given.note(id, { type })).toMatchObject({ type });
  });

  it('ignore read-only members in requests', async () => {
    const [mine, other] = [await world.given.contact(), await world.given.contact()];
    const foreign = {
      id: 999_999,
      subscriber_id: other.id,
      subject_id: other.id,
      subject_type: 'company',
      created_by: 999_999,
      updated_at: '2001-02-03 04:05:06',
      added_by: { ID: 999_999 },
      constructor: { prototype: { polluted: 1 } },
    };
    const note = await world.given.note(mine.id, foreign);
    await world.all
      .put(`/subscribers/${mine.id}/notes/${note.id}`)
      .send({ note: { ...valid, ...foreign } })
      .expect(200);
    const [stored] = (await list(mine.id)).data;
    expect(stored).toMatchObject({ id: note.id, subscriber_id: String(mine.id) });
    expect(stored.created_by).not.toBe('999999');
    expect(stored.updated_at).not.toBe('2001-02-03 04:05:06');
    expect(await list(other.id)).toMatchObject({ total: 0 });
  });

  it('accept fields at the top level', async () => {
    const { id } = await world.given.contact();
    const { body } = await world.all.post(`/subscribers/${id}/notes`).send(valid).expect(200);
    await world.all
      .put(`/subscribers/${id}/notes/${body.note.id}`)
      .send({ ...valid, title: 'Changed' })
      .expect(200);
    expect((await list(id)).data).toMatchObject([{ title: 'Changed' }]);
  });

  it('T34 are stored without active content', async () => {
    const { id } = await world.given.contact();
    const description =
      '<p onclick="x()">Hi <a href="javascript:alert(1)">there</a></p><svg onload=alert(1)><script>alert(1)</script>';
    const note = await world.given.note(id, { description });
    expect(note).toMatchObject({ description: '<p>Hi <a rel="noopener noreferrer nofollow">there</a></p>' });
    const { body } = await world.all
      .put(`/subscribers/${id}/notes/${note.id}`)
      .send({ note: { ...valid, description: '<img src=x onerror=alert(1)><b>bold</b>' } })
      .expect(200);
    expect(body.note.description).toBe('<img src="x" /><b>bold</b>');
  });

  it('keep omitted optional fields in an update', async () => {
    const { id } = await world.given.contact();
    const parent = await world.given.note(id);
    const note = await world.given.note(id, { status: 'closed', is_private: '0', parent_id: parent.id });
    const { body } = await world.all
      .put(`/subscribers/${id}/notes/${note.id}`)
      .send({ note: { ...valid, type: 'meeting', created_at: '2025-12-24 18:00:00' } })
      .expect(200);
    expect(body).toMatchObject({
      message: 'Note successfully updated',
      note: {
        id: note.id,
        title: 'Call',
        type: 'meeting',
        status: 'closed',
        is_private: '0',
        parent_id: parent.id,
        created_at: '2025-12-24 18:00:00',
      },
    });
    const detached = await world.all
      .put(`/subscribers/${id}/notes/${note.id}`)
      .send({ note: { ...valid, status: 'open', is_private: true, parent_id: null } })
      .expect(200);
    expect(detached.body.note).toMatchObject({ status: 'open', is_private: '1', parent_id: null });
  });

  it('keep updated_at when nothing changes', async () => {
    const { id } = await world.given.contact();
    const note = await world.given.note(id, valid);
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE notes SET updated_at = '2020-01-01 00:00:00' WHERE id = :id`, { id: note.id }),
    );
    const put = async (title: string): Promise<string> =>
      (
        await world.all
          .put(`/subscribers/${id}/notes/${note.id}`)
          .send({ note: { ...valid, title } })
          .expect(200)
      ).body.note.updated_at;
    expect(await put('Call')).toBe('2020-01-01 00:00:00');
    expect(await put('Another')).not.toBe('2020-01-01 00:00:00');
  });

  it('are listed newest first, by page and cursor, and found by part of the title', async () => {
    const { id } = await world.given.contact();
    const other = await world.given.contact();
    await world.given.note(other.id, { title: 'Quote 100% of another contact' });
    const made: number[] = [];
    for (let number = 1; number <= 12; number += 1)
      made.unshift((await world.given.note(id, { title: number % 5 === 0 ? `Quote 100% (${number})` : 'Call' })).id);
    const first = await list(id);
    expect(ids(first)).toEqual(made.slice(0, 10));
    expect(first).toMatchObject({ current_page: 1, per_page: 10, total: 12, last_page: 2, from: 1, to: 10 });
    expect(first.next_page_url).toContain('page=2');
    expect(ids(await list(id, '?page=2'))).toEqual(made.slice(10));
    expect(await list(id, '?page=3&per_page=10')).toMatchObject({ data: [], total: 12, from: null, to: null });
    const found = await list(id, '?search=quote%20100%25');
    expect(found).toMatchObject({ total: 2, data: [{ title: 'Quote 100% (10)' }, { title: 'Quote 100% (5)' }] });
    expect(await list(id, '?search=1_0')).toMatchObject({ total: 0 });
    expect(await list(id, '?search=')).toMatchObject({ total: 12 });
    const walked: number[] = [];
    for (let cursor: string | null = '*'; cursor !== null;) {
      const page: Response['body'] = await list(id, `?per_page=5&cursor=${cursor}`);
      walked.push(...ids(page));
      cursor = page.next_cursor;
    }
    expect(walked).toEqual(made);
  });

  it('remain when the note to which they reply is deleted, and when their author is deleted or renamed', async () => {
    const { id } = await world.given.contact();
    const manager = await world.api
      .get(ManagersService, { strict: false })
      .create({ username: 'leaving', email: null, role: 'manager', permissions: ['manage_contacts'] });
    const send = (note: object): Promise<Response> =>
      world.all
        .post(`/subscribers/${id}/notes`)
        .auth(manager.username, manager.application_password)
        .send({ note })
        .expect(200)
        .then((answer) => answer);
    const parent = (await send(valid)).body.note;
    const answer = (await send({ ...valid, title: 'Answer', parent_id: parent.id })).body.note;
    const rename = (sql: string): Promise<unknown> => world.db.transaction((tx) => tx.execute(sql));
    await rename(`UPDATE managers SET username = 'arrived' WHERE username = 'leaving'`);
    expect((await list(id)).data[0].added_by).toMatchObject({ display_name: 'arrived' });
    await rename(`DELETE FROM managers WHERE username = 'arrived'`);
    const removed = await world.all.delete(`/subscribers/${id}/notes/${parent.id}`).expect(200);
    expect(removed.body).toEqual({ message: 'Note successfully deleted' });
    expect((await list(id)).data).toEqual([
      {
        ...answer,
        parent_id: null,
        added_by: {
          ID: Number(answer.created_by),
          display_name: 'Former manager',
          first_name: null,
          last_name: null,
        },
      },
    ]);
    await world.all.delete(`/subscribers/${id}/notes/${parent.id}`).expect(404);
  });

  it('are deleted with their contact, but not those of others', async () => {
    const [gone, kept] = [await world.given.contact(), await world.given.contact()];
    await world.given.note(gone.id);
    const note = await world.given.note(kept.id);
    await world.all.delete(`/subscribers/${gone.id}`).expect(200);
    await world.all.get(`/subscribers/${gone.id}/notes`).expect(404);
    expect(
      await world.db.query('SELECT id FROM notes WHERE subject_id IN (:ids)', { ids: [gone.id, kept.id] }),
    ).toEqual([{ id: note.id }]);
  });

  describe('are refused', () => {
    const WRONG: Readonly<Record<string, readonly unknown[]>> = {
      title: [null, [], {}, ['x'], { toString: 1 }, '', ' \u00a0', 'x'.repeat(191), '🎉'.repeat(191)],
      description: [null, [], {}, '', '\n', 'x'.repeat(65_536)],
      type: [null, 5, true, [], {}, '', 'Call', 'visit', ['call'], '__proto__'],
      created_at: [null, 5, true, [], {}, '', 'soon', '2026-02-30 10:00:00', '31.01.2026', '0000-00-00 00:00:00'],
      status: [null, 5, true, [], {}, '', 'OPEN', 'done'],
      is_private: [null, 2, [], {}, '', 'maybe'],
      parent_id: [0, -1, 1.5, true, [], {}, '', 'x', NO_SUCH_ID, 4_294_967_296],
    };

    it.each(Object.entries(WRONG))('with an invalid %s, without a write', async (field, values) => {
      const { id } = await world.given.contact();
      const note = await world.given.note(id);
      const before = await rows();
      for (const value of values)
        for (const [method, path] of [
          ['post', `/subscribers/${id}/notes`],
          ['put', `/subscribers/${id}/notes/${note.id}`],
        ] as const) {
          const { status, body } = await world.all.send(method, path).send({ note: { ...valid, [field]: value } });
          expect({ method, value, status, code: body.code, params: Object.keys(body.data?.params ?? {}) }).toEqual({
            method,
            value,
            status: 400,
            code: 'rest_invalid_param',
            params: [field],
          });
        }
      expect(await rows()).toEqual(before);
    });

    it.each([{}, { note: {} }])('when they are empty, with the message of the specification', async (empty) => {
      const { id } = await world.given.contact();
      const { body } = await world.all.post(`/subscribers/${id}/notes`).send(empty).expect(400);
      expect(body).toMatchObject({
        code: 'rest_invalid_param',
        message: 'Invalid parameter: title is required',
        data: { status: 400, params: { title: 'is required', created_at: 'is required' } },
      });
    });

    it.each([null, 'text', 5, true, [], [valid]])('when `note` is not an object: %j', async (note) => {
      const { id } = await world.given.contact();
      const { body } = await world.all.post(`/subscribers/${id}/notes`).send({ note }).expect(400);
      expect(body.data.params).toEqual({ note: 'must be an object' });
    });

    it('with all errors at once', async () => {
      const { id } = await world.given.contact();
      const { body } = await world.all
        .post(`/subscribers/${id}/notes`)
        .send({ note: { title: '', type: 'visit', created_at: 'soon', status: 'done', is_private: 7, parent_id: 'x' } })
        .expect(400);
      expect(body.message).toBe(`Invalid parameter: title ${body.data.params.title}`);
      expect(Object.keys(body.data.params).sort()).toEqual([
        'created_at',
        'description',
        'is_private',
        'parent_id',
        'status',
        'title',
        'type',
      ]);
    });

    it('as a reply to a note of another contact, to themselves, or to a later note', async () => {
      const [mine, other] = [await world.given.contact(), await world.given.contact()];
      const foreign = await world.given.note(other.id);
      const [early, late] = [await world.given.note(mine.id), await world.given.note(mine.id)];
      const faultOf = async (method: 'post' | 'put', path: string, parent_id: number): Promise<unknown> =>
        (
          await world.all
            .send(method, path)
            .send({ note: { ...valid, parent_id } })
            .expect(400)
        ).body.data.params;
      const fault = { parent_id: 'must be the id of an earlier note of the same contact' };
      expect(await faultOf('post', `/subscribers/${mine.id}/notes`, foreign.id)).toEqual(fault);
      for (const parent of [foreign.id, early.id, late.id])
        expect(await faultOf('put', `/subscribers/${mine.id}/notes/${early.id}`, parent)).toEqual(fault);
    });

    it.each(['per_page=0', 'per_page=1001', 'per_page=x', 'page=0', 'page=1.5', 'cursor=x', 'cursor=', 'search[]=x'])(
      'in a list with %s',
      async (query) => {
        const { id } = await world.given.contact();
        const { body } = await world.all.get(`/subscribers/${id}/notes?${query}`).expect(400);
        expect(body.code).toBe('rest_invalid_param');
      },
    );
  });

  describe('are not found', () => {
    const invalidId = { code: 'rest_post_invalid_id', message: 'Invalid post ID.' };

    it.each([NO_SUCH_ID, 0, -1, 'x', '1e3', '99999999999999999999'])('below contact %s', async (contact) => {
      const { id } = await world.given.contact();
      const note = await world.given.note(id);
      const before = await rows();
      for (const [method, path] of [
        ['get', ''],
        ['post', ''],
        ['put', `/${note.id}`],
        ['delete', `/${note.id}`],
      ] as const) {
        const answer = await world.all.send(method, `/subscribers/${contact}/notes${path}`).send({ note: valid });
        expect({ method, status: answer.status, ...answer.body }).toMatchObject({ method, status: 404, ...invalidId });
      }
      expect(await rows()).toEqual(before);
    });

    it.each([NO_SUCH_ID, 0, 'x', '1.0'])('by the id %s', async (noteId) => {
      const { id } = await world.given.contact();
      for (const method of ['put', 'delete'] as const) {
        const { body } = await world.all
          .send(method, `/subscribers/${id}/notes/${noteId}`)
          .send({ note: valid })
          .expect(404);
        expect(body).toMatchObject(invalidId);
      }
    });

    it('T28 below another contact', async () => {
      const [mine, other] = [await world.given.contact(), await world.given.contact()];
      const note = await world.given.note(mine.id);
      const before = await rows();
      for (const method of ['put', 'delete'] as const) {
        const { body } = await world.all
          .send(method, `/subscribers/${other.id}/notes/${note.id}`)
          .send({ note: valid })
          .expect(404);
        expect(body).toMatchObject(invalidId);
      }
      expect(await rows()).toEqual(before);
    });
  });

  it('never remain when their contact is deleted concurrently', async () => {
    const contact = await world.given.contact();
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () =>
        world.all
          .post(`/subscribers/${contact.id}/notes`)
          .send({ note: valid })
          .then(({ status }) => status),
      ),
      world.all.delete(`/subscribers/${contact.id}`).then(({ status }) => status),
    ]);
    expect(answers.at(-1)).toBe(200);
    for (const status of answers) expect([200, 404]).toContain(status);
    expect(await world.db.query('SELECT id FROM notes WHERE subject_id = :id', { id: contact.id })).toEqual([]);
  });
});
