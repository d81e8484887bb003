import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConvertDomainsOfSenders1767225791100 } from '../../../src/migrations/1767225791100-domains-of-senders.js';
import { SuppressionsService } from '../../../src/modules/contacts/suppression/suppressions.service.js';
import { AddressForms } from '../../../src/modules/privacy/merging/address-forms.scheduler.js';
import { Keys } from '../../../src/platform/secrets/keys.js';
import { sentMailTo } from '../../support/builders/ledger.js';
import { storedRows } from '../../support/stored-rows.js';
import { World } from '../../support/world.js';

const UNICODE = 'info@umläute.example';
const STORED = 'info@xn--umlute-dua.example';
const FORMS = [UNICODE, STORED, 'Info@UMLA\u0308UTE.example', 'info@XN--Umlute-dua.example'];

describe('an address with an internationalized domain', () => {
  let world: World;
  let contactId: number;
  beforeAll(async () => {
    world = await World.start();
    contactId = (await world.given.contact({ email: UNICODE, first_name: 'Ada' })).id;
    await world.settle();
  });

  const found = (filters: unknown): Promise<number[]> =>
    world.all
      .get('/subscribers')
      .query({ filters: JSON.stringify(filters) })
      .expect(200)
      .then(({ body }) => body.data.map(({ id }: { id: number }) => id));
  const email = (operator: string, value: unknown) => [[{ source: ['subscriber', 'email'], operator, value }]];

  it('is stored and shown with A-labels', async () => {
    const { body } = await world.all.get(`/subscribers/${contactId}`).expect(200);
    expect(body.subscriber.email).toBe(STORED);
  });

  it.each(FORMS)('names one contact as %s', async (form) => {
    const by = { email: form };
    const { body: shown } = await world.all.get('/subscribers/0').query({ get_by_email: form }).expect(200);
    expect(shown.subscriber.id).toBe(contactId);
    const again = await world.all
      .post('/subscribers')
      .send({ ...by, status: 'subscribed' })
      .expect(409);
    expect(again.body.data.contact_id).toBe(contactId);
    const upsert = await world.all.post('/subscribers').send({ ...by, status: 'subscribed', __force_update: true });
    expect(upsert.body.contact.id).toBe(contactId);
    await world.all.put(`/subscribers/${contactId}`).send({ subscriber: by }).expect(200);
    expect((await world.given.order(by)).contact_id).toBe(contactId);
    const event = { ...by, event_key: 'seen', title: 'Seen' };
    await world.all.post('/subscribers/track-event').send(event).expect(200);
    await world.all
      .post('/imports')
      .send({ rows: [by], map: { email: 'email' } })
      .expect(202);
    await world.settle();
    expect(await found(email('=', form))).toEqual([contactId]);
    expect(await found(email('in', ['x@example.com', form]))).toEqual([contactId]);
    expect(await found(email('contains', form.slice(4)))).toEqual([contactId]);
    expect(await found(email('starts_with', form))).toEqual([contactId]);
    const [{ total } = { total: 0 }] = await world.db.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM contacts',
    );
    expect(total).toBe(1);
  });

  it.each([...FORMS, '@umläute', 'umläute.example', 'xn--umlute'])('is searched as %s', async (search) => {
    const contacts = await world.all.get('/subscribers').query({ search }).expect(200);
    expect(contacts.body.data.map(({ id }: { id: number }) => id)).toEqual([contactId]);
  });

  it.each(FORMS)('finds a company and an email of a campaign as %s', async (search) => {
    const company = await world.given.company({ email: search });
    const companies = await world.all.get('/companies').query({ search: UNICODE }).expect(200);
    expect(companies.body.companies.data.map(({ id }: { id: number }) => id)).toContain(company.id);
    const campaign = await world.given.campaign();
    await world.db.transaction((tx) =>
      tx.insertRows(
        'email_messages',
        'source_type source_id recipient_key content_id contact_id email state'.split(' '),
        [['campaign', campaign.id, String(contactId), 0, contactId, STORED, 'sent']],
      ),
    );
    const emails = await world.all.get(`/campaigns/${campaign.id}/emails`).query({ search }).expect(200);
    expect(emails.body.emails.data).toHaveLength(1);
  });

  it.each(FORMS)('is suppressed, found, and released as %s', async (form) => {
    const { body: added } = await world.all.post('/suppressions').send({ email: form }).expect(200);
    expect(added.suppressions).toMatchObject([{ value: STORED }]);
    const listed = await world.all.get('/suppressions').query({ value: UNICODE }).expect(200);
    expect(listed.body.suppressions.data).toHaveLength(1);
    const suppressed = await world.all.get(`/subscribers/${contactId}`).expect(200);
    expect(suppressed.body.subscriber).toMatchObject({ email: STORED });
    const service = world.api.get(SuppressionsService, { strict: false });
    expect(await service.isSuppressed(world.db, [STORED])).toEqual(new Set([STORED]));
    await world.all.delete('/suppressions').query({ value: STORED }).expect(200);
    expect(await service.isSuppressed(world.db, [STORED])).toEqual(new Set());
  });

  it.each(['ﬀ@example.com', 'ｉｎｆｏ@example.com'])('is refused as %s, and the field is named', async (form) => {
    const reason = 'must be one email address without full-width letters, ligatures, and the like';
    const { body } = await world.all.post('/subscribers').send({ email: form, status: 'subscribed' }).expect(400);
    expect(body.data.params).toEqual({ email: reason });
    const { body: event } = await world.all
      .post('/subscribers/track-event')
      .send({ email: form, title: 'x' })
      .expect(400);
    expect(event.data.params).toMatchObject({ email: reason });
    const { body: list } = await world.all
      .post('/suppressions')
      .send({ values: [form] })
      .expect(400);
    expect(list.data.params).toEqual({ 'values.0': `${reason} or a domain` });
  });
});

