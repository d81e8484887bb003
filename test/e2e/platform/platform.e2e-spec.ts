import { ERRORS } from '../../../src/platform/errors/error-codes.js';
import { World } from '../../support/world.js';

describe('the platform', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  it('reports that it is live and ready', async () => {
    await world.http.get('/health/live').expect(200, { status: 'ok' });
    const ready = await world.http.get('/health/ready').expect(200);
    expect(ready.body).toEqual({ status: 'ok', checks: { database: 'ok', migrations: 'ok', redis: 'ok' } });
  });

  it('responds to an unknown route in the one error shape, with the request id of the header', async () => {
    const response = await world.all.get('/no-such-thing').expect(404);
    expect(response.body).toEqual({
      code: 'rest_no_route',
      message: 'No route was found matching the URL and request method.',
      data: {
        status: 404,
        request_id: response.headers['x-request-id'],
        doc_url: 'http://carillon.test/docs/errors#rest_no_route',
      },
    });
  });

  it('describes every error code on the public page that errors link to', async () => {
    const page = await world.anonymous.get('/no-such-thing').expect(404);
    const { pathname, hash } = new URL(String(page.body.data.doc_url));
    const { text, headers } = await world.http.get(pathname).expect(200);
    expect(text).toContain(`<h2 id="${hash.slice(1)}">`);
    for (const [code, { meaning }] of Object.entries(ERRORS)) {
      expect(text).toContain(`<h2 id="${code}"><code>${code}</code>`);
      expect(text.replaceAll(/<.?code>/g, '')).toContain(meaning.replaceAll('`', '').replaceAll("'", '&#39;'));
    }
    expect(text).toContain('<h2 id="no_code">');
    expect(headers['cache-control']).toBe('public, max-age=3600');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it('responds to an unknown report with its own code', async () => {
    const response = await world.all.get('/reports/nothing').expect(404);
    expect(response.body.code).toBe('report_not_found');
  });

  it('refuses JSON nested deeper than 32 levels before parsing', async () => {
    const body = '['.repeat(10_000) + ']'.repeat(10_000);
    const response = await world.all.post('/tags').set('Content-Type', 'application/json').send(body).expect(400);
    expect(response.body.code).toBe('rest_invalid_json');
  });

  it('refuses a body over the limit', async () => {
    const response = await world.all
      .post('/tags')
      .set('Content-Type', 'application/json')
      .send(JSON.stringify({ text: 'x'.repeat(2_000_000) }))
      .expect(413);
    expect(response.body.code).toBe('rest_payload_too_large');
  });

  it('refuses a body that is not JSON', async () => {
    const wrong = await world.all.post('/tags').set('Content-Type', 'application/json').send('{"a":').expect(400);
    expect(wrong.body).toMatchObject({
      code: 'rest_invalid_json',
      data: { params: { body: 'line 1, column 6: unexpected end, expected a value' } },
    });
    const form = await world.all.post('/tags').type('form').send({ a: 1 }).expect(415);
    expect(form.body.code).toBe('rest_unsupported_media_type');
  });

  it.each([
    ['/tags', '[1]', 'an array'],
    ['/tags', 'null', 'null'],
    ['/imports', '"x"', 'a string'],
    ['/feedback/message', '[]', 'an array'],
  ])('refuses a body of %s that is not an object: %s', async (path, text, kind) => {
    const { body } = await world.all.post(path).set('Content-Type', 'application/json').send(text).expect(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_json',
      data: { params: { body: `must be an object, not ${kind}` } },
    });
  });

  it('treats an empty body as an object without members', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const { body } = await world.all.post('/tags').set('Content-Type', type).send('').expect(400);
      expect(body.message).toBe('Invalid parameter: title is required');
    }
  });

  it('checks the route and the credentials before the body', async () => {
    const reader = await world.as('view_contacts');
    const bodies = [
      ['application/json', '{"a":'],
      ['application/json', JSON.stringify('x'.repeat(2_000_000))],
      ['text/xml', '<a/>'],
    ] as const;
    for (const [type, body] of bodies) {
      expect((await world.all.post('/anything').set('Content-Type', type).send(body)).status).toBe(404);
      expect((await world.anonymous.post('/tags').set('Content-Type', type).send(body)).status).toBe(401);
      expect((await reader.post('/tags').set('Content-Type', type).send(body)).status).toBe(403);
    }
  });

  it('refuses compressed bodies', async () => {
    for (const encoding of ['gzip', 'br', 'x-anything']) {
      const { body } = await world.all
        .post('/tags')
        .set({ 'Content-Type': 'application/json', 'Content-Encoding': encoding })
        .send('{"title":"x"}')
        .expect(415);
      expect(body.code).toBe('rest_unsupported_encoding');
    }
    await world.all.post('/tags').set('Content-Encoding', 'identity').send({ title: 'not compressed' }).expect(200);
  });

  it('ignores the body of a GET request', async () => {
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
  ])('responds to %s posted to a page with a page', async (type, body) => {
    const response = await world.http.post('/t/p/no-such-token').set('Content-Type', type).send(body);
    expect([response.status, response.type]).toEqual([404, 'text/html']);
  });

  it('shows Swagger UI and its document', async () => {
    await world.http.get('/docs').expect(200).expect('Content-Type', /html/);
    const document = await world.http.get('/docs/openapi.json').expect(200);
    expect(document.body.info.title).toBe('Carillon');
  });
});
