import { World } from '../support/world.js';

describe('the platform', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  it('says that it is alive and ready', async () => {
    await world.http.get('/health/live').expect(200, { status: 'ok' });
    const ready = await world.http.get('/health/ready').expect(200);
    expect(ready.body).toEqual({ status: 'ok', checks: { database: 'ok', migrations: 'ok', redis: 'ok' } });
  });

  it('answers an unknown route in the one error shape, with the request id of the header', async () => {
    const response = await world.all.get('/no-such-thing').expect(404);
    expect(response.body).toEqual({
      code: 'rest_no_route',
      message: 'No route was found matching the URL and request method.',
      data: { status: 404, request_id: response.headers['x-request-id'] },
    });
  });

  it('answers an unknown report by its own code', async () => {
    const response = await world.all.get('/reports/nothing').expect(404);
    expect(response.body.code).toBe('report_not_found');
  });

  it('refuses JSON that is nested deeper than 32 levels before anything parses it', async () => {
    const body = '['.repeat(10_000) + ']'.repeat(10_000);
    const response = await world.all.post('/anything').set('Content-Type', 'application/json').send(body).expect(400);
    expect(response.body.code).toBe('rest_invalid_json');
  });

  it('refuses a body over the limit', async () => {
    const response = await world.all
      .post('/anything')
      .set('Content-Type', 'application/json')
      .send(JSON.stringify({ text: 'x'.repeat(2_000_000) }))
      .expect(413);
    expect(response.body.code).toBe('rest_payload_too_large');
  });

  it('refuses a body that is no JSON', async () => {
    const wrong = await world.all.post('/anything').set('Content-Type', 'application/json').send('{"a":').expect(400);
    expect(wrong.body.code).toBe('rest_invalid_json');
    const form = await world.all.post('/anything').type('form').send({ a: 1 }).expect(415);
    expect(form.body.code).toBe('rest_unsupported_media_type');
  });

  it('does not look at a body that comes with a question', async () => {
    for (const [type, body] of [
      ['application/json', '{"a":'],
      ['application/json', JSON.stringify('x'.repeat(2_000_000))],
      ['text/xml', '<a/>'],
    ] as const)
      for (const path of ['/health/live', '/t/p']) {
        const { status } = await world.http.get(path).set('Content-Type', type).send(body);
        expect([path, type, status]).toEqual([path, type, 200]);
      }
    await world.all.get('/lists').set('Content-Type', 'application/json').send('{"a":').expect(200);
  });

  it.each([
    ['application/json', '{"a":'],
    ['application/json', JSON.stringify('x'.repeat(2_000_000))],
    ['application/xml', '<a/>'],
  ])('answers %s that is posted to a page with a page', async (type, body) => {
    const response = await world.http.post('/t/p/no-such-token').set('Content-Type', type).send(body);
    expect([response.status, response.type]).toEqual([404, 'text/html']);
  });

  it('shows Swagger UI and its document', async () => {
    await world.http.get('/docs').expect(200).expect('Content-Type', /html/);
    const document = await world.http.get('/docs/openapi.json').expect(200);
    expect(document.body.info.title).toBe('Carillon');
  });
});
