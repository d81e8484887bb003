import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'supertest';
import type { ApiClient } from '../../support/api-client.js';
import { WITH_DIALECT, inDialect } from '../../support/dialect-client.js';
import { type Kept, type Made, PROGRAMS, type Request } from '../../support/dialect-programs.js';
import { PROJECT } from '../../support/documents.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

describe('requests of programs written for FluentCRM', () => {
  let world: World;
  let dialect: ApiClient;
  let sink: SmtpSink;
  const kept: Record<string, number> = {};
  const failed = new Set<string>();
  const notOffered: string[] = [];

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { ...WITH_DIALECT, SMTP_URL: sink.url, MAIL_FROM: 'news@carillon.example' } });
    dialect = inDialect(world);
  });

  const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (_all, name: string) => String(kept[name]));
  const made = <Value>(value: Made<Value>): Value =>
    typeof value === 'function' ? (value as (ids: Kept) => Value)(kept) : value;
  const at = (body: unknown, place: string): number =>
    place.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body) as number;

  async function send({ call, json, form, text }: Request): Promise<Response> {
    const method = call.slice(0, call.indexOf(' '));
    const request = dialect[method.toLowerCase() as 'get'](filled(call.slice(method.length + 1)));
    if (json !== undefined) return request.send(made(json));
    const [type, body] = text ?? ['application/x-www-form-urlencoded', form];
    return body === undefined ? request : request.set('Content-Type', type).send(body);
  }

  /** What exists before the programs that use it run. */
  async function prepare(): Promise<void> {
    const { given } = world;
    kept['members'] = (await given.list({ title: 'Members' })).id;
    kept['vip'] = (await given.tag({ title: 'Vip' })).id;
    for (const slug of ['stage', 'previous']) await given.customField({ slug });
    kept['acme'] = (await given.company({ name: 'Acme' })).id;
    for (const name of ['first', 'second']) kept[name] = (await given.contact({ lists: [kept['members']] })).id;
    const second = { id: kept['second'] ?? 0 };
    await world.db.query("UPDATE contacts SET updated_at = '2026-01-01 10:00:00' WHERE id = :id", second);
    await world.all.put(`/subscribers/${kept['first']}`).send({ city: 'Rome' }).expect(200);
    await given.order({ contact_id: kept['first'], provider: 'woo' });
    const members = { subscriber_ids: [kept['first']], company_ids: [kept['acme']] };
    await world.all.post('/companies/attach-subscribers').send(members).expect(200);
    const email = { action_name: 'send_custom_email', settings: { email_subject: 'AT0425', email_body: '<p>Hi</p>' } };
    kept['course'] = (await given.funnel({ title: 'Course AT0425', sequences: [email] })).id;
    const wait = { wait_type: 'unit_wait', wait_time_amount: 10, wait_time_unit: 'days' };
    const steps = [{ action_name: 'wait_times', settings: wait }];
    kept['running'] = (await given.publishedFunnel({ title: 'Running', sequences: steps })).id;
    const route = `/funnels/${kept['running']}/subscribers`;
    await world.all
      .post(route)
      .send({ subscribers: [kept['first'], kept['second']] })
      .expect(200);
    await world.all.delete(`${route}/${kept['first']}`).expect(200);
    await world.settle();
  }

  describe.each(PROGRAMS)('%s', (name, count, requests) => {
    beforeAll(async () => {
      // The first program finds an empty installation.
      if (name === 'Association dues report') await prepare();
    });

    it.each(requests.map((request, index) => [`${index + 1}: ${request.call}`, request] as const))(
      '%s',
      async (title, request) => {
        failed.add(`${name} ${title}`);
        const response = await send(request);
        if (/\/(send|do-bulk-action)$/.test(request.call)) await world.settle();
        expect([response.status, response.body]).toEqual([request.status ?? 200, response.body]);
        for (const [key, place] of Object.entries(request.keep ?? {})) kept[key] = at(response.body, place);
        if (request.reads) expect(response.body).toMatchObject(made(request.reads));
        if (request.shows) {
          const [path, expected] = request.shows;
          expect((await dialect.get(filled(path)).expect(200)).body).toMatchObject(made(expected));
        }
        failed.delete(`${name} ${title}`);
        if (request.notOffered) notOffered.push(`${name} ${title}: not offered, ${request.notOffered.reason}`);
      },
    );

    it(`has ${count} requests`, () => {
      expect(requests).toHaveLength(count);
    });
  });

  it('sends the test email to the address of the request', () => {
    expect(sink.messages.map(({ envelope }) => envelope.to)).toContainEqual(['tester@example.com']);
  });

  it('names the nearest route for a path of another program', async () => {
    for (const path of ['/contacts', '/contacts?email=a@example.com'])
      expect((await dialect.get(path).expect(404)).body).toMatchObject({
        code: 'rest_no_route',
        data: { did_you_mean: expect.stringContaining('/subscribers') },
      });
  });

  it('holds all requests but those of features that the documentation names as missing', () => {
    const all = PROGRAMS.flatMap(([, , requests]) => requests);
    const others = [...notOffered, ...[...failed].map((title) => `${title}: failed`)];
    process.stdout.write(
      [`programs: ${all.length - others.length} of ${all.length} requests held`, ...others, ''].join('\n'),
    );
    expect(all).toHaveLength(111);
    const [, missing] = readFileSync(join(PROJECT, 'docs/compatibility.md'), 'utf8').split('## What is missing');
    const features = all.flatMap(({ notOffered: missed }) => missed?.feature ?? []);
    expect(features.filter((feature) => !missing?.includes(feature))).toEqual([]);
    expect([...failed]).toEqual([]);
  });
});
