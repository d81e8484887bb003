import { Clock } from '../../src/platform/clock/clock.js';
import { newNetwork, solutionFor } from '../support/builders/sign-ups.js';
import { THOROUGH } from '../support/hostile-client.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { World } from '../support/world.js';

const BOTS = THOROUGH ? 10_000 : 300;
const AT_VICTIM = THOROUGH ? 1_000 : 20;
const AT_ONCE = 10;

describe('T59 abuse of sign-up forms', () => {
  let world: World;
  let sink: SmtpSink;
  let token: string;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, TRUST_PROXY: 'loopback' } });
    ({ token } = (await world.all.post('/forms').send({ title: 'Letters' }).expect(200)).body.form);
  });
  beforeEach(() => {
    sink.reset();
  });

  const post = (body: object, type: 'form' | 'json' = 'form', from = newNetwork()) =>
    world.http.post(`/t/s/${token}`).set('X-Forwarded-For', from).type(type).send(body);

  it(`sends no email to ${BOTS} bots that do no work, and stores none of them`, async () => {
    const altcha = await solutionFor(world, token);
    await post({ email: 'spent@example.com', altcha })
      .expect(200)
      .expect(/Thank you/);
    const now = new Date();
    const clock = jest.spyOn(world.api.get(Clock, { strict: false }), 'now').mockImplementation(() => new Date(now));
    const { text } = await post({ email: 'ticket@example.com' }).expect(200);
    const ticket = /name="ticket" value="([^"]+)"/.exec(text)![1]!;
    const forged = JSON.parse(Buffer.from(altcha, 'base64').toString()) as Record<string, unknown>;
    const encoded = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');
    const tricks: readonly object[] = [
      {},
      { altcha },
      { altcha: encoded({ ...forged, number: 1 }) },
      { altcha: encoded({ ...forged, salt: `${String(forged['salt'])}x` }) },
      { altcha: encoded({ ...forged, algorithm: 'none' }) },
      { altcha: encoded(null) },
      { altcha: 'x'.repeat(20_000) },
      // Too early.
      { ticket },
      { ticket: ticket.replace(/^./, '0') },
      { ticket: `${ticket}A` },
    ];
    for (let sent = 0; sent < BOTS; sent += AT_ONCE)
      await Promise.all(
        tricks.map(async (trick, index) => {
          const isJson = index % 2 === 1;
          const body = { email: `bot-${sent + index}@example.com`, ...trick };
          const answer = await post(body, isJson ? 'json' : 'form');
          expect(answer.status).toBe(isJson ? 400 : 200);
          if (!isJson) expect(answer.text).toContain('name="ticket"');
        }),
      );
    clock.mockRestore();
    await world.settle();
    expect(sink.messages.map(({ envelope }) => envelope.to[0])).toEqual(['spent@example.com']);
    expect((await world.all.get('/subscribers?search=bot').expect(200)).body.total).toBe(0);
  });

  it(`sends one email to a victim whose address is posted ${AT_VICTIM} times, with work`, async () => {
    for (let sent = 0; sent < AT_VICTIM; sent += 1)
      await post({ email: 'victim@example.com', altcha: await solutionFor(world, token) })
        .expect(200)
        .expect(/Thank you/);
    await world.settle();
    expect(sink.messages).toHaveLength(1);
  });

  it('refuses websites that are not listed', async () => {
    const form = { title: 'For one website', allowed_origins: ['https://shop.example'] };
    const { body } = await world.all.post('/forms').send(form).expect(200);
    for (const origin of ['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null'])
      await world.http.post(`/t/s/${body.form.token}`).set('Origin', origin).type('form').send({}).expect(403);
  });

  it('judges the token before it reads a body', async () => {
    const answer = await world.http
      .post(`/t/s/${'x'.repeat(24)}`)
      .type('json')
      .send('[')
      .expect(404);
    expect(answer.body.code).toBe('rest_post_invalid_id');
  });
});