describe('addresses that earlier versions stored with Unicode domains', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  const store = (id: number, email: string): Promise<void> =>
    world.db.transaction(async (tx) => {
      await tx.execute('UPDATE contacts SET email = :email WHERE id = :id', { id, email });
    });
  const convert = (): Promise<void> => world.worker!.get(AddressForms, { strict: false }).convertAll();

  it('are converted with the addresses of their emails', async () => {
    const contact = await world.given.contact({ status: 'pending' });
    const local = await world.given.contact({ email: 'josé@example.com' });
    await store(contact.id, 'one@müller.example');
    const mail = await sentMailTo(world, { id: contact.id, email: 'one@müller.example' });
    const former = await sentMailTo(world, { id: contact.id, email: 'former@example.com' });
    await convert();
    await convert();
    await world.settle();
    const { body } = await world.all.get(`/subscribers/${contact.id}`).expect(200);
    expect(body.subscriber).toMatchObject({ email: 'one@xn--mller-kva.example', status: 'pending' });
    const emails = await world.db.query('SELECT id, email FROM email_messages ORDER BY id');
    expect(emails).toEqual([
      { id: mail, email: 'one@xn--mller-kva.example' },
      { id: former, email: 'former@example.com' },
    ]);
    expect((await world.all.get(`/subscribers/${local.id}`).expect(200)).body.subscriber.email).toBe(
      'josé@example.com',
    );
    const updates = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'contact.updated' AND subject_id = :id`,
      { id: contact.id },
    );
    expect(updates.map(({ data }) => JSON.parse(data).changes)).toEqual([
      { email: { old: 'one@müller.example', new: 'one@xn--mller-kva.example' } },
    ]);
  });

  it.each([
    ['subscribed', 'unsubscribed', 'unsubscribed'],
    ['subscribed', 'bounced', 'bounced'],
    ['bounced', 'subscribed', 'bounced'],
    ['pending', 'subscribed', 'subscribed'],
  ])('are merged into the contact with the same address: %s and %s make %s', async (kept, other, status) => {
    const keep = await world.given.contact({ email: `${kept}-${other}@xn--mller-kva.example`, status: kept });
    const twin = await world.given.contact({ status: other, first_name: 'Ada' });
    const old = `${kept}-${other}@müller.example`;
    await store(twin.id, old);
    const mail = await sentMailTo(world, { id: twin.id, email: old });
    await convert();
    await world.settle();
    await world.all.get(`/subscribers/${twin.id}`).expect(404);
    const { body } = await world.all.get(`/subscribers/${keep.id}`).expect(200);
    expect(body.subscriber).toMatchObject({ email: keep.email, status, first_name: 'Ada' });
    const emails = await world.db.query('SELECT contact_id, email FROM email_messages WHERE id = :mail', { mail });
    expect(emails).toEqual([{ contact_id: keep.id, email: keep.email }]);
  });

  it('stay suppressed, and are released by either form', async () => {
    const hash = world.api.get(Keys, { strict: false }).hmac('suppression', 'gone@müller.example');
    await world.db.transaction((tx) =>
      tx.execute(`INSERT INTO suppressions (kind, value_hash, reason) VALUES ('address', :hash, 'unsubscribed')`, {
        hash,
      }),
    );
    const { body } = await world.all
      .post('/subscribers')
      .send({ email: 'gone@müller.example', status: 'subscribed' })
      .expect(200);
    expect(body).toMatchObject({ suppressed: true, contact: { email: 'gone@xn--mller-kva.example' } });
    await world.all.delete('/suppressions').query({ value: 'gone@xn--mller-kva.example' }).expect(200);
    expect(await world.db.query('SELECT id FROM suppressions WHERE value_hash = :hash', { hash })).toEqual([]);
  });

  it('are erased in both forms', async () => {
    const contact = await world.given.contact({ email: 'erika@musterfräu.example' });
    await world.given.note(contact.id, { description: '<p>erika@musterfräu.example</p>' });
    await world.all
      .post('/imports')
      .send({ rows: [{ email: 'erika@musterfräu.example' }], map: { email: 'email' } })
      .expect(202);
    await world.settle();
    await world.all.post(`/subscribers/${contact.id}/erase`).send({ mode: 'delete' }).expect(200);
    await world.settle();
    const left = Object.entries(await storedRows(world.db)).flatMap(([table, rows]) =>
      rows.filter((row) => /erika@(?:musterfr|xn--)/i.test(String(row))).map((row) => `${table}: ${String(row)}`),
    );
    expect(left).toEqual([]);
  });

  it('does not stop at an address that cannot be converted, and logs numbers only', async () => {
    const [refused, contact] = [await world.given.contact(), await world.given.contact()];
    await store(refused.id, 'ﬀ@aaa-müller.example');
    await store(contact.id, 'zoe@zzz-müller.example');
    const log = jest.spyOn(Logger.prototype, 'log');
    await convert();
    const [line] = log.mock.calls;
    log.mockRestore();
    expect(line).toEqual([{ converted: 1, merged: 0, failed: 0 }, 'Unicode domains converted']);
    const rows = await world.db.query('SELECT email FROM contacts WHERE id IN (:ids) ORDER BY id', {
      ids: [refused.id, contact.id],
    });
    expect(rows).toEqual([{ email: 'ﬀ@aaa-müller.example' }, { email: 'zoe@xn--zzz-mller-u9a.example' }]);
  });

  it('are found in values of contacts, and converted in senders and what names them', async () => {
    const field = await world.given.customField({ type: 'email', label: 'Work' });
    const contact = await world.given.contact({ custom_values: { [field.slug]: 'a@b.example' } });
    const sender = await world.given.sender({ url: 'smtp://127.0.0.1:2525' });
    const campaign = await world.given.campaign({ settings: { mailer_settings: { from_email: 'a@b.example' } } });
    const address = 'a@müller.example';
    await world.db.transaction(async (tx) => {
      await tx.execute('UPDATE contact_custom_values SET value = :address', { address });
      await tx.execute('UPDATE senders SET from_email = :address', { address });
      await tx.execute(`UPDATE campaigns SET settings = REPLACE(settings, 'a@b.example', :address)`, { address });
    });
    const runner = world.worker!.get(DataSource, { strict: false }).createQueryRunner();
    try {
      await new ConvertDomainsOfSenders1767225791100().up(runner);
      await new ConvertDomainsOfSenders1767225791100().up(runner);
    } finally {
      await runner.release();
    }
    const get = async (path: string) => (await world.all.get(path).expect(200)).body;
    const stored = 'a@xn--mller-kva.example';
    expect((await get(`/senders/${sender.id}`)).sender.from_email).toBe(stored);
    expect((await get(`/campaigns/${campaign.id}`)).campaign.settings.mailer_settings.from_email).toBe(stored);
    const filters = [[{ source: ['custom', field.slug], operator: '=', value: stored }]];
    const found = await get(`/subscribers?filters=${encodeURIComponent(JSON.stringify(filters))}`);
    expect(found.data.map(({ id }: { id: number }) => id)).toEqual([contact.id]);
  });
});
