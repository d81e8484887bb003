import { NestFactory } from '@nestjs/core';
import { CliModule } from '../../../src/cli.module.js';
import { ROLLUPS } from '../../../src/modules/rollups/counters.js';
import { RollupsRebuild } from '../../../src/modules/rollups/rollups-rebuild.service.js';
import { PersonalDataRegistry } from '../../../src/platform/personal-data/personal-data-store.js';
import { differingFigures, everyReport } from '../../support/privacy/every-report.js';
import { type DataSetContact, namedIn, ContactDataSet } from '../../support/privacy/contact-data-set.js';
import { inTables, traces } from '../../support/privacy/traces.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const IS_FULL = process.env['TEST_DEPTH'] === 'full';
const PEOPLE = IS_FULL ? 1_000 : 20;

/** Places where its contacts are named before they are erased, at least. */
const PLACES = [
  ...['bulk_job_rows.changes', 'bulk_job_rows.input', 'contact_consents.proof', 'contact_custom_values.value'],
  ...['contacts.email', 'contacts.first_name', 'contacts.phone', 'contacts.search_text', 'domain_events.data'],
  ...['email_messages.email', 'email_messages.reason', 'email_messages.subject', 'email_messages.unsubscribe_reason'],
  ...['funnel_entry_data.data', 'notes.description', 'order_refunds.reason', 'reason_daily_stats.reason'],
  ...['search_keys.search_key', 'suppressions.value', 'tracked_events.value', 'webhook_attempts.excerpt'],
  ...['orders.items', 'tracked_events.data'],
];

describe('a data set whose contacts are erased', () => {
  let world: World;
  let sink: SmtpSink;
  let echo: WebhookReceiver;
  let failing: WebhookReceiver;
  let dataSet: ContactDataSet;
  let before: Map<string, unknown>;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
    echo = await WebhookReceiver.start(world.config.dataDir);
    failing = await WebhookReceiver.start(world.config.dataDir);
    echo.behavior = { kind: 'echo', status: 200 };
    failing.behavior = { kind: 'echo', status: 503 };
    dataSet = new ContactDataSet(world, sink, { echo, failing }, PEOPLE);
    sink.behave({ recipients: dataSet.refusal });
    await dataSet.live();
  });

  const halves = (): [DataSetContact[], DataSetContact[]] => [
    dataSet.people.filter(({ number }) => number % 20 < 10),
    dataSet.people.filter(({ number }) => number % 20 >= 10),
  ];
  const isNamed =
    (people: readonly DataSetContact[]) =>
    (text: string): boolean => {
      const numbers = new Set(people.map(({ number }) => number));
      return [...namedIn(text)].some((number) => numbers.has(number));
    };
  const erase = async (people: readonly DataSetContact[], mode: string): Promise<void> => {
    for (const { id } of people) await world.all.post(`/subscribers/${id}/erase`).send({ mode }).expect(200);
    await world.settle();
  };
  const rollups = async (): Promise<Record<string, unknown[]>> =>
    Object.fromEntries(
      await Promise.all(
        ROLLUPS.map(async ({ table, key }) => [
          table,
          await world.db.query(`SELECT * FROM ${table} ORDER BY ${key.join()}`),
        ]),
      ),
    ) as Record<string, unknown[]>;
  const rebuilt = async (): Promise<void> => {
    const cli = await NestFactory.createApplicationContext(CliModule.with(world.config), { logger: false });
    await cli.get(RollupsRebuild, { strict: false }).run();
    await cli.close();
  };
  it('names its contacts in many places, including every personal data table', async () => {
    const named = await inTables(world, isNamed(dataSet.people));
    const places = named.map((place) => place.slice(0, place.indexOf(':')));
    expect(PLACES.filter((place) => !places.includes(place))).toEqual([]);
    const held = world.api.get(PersonalDataRegistry, { strict: false }).stores.flatMap(({ tables }) => tables);
    expect(held).toEqual(expect.arrayContaining(places.map((place) => place.split('.')[0])));
    before = await everyReport(world, dataSet, 'everything');
  });

  it('has no data of anonymized contacts', async () => {
    const [kept] = halves();
    await erase(kept, 'anonymize');
    expect(await traces(world, isNamed(kept))).toEqual([]);
  });

  it('has the same figures in every report', async () => {
    expect(differingFigures(before, await everyReport(world, dataSet, 'everything'))).toEqual([]);
  });

  it('has the same figures after a rebuild', async () => {
    const then = await rollups();
    await rebuilt();
    const now = await rollups();
    for (const table of Object.keys(then)) expect({ table, rows: now[table] }).toEqual({ table, rows: then[table] });
  });

  it('has no data of deleted contacts and keeps its history', async () => {
    const [, gone] = halves();
    const then = await everyReport(world, dataSet, 'history');
    await erase(gone, 'delete');
    expect(await traces(world, isNamed(gone))).toEqual([]);
    expect(differingFigures(then, await everyReport(world, dataSet, 'history'))).toEqual([]);
    expect(await traces(world, isNamed(dataSet.people))).toEqual([]);
  });
});
