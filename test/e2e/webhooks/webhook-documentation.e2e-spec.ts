import { Ajv2020 } from 'ajv/dist/2020';
import type { OpenAPIObject } from '@nestjs/swagger';
import { apiDocument } from '../../../src/openapi/api-documentation.js';
import { PUBLIC_EVENT_NAMES, type PublicEventName } from '../../../src/events/domain-events.js';
import { callName } from '../../../src/modules/webhooks/webhook-calls-document.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

/** Event types that no test emits yet; remove one when a test emits it. */
const NOT_RAISED_YET: readonly PublicEventName[] = ['email.spam_complaint'];

/** As stored; the document may define more. */
const FORMATS = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, email: /^[^\s@]+@[^\s@]+$/ };

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Yields every object of a JSON value, the value itself included. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

/** Returns the document's schemas with additional properties forbidden: every member must be documented. */
function strictly(document: OpenAPIObject): Ajv2020 {
  const copy = JSON.parse(JSON.stringify(document)) as OpenAPIObject;
  for (const schema of objectsIn(copy.components?.schemas))
    if (schema['type'] === 'object' && schema['properties'] !== undefined) schema['additionalProperties'] ??= false;
  return new Ajv2020({ allErrors: true, strict: false, logger: false, formats: FORMATS }).addSchema(
    { components: copy.components },
    'document',
  );
}

describe('the webhook calls in the API document', () => {
  let sink: SmtpSink;
  let world: World;
  let receiver: WebhookReceiver;
  let document: OpenAPIObject;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
    receiver = await WebhookReceiver.start(world.config.dataDir);
    document = apiDocument(world.api);
  });

  /** Returns the errors of a call by its documented schema. */
  function faultsOf(type: PublicEventName, call: unknown, ajv: Ajv2020): unknown {
    const validate = ajv.getSchema(`document#/components/schemas/${callName(type)}`);
    if (!validate) throw new Error(`${type} has no schema`);
    return validate(call) === true ? null : validate.errors;
  }

  it('are OpenAPI 3.1, with one webhook per event type in catalog order', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.webhooks ?? {})).toEqual(PUBLIC_EVENT_NAMES);
    expect(PUBLIC_EVENT_NAMES).toHaveLength(26);
  });

  it('have no broken references and no OpenAPI 3.0 keywords', () => {
    const everything = objectsIn(JSON.parse(JSON.stringify(document)));
    const known = Object.entries(document.components ?? {}).flatMap(([kind, parts]) =>
      Object.keys(parts as object).map((name) => `#/components/${kind}/${name}`),
    );
    const references = everything.map((part) => part['$ref']).filter((reference) => typeof reference === 'string');
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((reference) => !known.includes(reference))).toEqual([]);
    expect(everything.filter((part) => 'nullable' in part)).toEqual([]);
  });

  it('have examples that match their schemas', () => {
    const ajv = strictly(document);
    for (const type of PUBLIC_EVENT_NAMES) {
      const { post } = document.webhooks![type] as unknown as {
        post: { requestBody: { content: { 'application/json': { example: unknown } } } };
      };
      expect([type, faultsOf(type, post.requestBody.content['application/json'].example, ajv)]).toEqual([type, null]);
    }
  });

  it('match what receivers really get, for every event type that is emitted', async () => {
    await world.given.webhook({ url: receiver.url, events: ['*'] });
    await causeAllEvents();
    await world.settle();

    const ajv = strictly(document);
    const calls = receiver.requests.map(({ rawBody }) => JSON.parse(rawBody) as { event: PublicEventName });
    for (const call of calls) expect([call, faultsOf(call.event, call, ajv)]).toEqual([call, null]);
    const raised = new Set(calls.map(({ event }) => event));
    expect(PUBLIC_EVENT_NAMES.filter((type) => !raised.has(type))).toEqual(NOT_RAISED_YET);
    // Proves that the validation detects errors.
    const [one] = calls;
    expect(
      faultsOf(one!.event, { ...one, data: { ...(one as { data?: object }).data, extra: 1 } }, ajv),
    ).not.toBeNull();
    expect(faultsOf(one!.event, { ...one, timestamp: 'yesterday' }, ajv)).not.toBeNull();
  });

  async function causeAllEvents(): Promise<void> {
    const { given, all } = world;
    const [list, tag] = [await given.list(), await given.tag()];
    await given.customField({ label: 'Color', slug: 'color' });
    const contact = await given.contact({ email: 'ada@example.com', lists: [list.id], tags: [tag.id] });
    const change = (subscriber: object): Promise<unknown> =>
      all.put(`/subscribers/${contact.id}`).send({ subscriber }).expect(200);
    await change({ first_name: 'Ada', date_of_birth: '1990-12-10', custom_values: { color: 'green' } });
    await change({ detach_lists: [list.id], detach_tags: [tag.id] });
    await change({ attach_lists: [list.id], status: 'unsubscribed' });
    await change({ status: 'subscribed' });
    await given.contact({ email: 'nobody@example.com', lists: [list.id] });
    await all.delete(`/subscribers/${(await given.contact()).id}`).expect(200);

    sink.behave({ recipients: { 'nobody@example.com': { code: 550, text: '5.1.1 no such user' } } });
    const body = '<p><a href="https://shop.example/">Look</a> <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
    const campaign = await given.campaign({ email_subject: 'Spring', email_body: body, lists: [list.id] });
    await all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await all.post(`/campaigns/${campaign.id}/pause`).expect(200);
    await all.post(`/campaigns/${campaign.id}/resume`).expect(200);
    await world.settle();

    const mail = await sink.messages[0]!.parsed();
    const html = mail.html ?? '';
    const path = (letter: string, attribute: string): string =>
      new URL(new RegExp(`${attribute}="([^"]+/t/${letter}/[^"]+)"`).exec(html)![1]!).pathname;
    await world.http.get(path('o', 'src')).set('User-Agent', BROWSER).expect(200);
    await world.http.get(path('c', 'href')).set('User-Agent', BROWSER).expect(302);
    const optOut = mail.headers.find(({ key }) => key === 'list-unsubscribe')!.value.slice(1, -1);
    await world.http.post(new URL(optOut).pathname).type('form').send('List-Unsubscribe=One-Click').expect(200);
    await runFunnels();
    await placeOrders();
  }

  /** And refunds a part of it. */
  async function placeOrders(): Promise<void> {
    const items = [
      { external_id: 'SKU-7', title: 'Tea pot', quantity: 1, price: 59.9 },
      { title: 'Wrapping', price: 0 },
    ];
    const { id } = await world.given.order({ items });
    await world.all.post(`/commerce/orders/${id}/refunds`).send({ amount: 20, reason: 'damaged' }).expect(200);
  }

  /** Completes one and is removed from another. */
  async function runFunnels(): Promise<void> {
    const { given, all } = world;
    const contact = await given.contact();
    const [short, endless] = [
      await given.publishedFunnel({
        sequences: [{ action_name: 'add_contact_to_tag', settings: { tags: [(await given.tag()).id] } }],
      }),
      await given.publishedFunnel({
        sequences: [
          {
            action_name: 'wait_times',
            settings: { wait_type: 'unit_wait', wait_time_amount: 1, wait_time_unit: 'days' },
          },
        ],
      }),
    ];
    for (const { id } of [short, endless])
      await all
        .post(`/funnels/${id}/subscribers`)
        .send({ subscribers: [contact.id] })
        .expect(200);
    await all.delete(`/funnels/${endless.id}/subscribers/${contact.id}`).expect(200);
  }
});
