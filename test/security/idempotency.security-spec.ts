import { connect } from 'node:net';
import { waitUntil } from '../support/wait-until.js';
import { World } from '../support/world.js';

describe('idempotency', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  let keys = 0;
  const newKey = (): string => `key-${(keys += 1)}`;

  const createContact = (key: string, body: object, client = world.all) =>
    client.post('/subscribers').set('Idempotency-Key', key).send(body);

  const countOf = async (email: string): Promise<{ rows: number; events: number }> => {
    const rows = await world.db.query<{ id: number }>('SELECT id FROM contacts WHERE email = :email', { email });
    const events = await world.db.query(
      "SELECT id FROM domain_events WHERE type = 'contact.created' AND data LIKE :email",
      { email: `%"${email}"%` },
    );
    return { rows: rows.length, events: events.length };
  };

  it('T47 a repeated request returns the same response, marks it, and has no effect', async () => {
    const [key, body] = [newKey(), { email: 'repeat@example.com', status: 'subscribed' }];
    const first = await createContact(key, body).expect(200);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const again = await createContact(key, body).expect(200).expect('Idempotent-Replayed', 'true');
      expect(again.body).toEqual(first.body);
    }
    expect(await countOf(body.email)).toEqual({ rows: 1, events: 1 });
  });

  it('T47 the same key with another body or on another route is 409', async () => {
    const key = newKey();
    await createContact(key, { email: 'one@example.com', status: 'subscribed' }).expect(200);
    const other = await createContact(key, { email: 'two@example.com', status: 'subscribed' }).expect(409);
    expect(other.body.code).toBe('idempotency_key_reused');
    const elsewhere = await world.all.post('/tags').set('Idempotency-Key', key).send({ title: 'x' }).expect(409);
    expect(elsewhere.body.code).toBe('idempotency_key_reused');
    expect(await countOf('two@example.com')).toEqual({ rows: 0, events: 0 });
  });

  it('T47 one of many concurrent requests runs; the others get 409 or its response', async () => {
    const [key, body] = [newKey(), { email: 'at-once@example.com', status: 'subscribed' }];
    const answers = await Promise.all(Array.from({ length: 30 }, () => createContact(key, body)));
    const ran = answers.filter(({ status, headers }) => status === 200 && !('idempotent-replayed' in headers));
    expect(ran).toHaveLength(1);
    for (const answer of answers.filter((candidate) => candidate !== ran[0])) {
      if (answer.status === 200) expect(answer.body).toEqual(ran[0]?.body);
      else expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_in_progress']);
    }
    expect(await countOf(body.email)).toEqual({ rows: 1, events: 1 });
  });

  it('T47 a repeated request is 409 while the first one runs, and then gets its response', async () => {
    const { id, email } = await world.given.contact();
    const [key, body] = [newKey(), { email, status: 'pending', __force_update: 'yes' }];
    let running: Promise<unknown> = Promise.resolve();
    await world.db.transaction(async (tx) => {
      // Other writers of the contact wait for this transaction.
      await tx.query('SELECT id FROM contacts WHERE id = :id FOR UPDATE', { id });
      running = createContact(key, body)
        .expect(200)
        .then((answer) => answer.body);
      await claimed(key);
      const { body: refusal } = await createContact(key, body).expect(409);
      expect(refusal.code).toBe('idempotency_in_progress');
    });
    const answer = await running;
    expect((await createContact(key, body).expect(200)).body).toEqual(answer);
  });

  it('T47 a client that disconnected before the response gets it by repeating: one row, one event', async () => {
    const [key, body] = [newKey(), { email: 'lost@example.com', status: 'subscribed' }];
    await sendAndLeave(key, body);
    // The server finishes the request although the client has disconnected.
    await waitUntil('the request is done', async () => (await countOf(body.email)).rows === 1);
    const again = await createContact(key, body).expect(200).expect('Idempotent-Replayed', 'true');
    expect(again.body.contact.email).toBe(body.email);
    expect(await countOf(body.email)).toEqual({ rows: 1, events: 1 });
  });

  it('T47 a process that crashed before its commit blocks the key for a minute, and leaves no data', async () => {
    const [key, body] = [newKey(), { email: 'died@example.com', status: 'subscribed' }];
    await createContact(key, body).expect(200);
    // As after the crash: the claim exists, and nothing else.
    await world.db.transaction(async (tx) => {
      await tx.execute(
        'UPDATE idempotency_keys SET status = NULL, body = NULL, claimed_at = NOW(3) WHERE idempotency_key = :key',
        { key },
      );
      await tx.execute('UPDATE contacts SET email = :gone WHERE email = :email', {
        gone: 'gone@example.com',
        email: body.email,
      });
    });
    expect((await createContact(key, body).expect(409)).body.code).toBe('idempotency_in_progress');
    await world.db.transaction((tx) =>
      tx.execute('UPDATE idempotency_keys SET claimed_at = NOW(3) - INTERVAL 61 SECOND WHERE idempotency_key = :key', {
        key,
      }),
    );
    const retried = await createContact(key, body).expect(200);
    expect(retried.headers).not.toHaveProperty('idempotent-replayed');
    expect(await countOf(body.email)).toMatchObject({ rows: 1 });
  });

  it('T47 a failed request releases its key for a corrected one', async () => {
    const key = newKey();
    await createContact(key, { email: 'nonsense', status: 'subscribed' }).expect(400);
    await createContact(key, { email: 'corrected@example.com', status: 'subscribed' }).expect(200);
    await createContact(newKey(), { email: 'corrected@example.com', status: 'subscribed' }).expect(409);
    expect(await countOf('corrected@example.com')).toEqual({ rows: 1, events: 1 });
  });

  it('T47 another credential may use the same key for another request', async () => {
    const key = newKey();
    const other = await world.as('manage_contacts');
    await createContact(key, { email: 'mine@example.com', status: 'subscribed' }).expect(200);
    const theirs = await createContact(key, { email: 'theirs@example.com', status: 'subscribed' }, other).expect(200);
    expect(theirs.headers).not.toHaveProperty('idempotent-replayed');
    expect(theirs.body.contact.email).toBe('theirs@example.com');
  });

  it('T47 a key that is not printable text is refused, and other methods ignore it', async () => {
    for (const key of ['x'.repeat(191), 'a b', 'ä']) {
      const { body } = await world.all
        .post('/tags')
        .set('Idempotency-Key', Buffer.from(key).toString('latin1'))
        .send({ title: 'x' })
        .expect(400);
      expect(body.data.params).toHaveProperty('Idempotency-Key');
    }
    const { id } = await world.given.tag();
    const key = newKey();
    await world.all.put(`/tags/${id}`).set('Idempotency-Key', key).send({ title: 'first' }).expect(200);
    const second = await world.all.put(`/tags/${id}`).set('Idempotency-Key', key).send({ title: 'second' }).expect(200);
    expect(second.headers).not.toHaveProperty('idempotent-replayed');
  });

  /** Waits until a request with this key is running. */
  const claimed = (key: string): Promise<unknown> =>
    waitUntil(`a request with the key ${key} is running`, async () => {
      const rows = await world.db.query('SELECT 1 FROM idempotency_keys WHERE idempotency_key = :key', { key });
      return rows.length > 0;
    });

  /** Sends a raw request and disconnects without reading the response. */
  async function sendAndLeave(key: string, body: object): Promise<void> {
    const { username, password } = world.all.credentials ?? { username: '', password: '' };
    const text = JSON.stringify(body);
    const { hostname, port } = new URL(world.origin);
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        `POST ${world.config.http.basePaths[0] ?? ''}/subscribers HTTP/1.1`,
        `Host: ${hostname}`,
        `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        `Idempotency-Key: ${key}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(text)}`,
        '',
        text,
      ].join('\r\n'),
    );
    await claimed(key);
    socket.destroy();
  }
});
