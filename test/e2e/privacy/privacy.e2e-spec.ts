import type { Response } from 'supertest';
import { ContactsService } from '../../../src/modules/contacts/contacts.service.js';
import { CountsVerification } from '../../../src/modules/contacts/counts/counts-verification.service.js';
import { PersonErasure } from '../../../src/modules/privacy/person-erasure.service.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { traces } from '../../support/privacy/traces.js';
import { World } from '../../support/world.js';

describe('erasure and export of personal data', () => {
  let world: World;
  let sink: SmtpSink;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
    receiver = await WebhookReceiver.start(world.config.dataDir);
  });

  const person = (name: string) => ({
    email: `${name}@people.example`,
    first_name: `First${name}`,
    last_name: `Last${name}`,
    phone: '+44 20 7946 0123',
    city: 'Marylebone',
    postal_code: 'W1U 6TU',
    country: 'GB',
    date_of_birth: '1815-12-10',
  });
  const erase = async (id: number, mode: 'anonymize' | 'delete'): Promise<Response['body']> =>
    (await world.all.post(`/subscribers/${id}/erase`).send({ mode }).expect(200)).body;
  const found = async (search: string): Promise<number[]> =>
    (await world.all.get(`/subscribers?search=${search}`).expect(200)).body.data.map(({ id }: { id: number }) => id);

  describe('erasing', () => {
    it('covers addresses in file names, filters of campaigns, audit entries, and encoded messages in quarantine', async () => {
      const { email } = person('filed');
      const { id } = await world.given.contact(person('filed'));
      const filters = [[{ source: ['subscriber', 'email'], operator: '=', value: email }]];
      const form = world.all
        .post('/imports')
        .attach('file', Buffer.from(`email\nimported@people.example\n`), `Of-${email.toUpperCase()}.csv`);
      await form.expect(202);
      const segment = await world.given.segment({ filters });
      await world.all
        .put(`/segments/${segment.id}`)
        .send({ filters: [...filters, ...filters] })
        .expect(200);
      await world.all.delete(`/segments/${segment.id}`).expect(200);
      const mailer_settings = { from_email: 'shop@people.example' };
      const campaign = await world.given.campaign({
        settings: { sending_filter: 'advanced_filters', advanced_filters: filters, mailer_settings },
      });
      const funnel = await world.given.funnel({ conditions: { filters } });
      await world.all
        .put(`/funnels/${funnel.id}`)
        .send({ conditions: { filters: null } })
        .expect(200);
      const wrapped = `A delivery to ${email} failed for an unknown reason.`;
      const messages = [
        `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(wrapped).toString('base64').replace(/.{20}/g, '$&\r\n')}\r\n--x--\r\n`,
        `Content-Transfer-Encoding: quoted-printable\r\n\r\n${wrapped.replace('@', '=40').replace('filed', 'fil=\r\ned')}`,
      ];
      for (const [index, raw] of messages.entries())
        await world.db.transaction((tx) =>
          tx.execute(
            `INSERT INTO feedback_reports (provider, event_key, kind, outcome, raw)
             VALUES ('message', :key, 'unreadable', 'quarantined', :raw)`,
            { key: Buffer.alloc(32, index + 1), raw: Buffer.from(raw) },
          ),
        );
      expect((await traces(world, (text) => text.toLowerCase().includes(email))).length).toBeGreaterThan(3);
      await erase(id, 'anonymize');
      await world.settle();
      expect(await traces(world, (text) => text.toLowerCase().includes(email))).toEqual([]);
      expect(await world.db.query('SELECT id FROM feedback_reports WHERE raw IS NOT NULL')).toEqual([]);
      const { body } = await world.all.get(`/campaigns/${campaign.id}`).expect(200);
      expect(body.campaign.settings).toMatchObject({
        advanced_filters: [[{ source: ['subscriber', 'email'], operator: '=', value: '' }]],
        mailer_settings,
      });
    });

    it('leaves an anonymized row', async () => {
      await world.given.contact({ email: 'neighbour@people.example' });
      const { id, ...given } = await world.given.contact({ ...person('kept'), user_id: 77, contact_type: 'customer' });
      expect(await erase(id, 'anonymize')).toEqual({
        message: 'The personal data of the contact has been erased',
        mode: 'anonymize',
        subscriber: {
          ...given,
          id,
          email: `erased-${id}@people.example.erased.invalid`,
          ...{ user_id: null, first_name: null, last_name: null, full_name: '', phone: null, city: null },
          ...{ postal_code: null, date_of_birth: null, country: 'GB', contact_type: 'customer', status: 'subscribed' },
          hash: expect.stringMatching(/^[0-9a-f]{32}$/),
          updated_at: expect.any(String),
        },
      });
      const { body } = await world.all.get(`/subscribers/${id}?with[]=subscriber.custom_values`).expect(200);
      expect(body.subscriber.hash).not.toBe((given as { hash?: string }).hash);
    });

    it('leaves nothing and emits an event with the id only', async () => {
      const webhook = await world.given.webhook({ url: receiver.url, events: ['contact.*'] });
      const { id } = await world.given.contact(person('gone'));
      await world.settle();
      receiver.requests.length = 0;
      expect(await erase(id, 'delete')).toMatchObject({ mode: 'delete', subscriber: null });
      await world.all.get(`/subscribers/${id}`).expect(404);
      await world.settle();
      expect(receiver.requests.map(({ rawBody }) => JSON.parse(rawBody))).toMatchObject([
        {
          event: 'contact.deleted',
          data: {
            contact: { id, email: null, first_name: null, last_name: null, status: 'subscribed' },
            source: 'api',
          },
        },
      ]);
      await world.all.delete(`/webhooks/${webhook.id}`).expect(200);
    });

    it('checks the mode, the permission, and the contact', async () => {
      const { id } = await world.given.contact();
      for (const body of [{}, { mode: 'forget' }, { mode: null }])
        expect((await world.all.post(`/subscribers/${id}/erase`).send(body).expect(400)).body).toMatchObject({
          code: 'rest_invalid_param',
          data: { params: { mode: expect.any(String) } },
        });
      await world.all.post('/subscribers/999999/erase').send({ mode: 'delete' }).expect(404);
      await world.all.post('/subscribers/x/erase').send({ mode: 'delete' }).expect(404);
      const reader = await world.as('view_contacts');
      await reader.post(`/subscribers/${id}/erase`).send({ mode: 'delete' }).expect(403);
      await reader.get(`/subscribers/${id}/export`).expect(403);
    });

    it('is idempotent, and can delete an anonymized contact', async () => {
      const { id } = await world.given.contact(person('twice'));
      const { subscriber } = await erase(id, 'anonymize');
      expect((await erase(id, 'anonymize')).subscriber).toEqual(subscriber);
      await erase(id, 'delete');
      await world.all.post(`/subscribers/${id}/erase`).send({ mode: 'delete' }).expect(404);
    });

    it('keeps memberships and all counts, and erases everything else', async () => {
      const list = await world.given.list();
      const { slug } = await world.given.customField();
      const { id } = await world.given.contact({
        ...person('member'),
        lists: [list.id],
        custom_values: { [slug]: 'red' },
      });
      await world.given.note(id);
      await world.given.trackedEvent(id, { value: 'a secret', title: 'Visit of Firstmember' });
      await erase(id, 'anonymize');
      const { body } = await world.all.get(`/subscribers/${id}?with[]=subscriber.custom_values`).expect(200);
      expect(body.subscriber).toMatchObject({ lists: [{ id: list.id }], custom_values: {} });
      const lists = (await world.all.get('/lists').expect(200)).body.lists as { id: number }[];
      expect(lists.find((each) => each.id === list.id)).toMatchObject({ totalCount: 1, subscribersCount: 1 });
      expect((await world.all.get(`/subscribers/${id}/notes`).expect(200)).body.notes.total).toBe(0);
      expect((await world.all.get(`/subscribers/${id}/tracking-events`).expect(200)).body.events.data).toMatchObject([
        { title: 'Visit of [erased]', value: null, counter: 1 },
      ]);
      const other = await world.given.contact({ ...person('leaving'), lists: [list.id], status: 'unsubscribed' });
      await erase(other.id, 'delete');
      expect(await world.api.get(CountsVerification, { strict: false }).verify()).toEqual([]);
    });

    it('makes the contact read-only: no writes to it or about it', async () => {
      const list = await world.given.list();
      const { id } = await world.given.contact({ ...person('nobody'), lists: [list.id] });
      await world.given.contact({ email: 'somebody@people.example', lists: [list.id] });
      await erase(id, 'anonymize');
      const about = { data: { params: { id: 'names a contact that has been erased' } } };
      const refused = [
        world.all.put(`/subscribers/${id}`).send({ first_name: 'Ada' }),
        world.all.put(`/subscribers/${id}`).send({ status: 'unsubscribed' }),
        world.all.post(`/subscribers/${id}/send-double-optin`).send({}),
        world.all
          .post(`/subscribers/${id}/notes`)
          .send({ note: { title: 'x', description: 'x', type: 'note', created_at: '2026-01-31 09:30:00' } }),
        world.all.post('/subscribers/track-event').send({ subscriber_id: id, event_key: 'seen', title: 'x' }),
      ];
      for (const request of refused) expect((await request.expect(400)).body).toMatchObject(about);
      const email = `erased-${id}@people.example.erased.invalid`;
      expect(
        (await world.all.post('/subscribers').send({ email, status: 'subscribed' }).expect(400)).body,
      ).toMatchObject({ data: { params: { email: 'must not be the placeholder of an erased contact' } } });
      const campaign = await world.given.campaign({
        email_subject: 'To the living',
        email_body: '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
        lists: [list.id],
      });
      const { body } = await world.all.get(`/campaigns/${campaign.id}/estimated-recipients-count`).expect(200);
      expect(body).toMatchObject({ estimated_count: 1 });
      await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
      await world.settle();
      expect(sink.messages.flatMap(({ envelope }) => envelope.to)).toEqual(['somebody@people.example']);
    });

    it.each(['anonymize', 'delete'] as const)('with %s keeps the address suppressed', async (mode) => {
      const email = `angry-${mode}@people.example`;
      const { id } = await world.given.contact({ email, status: 'complained' });
      await erase(id, mode);
      const { body } = await world.all.post('/subscribers').send({ email, status: 'subscribed' }).expect(200);
      expect(body).toMatchObject({ suppressed: true, contact: { email } });
      expect(body.contact.id).not.toBe(id);
    });

    it.each(['anonymize', 'delete'] as const)(
      'with %s removes the names from the search, except for later contacts with the same name',
      async (mode) => {
        const name = `Zyxw${mode}`;
        const { id } = await world.given.contact({
          ...person(`search-${mode}`),
          first_name: name,
          last_name: 'Vutsrq',
        });
        await world.all.put(`/subscribers/${id}`).send({ last_name: 'Ponmlk' }).expect(200);
        expect(await found(name)).toEqual([id]);
        await erase(id, mode);
        expect([await found(name), await found(`search-${mode}`), await found('Ponmlk')]).toEqual([[], [], []]);
        expect(
          await world.db.query('SELECT search_key FROM search_keys WHERE search_key IN (:words)', {
            words: [name.toLowerCase(), 'vutsrq', 'ponmlk', `lastsearch-${mode}`],
          }),
        ).toEqual([]);
        const again = await world.given.contact({ ...person(`other-${mode}`), first_name: name, last_name: 'Vutsrq' });
        expect(await found(name)).toEqual([again.id]);
        expect(await found('vutsrq')).toEqual([again.id]);
        await erase(again.id, 'delete');
      },
    );

    it('removes names from the event log and keeps the events', async () => {
      const { id } = await world.given.contact({ ...person('logged'), first_name: 'Firstlogged' });
      await world.all.put(`/subscribers/${id}`).send({ city: 'Paris', country: 'FR' }).expect(200);
      await world.all.put(`/subscribers/${id}`).send({ status: 'unsubscribed' }).expect(200);
      await world.settle();
      await erase(id, 'anonymize');
      await world.settle();
      const rows = await world.db.query<{ type: string; data: string; silent: number }>(
        'SELECT type, data, silent FROM domain_events WHERE contact_id = :id ORDER BY id',
        { id },
      );
      const contact = { id, email: null, first_name: null, last_name: null };
      expect(rows.map(({ type, data }) => [type, JSON.parse(data)])).toMatchObject([
        ['contact.created', { contact, source: 'api' }],
        [
          'contact.updated',
          { contact, changes: { city: { old: null, new: null }, country: { old: 'GB', new: 'FR' } } },
        ],
        ['contact.status_changed', { contact, old_status: 'subscribed', new_status: 'unsubscribed', reason: null }],
        ['contact.erased', { contact_id: id, sealed_email: '' }],
      ]);
      const { body } = await world.all.get('/events?per_page=1000').expect(200);
      expect(JSON.stringify(body)).not.toContain('Firstlogged');
      expect(JSON.stringify(body)).toContain('contact.updated');
    });

    it.each(['anonymize', 'delete'] as const)(
      'with %s keeps an email domain only if several contacts have it',
      async (mode) => {
        const own = `lovelace-${mode}.example`;
        const list = await world.given.list();
        const { id } = await world.given.contact({ email: `ada@${own}`, lists: [list.id] });
        const shared = await world.given.contact({ email: `guest-${mode}@people.example`, lists: [list.id] });
        const campaign = await world.given.campaign({
          email_subject: 'News',
          email_body: '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
          lists: [list.id],
        });
        await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
        await world.settle();
        const domains = async (): Promise<unknown> =>
          (await world.all.get(`/reports/campaigns/${campaign.id}`).expect(200)).body.domains.map(
            ({ domain, sent }: { domain: string | null; sent: number }) => [domain, sent],
          );
        expect(await domains()).toEqual(
          expect.arrayContaining([
            [own, 1],
            ['people.example', 1],
          ]),
        );
        await erase(id, mode);
        await erase(shared.id, mode);
        await world.settle();
        expect(await traces(world, (text) => text.includes(`lovelace-${mode}`))).toEqual([]);
        expect(await found(`lovelace-${mode}`)).toEqual([]);
        expect(await domains()).toEqual(
          expect.arrayContaining([
            ['people.example', 1],
            [null, 1],
          ]),
        );
        const left = await world.all.get(`/subscribers/${id}`);
        expect([left.status, left.body.subscriber?.email]).toEqual(
          mode === 'delete' ? [404, undefined] : [200, `erased-${id}@erased.invalid`],
        );
      },
    );

    it('removes the email domain of an anonymized contact that is deleted if no other contact has it', async () => {
      const list = await world.given.list();
      const { id } = await world.given.contact({ email: 'ada@byron.example', lists: [list.id] });
      const other = await world.given.contact({ email: 'anne@byron.example' });
      const campaign = await world.given.campaign({
        email_subject: 'News',
        email_body: '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
        lists: [list.id],
      });
      await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
      await world.settle();
      const figures = async (): Promise<unknown> =>
        world.db.query("SELECT sent FROM domain_daily_stats WHERE domain = 'byron.example'");
      await erase(id, 'anonymize');
      await world.settle();
      expect(await figures()).toEqual([{ sent: 1 }]);
      await world.all.delete(`/subscribers/${other.id}`).expect(200);
      await erase(id, 'delete');
      await world.settle();
      expect(await figures()).toEqual([]);
    });

    it('removes the address from scheduled reports and pauses a report without recipients', async () => {
      const { id, email } = await world.given.contact(person('reader'));
      const report = (title: string, recipients: readonly string[]) => ({
        ...{ title, type: 'overview', frequency: 'weekly', recipients },
      });
      const create = async (body: object): Promise<number> =>
        (await world.all.post('/reports/scheduled').send(body).expect(200)).body.scheduled_report.id;
      const two = await create(report('Two', [email, 'owner@example.com']));
      const one = await create(report('One', [email]));
      const exported = await world.all.get(`/subscribers/${id}/export`).expect(200);
      expect(exported.body.scheduled_reports).toEqual([
        { id: two, title: 'Two' },
        { id: one, title: 'One' },
      ]);
      await erase(id, 'anonymize');
      await world.settle();
      const get = async (reportId: number): Promise<unknown> =>
        (await world.all.get(`/reports/scheduled/${reportId}`).expect(200)).body.scheduled_report;
      expect(await get(two)).toMatchObject({ recipients: ['owner@example.com'], status: 'active' });
      expect(await get(one)).toMatchObject({ recipients: [], status: 'paused', next_run_at: null });
    });

    it('does not deliver pending events, but counts them', async () => {
      const webhook = await world.given.webhook({ url: receiver.url, events: ['contact.*'] });
      await world.settle();
      receiver.requests.length = 0;
      const [before] = await world.db.query<{ total: number }>('SELECT SUM(new_contacts) AS total FROM daily_stats');
      // In one transaction, so that the relay cannot pass them on earlier.
      await world.db.ambientTransaction(async () => {
        const contacts = world.api.get(ContactsService, { strict: false });
        const { contact } = await contacts.createOrUpdate({ ...person('quick'), status: 'subscribed' });
        await world.api.get(PersonErasure, { strict: false }).erase(contact.id, 'anonymize');
      });
      await world.settle();
      expect(receiver.requests).toEqual([]);
      const [today] = await world.db.query<{ total: number }>('SELECT SUM(new_contacts) AS total FROM daily_stats');
      expect(today?.total).toBe(1 + (before?.total ?? 0));
      await world.all.delete(`/webhooks/${webhook.id}`).expect(200);
    });

    it('ends pending deliveries and deletes responses of receivers', async () => {
      receiver.behavior = { kind: 'echo', status: 500 };
      const webhook = await world.given.webhook({ url: receiver.url, events: ['contact.*'] });
      const { id } = await world.given.contact(person('waiting'));
      await world.settle();
      const deliveries = async (): Promise<Response['body']> =>
        (await world.all.get(`/webhooks/${webhook.id}/deliveries`).expect(200)).body.deliveries;
      const [waiting] = await deliveries();
      const details = async (): Promise<string> =>
        JSON.stringify(
          (await world.all.get(`/webhooks/${webhook.id}/deliveries/${waiting.id as number}`).expect(200)).body,
        );
      expect(waiting).toMatchObject({ event: 'contact.created', status: 'pending' });
      expect(await details()).toContain('waiting@people.example');
      await erase(id, 'anonymize');
      expect(await deliveries()).toMatchObject([{ id: waiting.id, status: 'failed', error: 'erased' }]);
      expect(await details()).not.toContain('waiting@people.example');
      receiver.behavior = { kind: 'answer', status: 200 };
      await world.all.delete(`/webhooks/${webhook.id}`).expect(200);
    });

    it('does not repeat a request with a used Idempotency-Key, and does not return its stored response', async () => {
      const create = () =>
        world.all
          .post('/subscribers')
          .set('Idempotency-Key', 'once')
          .send({ ...person('once'), status: 'subscribed' });
      const { body: first } = await create().expect(200);
      const { id } = first.contact;
      await world.all
        .put(`/subscribers/${id as number}`)
        .send({ email: 'later@people.example' })
        .expect(200);
      await erase(id, 'delete');
      await world.settle();
      const repeated = await create().expect(200);
      expect(repeated.headers['idempotent-replayed']).toBe('true');
      expect(repeated.body).toMatchObject({
        message: first.message,
        action_type: 'created',
        contact: { id, email: null, first_name: null, phone: null, country: 'GB', status: 'subscribed' },
      });
      expect(JSON.stringify(repeated.body)).not.toMatch(/once@|Firstonce|7946/);
      await world.all.get(`/subscribers/${id as number}`).expect(404);
    });

    it('erases data of contacts that were merged into this one', async () => {
      const kept = await world.given.contact(person('one'));
      const merged = await world.given.contact(person('other'));
      await world.all
        .post('/subscribers/merge')
        .send({ keep_id: kept.id, merge_ids: [merged.id] })
        .expect(200);
      await world.settle();
      await erase(kept.id, 'anonymize');
      await world.settle();
      const [left] = await world.db.query<{ total: number }>(
        `SELECT COUNT(*) AS total FROM domain_events WHERE data LIKE '%other@people.example%' OR data LIKE '%Firstother%'`,
      );
      expect(left).toEqual({ total: 0 });
    });

    it('removes the person from the search of a job', async () => {
      const { id } = await world.given.contact(person('wanted'));
      const { insertId } = await world.db.transaction((tx) =>
        tx.execute(
          `INSERT INTO bulk_jobs (kind, status, options) VALUES ('bulk_action', 'done', '{"search":"WANTED@people.example"}')`,
        ),
      );
      await erase(id, 'anonymize');
      expect(await world.db.query('SELECT options FROM bulk_jobs WHERE id = :insertId', { insertId })).toEqual([
        { options: '{"search":""}' },
      ]);
    });

    it('works concurrently with other erasures and writers', async () => {
      const people = await Promise.all(
        Array.from({ length: 12 }, (_, number) => world.given.contact(person(`crowd${number}`))),
      );
      const statuses = await Promise.all(
        people.flatMap(({ id }, index) => [
          world.all.post(`/subscribers/${id}/erase`).send({ mode: index % 2 === 0 ? 'delete' : 'anonymize' }),
          world.all.put(`/subscribers/${id}`).send({ first_name: 'Crowded' }),
          world.all.post(`/subscribers/${id}/erase`).send({ mode: 'anonymize' }),
        ]),
      );
      expect(statuses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      await world.settle();
      const rows = await world.db.query('SELECT email FROM contacts WHERE email LIKE :crowd OR first_name = :name', {
        crowd: 'crowd%',
        name: 'Crowded',
      });
      expect(rows).toEqual([]);
    });
  });

  describe('an export', () => {
    it('is one file with all data about a contact', async () => {
      const list = await world.given.list({ title: 'Exported list' });
      const tag = await world.given.tag({ title: 'Exported tag' });
      const company = await world.given.company({ name: 'Exported company' });
      const { slug } = await world.given.customField({ label: 'Exported field' });
      const { id } = await world.given.contact({
        ...person('asking'),
        lists: [list.id],
        tags: [tag.id],
        custom_values: { [slug]: 'exported value' },
        consent: { ip: '203.0.113.7', text_version: 'v7', proof: 'exported proof' },
      });
      await world.all
        .put('/companies/attach-subscribers')
        .send({ subscriber_ids: [id], company_ids: [company.id] })
        .expect(200);
      await world.given.note(id, { title: 'Exported note', description: '<p>exported text</p>' });
      await world.given.trackedEvent(id, {
        event_key: 'exported_key',
        title: 'Exported event',
        value: 'exported datum',
      });
      await world.given.order({ contact_id: id, external_id: 'exported-order', total: 59.9 });
      await world.all
        .post('/suppressions')
        .send({ addresses: ['asking@people.example'], note: 'exported suppression' })
        .then(() => undefined);
      await world.settle();
      const other = await world.given.contact(person('bystander'));
      const response = await world.all.get(`/subscribers/${id}/export`).expect(200);
      expect(response.headers['content-disposition']).toBe(`attachment; filename="contact-${id}.json"`);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body.person).toMatchObject({ id, ...person('asking'), status: 'subscribed' });
      expect(response.body.contact).toMatchObject({
        custom_values: { [slug]: 'exported value' },
        lists: [{ id: list.id, title: 'Exported list' }],
        tags: [{ id: tag.id, title: 'Exported tag' }],
        companies: [{ name: 'Exported company' }],
        notes: [{ title: 'Exported note', description: '<p>exported text</p>' }],
        tracked_events: [{ event_key: 'exported_key', title: 'Exported event', value: 'exported datum' }],
        consents: [{ ip: '203.0.113.7', text_version: 'v7', proof: 'exported proof', new_status: 'subscribed' }],
      });
      const text = JSON.stringify(response.body);
      expect(text).toContain('exported-order');
      expect(text).toContain('contact.created');
      expect(text).not.toContain('bystander');
      expect(other.id).toBeGreaterThan(id);
    });

    it('is refused for an unknown contact', async () => {
      await world.all.get('/subscribers/999999/export').expect(404);
    });
  });
});
