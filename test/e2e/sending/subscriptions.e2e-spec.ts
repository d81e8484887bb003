import { bounceSample } from '../../support/bounce-samples/bounce-sample.js';
import { Dovecot, hasDovecot } from '../../support/dovecot.js';
import type { GivenContact, GivenLabel } from '../../support/given.js';
import { SinkMessage, SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BODY = '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Leave</a> <a href="{{ preferences_url }}">Choose</a></p>';
const ONE_CLICK = 'List-Unsubscribe=One-Click';

/** A way to send an email. */
interface Way {
  readonly to: () => Record<string, unknown>;
  /** The subscription through which it goes. */
  readonly list?: () => GivenLabel;
  readonly publicName?: string;
  readonly from?: string;
}

interface Sent {
  readonly contact: GivenContact;
  readonly message: SinkMessage;
  readonly emailId: number;
  readonly listId: string;
  readonly from: string;
  readonly listUnsubscribe: string;
  /** The path of the one-click link. */
  readonly path: string;
  readonly preferences: string;
}

interface Listed extends Sent {
  readonly list: GivenLabel;
}

describe('lists as subscriptions', () => {
  let world: World;
  let sink: SmtpSink;
  let plain: GivenLabel;
  let news: GivenLabel;
  let offers: GivenLabel;
  let tag: GivenLabel;
  let segment: { id: number };
  let sender: { id: number };

  const subscription = async (members: Record<string, unknown>): Promise<GivenLabel> =>
    (
      await world.all
        .post('/lists')
        .send({ title: `Sub ${JSON.stringify(members)}`, subscription: { enabled: true, ...members } })
        .expect(200)
    ).body.lists;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({
      env: {
        SMTP_URL: sink.url,
        MAIL_FROM: 'Carillon <news@carillon.example>',
        RETURN_PATH_DOMAIN: 'back.carillon.example',
      },
    });
    sender = await world.given.sender({
      url: sink.url,
      from_email: 'offers@carillon.example',
      return_path_domain: 'back.carillon.example',
    });
    plain = await world.given.list();
    tag = await world.given.tag();
    segment = await world.given.segment();
    news = await subscription({ public_name: 'Häuser "News"' });
    offers = await subscription({ public_name: 'Offers', sender_id: sender.id });
  });
  beforeEach(() => {
    sink.reset();
  });

  const contactOf = async (id: number) =>
    (await world.all.get(`/subscribers/${id}?with[]=subscriptions`).expect(200)).body.subscriber;
  const stateOf = async (id: number, list: GivenLabel): Promise<string | null> =>
    (await contactOf(id)).subscriptions.find((each: { list_id: number }) => each.list_id === list.id)?.state ?? null;
  const listIdsOf = async (id: number): Promise<number[]> =>
    (await contactOf(id)).lists.map((list: GivenLabel) => list.id);
  const consentsOf = async (id: number) =>
    (await world.all.get(`/subscribers/${id}/consents`).expect(200)).body.consents.data;
  const eventsOf = async (type: string, subjectId: number) =>
    (
      await world.db.query<{ data: string }>(
        'SELECT data FROM domain_events WHERE type = :type AND subject_id = :subjectId ORDER BY id',
        {
          type,
          subjectId,
        },
      )
    ).map(({ data }) => JSON.parse(data));

  /** The email as the mailbox of its recipient has it. */
  const inSink = (email: string): Promise<SinkMessage> =>
    Promise.resolve(sink.messages.find(({ envelope }) => envelope.to[0] === email)!);
  let received = inSink;

  /** Sends a campaign or a funnel email to a new contact on the lists. */
  async function sentTo(to: Record<string, unknown>, contact?: Record<string, unknown>): Promise<Sent> {
    const lists = [plain.id, news.id, offers.id];
    const reader = await world.given.contact({ lists, tags: [tag.id], ...contact });
    const { funnel, ...settings } = to;
    if (funnel === undefined) {
      const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, settings });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
    } else {
      const sequences = [{ action_name: 'send_custom_email', settings: { email_subject: 'Spring', email_body: BODY } }];
      const { id } = await world.given.publishedFunnel({ sequences, settings: funnel });
      await world.all
        .post(`/funnels/${id}/subscribers`)
        .send({ subscribers: [reader.id] })
        .expect(200);
    }
    await world.settle();
    const message = await received(reader.email);
    const [row] = await world.db.query<{ id: number }>(
      'SELECT id FROM email_messages WHERE contact_id = :id ORDER BY id DESC LIMIT 1',
      { id: reader.id },
    );
    const html = (await message.parsed()).html ?? '';
    const listUnsubscribe = (await message.header('List-Unsubscribe'))!;
    return {
      ...{ contact: reader, message, emailId: row!.id, listUnsubscribe },
      listId: (await message.header('List-Id'))!,
      from: (await message.parsed()).from!.address!,
      path: new URL(/<(http[^>]+)>/.exec(listUnsubscribe)![1]!).pathname,
      preferences: new URL(/href="([^"]+\/t\/p\/[^"]+)"/.exec(html)![1]!).pathname,
    };
  }

  const post = async (path: string, form: string): Promise<void> => {
    await world.http.post(path).type('form').send(form).expect(200);
    await world.settle();
  };
  /** The ways to opt out of an email. */
  const OPT_OUTS = {
    one_click: ({ path }: Sent) => post(path, ONE_CLICK),
    page: ({ path }: Sent) => post(path, 'reason=not interesting'),
    page_all: ({ path }: Sent) => post(path, 'scope=all'),
    mailto: async ({ message, listUnsubscribe }: Sent) => {
      const raw = bounceSample('optout-gmail', {
        bounceAddress: message.envelope.from,
        unsubscribeAddress: /mailto:([^?>]+)/.exec(listUnsubscribe)![1]!,
        messageId: (await message.header('message-id'))!,
        listUnsubscribe,
      });
      await world.all.post('/feedback/message').set('Content-Type', 'message/rfc822').send(raw).expect(200);
      await world.settle();
    },
    preference_list: ({ preferences, list }: Listed) => post(preferences, `action=save&shown_list=${list.id}`),
    preference_all: ({ preferences }: Sent) => post(preferences, 'action=leave'),
    api: async ({ contact, list }: Listed) => {
      await world.all
        .put(`/subscribers/${contact.id}`)
        .send({ unsubscribe_lists: [list.id] })
        .expect(200);
      await world.settle();
    },
  };
  type OptOut = keyof typeof OPT_OUTS;

  const WAYS: Readonly<Record<string, Way>> = {
    'a row of the list': { to: () => ({ subscribers: [{ list: news.id, tag: 'all' }] }), list: () => news },
    'the first row that is a subscription': {
      to: () => ({
        subscribers: [
          { list: plain.id, tag: 'all' },
          { list: news.id, tag: tag.id },
          { list: offers.id, tag: 'all' },
        ],
      }),
      list: () => news,
      // The only sender of its subscriptions is that of the campaign.
      from: 'offers@carillon.example',
    },
    'a row of a list with a sender': {
      to: () => ({ subscribers: [{ list: offers.id, tag: 'all' }] }),
      ...{ list: () => offers, publicName: 'Offers', from: 'offers@carillon.example' },
    },
    'a funnel of the list': { to: () => ({ funnel: { subscription_list_id: news.id } }), list: () => news },
    'a row of a plain list': { to: () => ({ subscribers: [{ list: plain.id, tag: 'all' }] }) },
    'a row of a tag': { to: () => ({ subscribers: [{ list: 'all', tag: tag.id }] }) },
    'all contacts': { to: () => ({ subscribers: [{ list: 'all', tag: 'all' }] }) },
    'a segment': { to: () => ({ sending_filter: 'dynamic_segment', dynamic_segment: { id: segment.id } }) },
    'a funnel without a list': { to: () => ({ funnel: {} }) },
  };
  const LIST_OPT_OUTS: readonly OptOut[] = ['one_click', 'page', 'mailto', 'preference_list', 'api'];
  const ALL_OPT_OUTS: readonly OptOut[] = ['page_all', 'preference_all'];
  const combinations = (withList: boolean, optOuts: readonly OptOut[]): (readonly [string, OptOut])[] =>
    Object.keys(WAYS)
      .filter((way) => (WAYS[way]!.list !== undefined) === withList)
      .flatMap((way) => optOuts.map((optOut) => [way, optOut] as const));

  /** Sends an email in this way, whose headers must be those of its subscription. */
  async function sentBy(way: string): Promise<Listed> {
    const { to, list, publicName = '=?utf-8?B?SMOkdXNlciAiTmV3cyI=?=', from = 'news@carillon.example' } = WAYS[way]!;
    const sent = await sentTo(to());
    expect(sent).toMatchObject({
      listId: list ? `${publicName} <l${list().id}.back.carillon.example>` : '<c.back.carillon.example>',
      from,
      listUnsubscribe: expect.stringMatching(
        /^<http:\/\/carillon\.test\/t\/u\/[\w-]+>,\s*<mailto:[\w+-]+@back\.carillon\.example[^>]*>$/,
      ),
    });
    expect(await sent.message.header('List-Unsubscribe-Post')).toBe(ONE_CLICK);
    return { ...sent, list: list?.() ?? news };
  }

  describe(`received ${hasDovecot() ? 'in a mailbox of Dovecot' : 'by a test server'}`, () => {
    let mailbox: Dovecot;

    beforeAll(async () => {
      if (!hasDovecot()) return;
      mailbox = await Dovecot.start();
      received = async (email) => {
        const { envelope, raw } = await inSink(email);
        await mailbox.deliver(envelope.from, raw);
        const found = await mailbox.find('To', email);
        expect(found.map((each) => each.raw.toString())).toEqual([raw.toString()]);
        const message = new SinkMessage(envelope, found[0]!.raw);
        expect(found[0]!.from).toBe((await message.parsed()).from!.address);
        return message;
      };
    });
    afterAll(() => {
      received = inSink;
    });

    it.each(combinations(true, LIST_OPT_OUTS))(
      'an email through %s leaves that list only by %s',
      async (way, optOut) => {
        const sent = await sentBy(way);
        const { contact, emailId, list } = sent;
        await OPT_OUTS[optOut](sent);
        const other = list === news ? offers : news;
        expect(await contactOf(contact.id)).toMatchObject({ status: 'subscribed' });
        expect((await listIdsOf(contact.id)).sort()).toEqual([plain.id, other.id].sort());
        expect(await stateOf(contact.id, list)).toBe('unsubscribed');
        expect(await stateOf(contact.id, other)).toBe('subscribed');
        expect(await eventsOf('contact.list_removed', contact.id)).toMatchObject([
          { lists: [{ id: list.id, title: list.title, slug: list.slug }], reason: 'unsubscribed' },
        ]);
        const isOfEmail = optOut === 'one_click' || optOut === 'page' || optOut === 'mailto';
        expect(await eventsOf('email.unsubscribed', emailId)).toMatchObject(
          isOfEmail ? [{ email: { list_id: list.id, method: optOut } }] : [],
        );
        expect((await consentsOf(contact.id))[0]).toMatchObject({
          ...{ action: 'withdrawn', old_status: 'subscribed', new_status: 'unsubscribed', list_id: list.id },
          source: optOut === 'preference_list' ? 'preferences' : optOut,
        });
        expect(await eventsOf('contact.status_changed', contact.id)).toEqual([]);
      },
    );

    it.each(combinations(true, ALL_OPT_OUTS))('an email through %s ends all emails by %s', async (way, optOut) => {
      const sent = await sentBy(way);
      await OPT_OUTS[optOut](sent);
      expect(await contactOf(sent.contact.id)).toMatchObject({ status: 'unsubscribed' });
      expect(await stateOf(sent.contact.id, sent.list)).toBe('subscribed');
      const [event] = await eventsOf('email.unsubscribed', sent.emailId);
      expect(event.email).not.toHaveProperty('list_id');
    });

    it.each(combinations(false, ['one_click', 'page', 'mailto']))(
      'an email through %s has no list, and ends all emails by %s',
      async (way, optOut) => {
        const sent = await sentBy(way);
        await OPT_OUTS[optOut](sent);
        expect(await contactOf(sent.contact.id)).toMatchObject({ status: 'unsubscribed' });
        expect(await eventsOf('contact.list_removed', sent.contact.id)).toEqual([]);
        expect((await consentsOf(sent.contact.id))[0]).toMatchObject({ new_status: 'unsubscribed', list_id: null });
      },
    );

    (hasDovecot() ? it : it.skip)('are found by their List-Id', async () => {
      const sent = { [news.id]: 'a row of the list', [offers.id]: 'a row of a list with a sender' };
      for (const [id, way] of Object.entries(sent)) {
        const { message } = await sentBy(way);
        const found = await mailbox.find('List-Id', `<l${id}.back.carillon.example>`);
        expect(found.at(-1)!.raw.equals(message.raw)).toBe(true);
      }
      const all = await mailbox.find('From', '@carillon.example');
      const ids = [...Object.keys(sent).map((id) => `<l${id}.`), '<c.'];
      const counts = await Promise.all(ids.map(async (id) => (await mailbox.find('List-Id', id)).length));
      expect(counts.reduce((sum, count) => sum + count)).toBe(all.length);
    });
  });

  it.each([
    ['deleted', (id: number) => world.all.delete(`/lists/${id}`)],
    [
      'no subscription any more',
      (id: number) => world.all.put(`/lists/${id}`).send({ subscription: { enabled: false } }),
    ],
  ])('an email whose list is %s ends all emails', async (_what, change) => {
    const list = await subscription({ public_name: `Old ${_what}` });
    const sent = await sentTo({ subscribers: [{ list: list.id, tag: 'all' }] }, { lists: [list.id] });
    expect(sent.listId).toBe(`Old ${_what} <l${list.id}.back.carillon.example>`);
    await change(list.id).expect(200);
    await OPT_OUTS.one_click(sent);
    expect(await contactOf(sent.contact.id)).toMatchObject({ status: 'unsubscribed' });
  });

  it('uses the sender of the list, and refuses rows with different senders', async () => {
    const sent = await sentTo({ subscribers: [{ list: offers.id, tag: 'all' }] });
    expect(sent).toMatchObject({
      from: 'offers@carillon.example',
      listId: `Offers <l${offers.id}.back.carillon.example>`,
    });
    const other = await world.given.sender({ url: sink.url });
    const third = await subscription({ sender_id: other.id });
    const subscribers = [offers, third].map(({ id }) => ({ list: id, tag: 'all' }));
    const { body } = await world.all
      .post('/campaigns')
      .send({ title: 'Two senders', settings: { subscribers } })
      .expect(400);
    expect(body.data.params).toEqual({ 'settings.subscribers': 'names subscriptions with different senders' });
    expect((await world.all.delete(`/senders/${other.id}`).expect(400)).body.data.params.id).toContain(
      `list ${third.id}`,
    );
  });

  it('counts an opt-out of the list in the campaign', async () => {
    const sent = await sentTo({ subscribers: [{ list: news.id, tag: 'all' }] });
    await OPT_OUTS.one_click(sent);
    const [row] = await world.db.query<{ id: number }>('SELECT source_id AS id FROM email_messages WHERE id = :id', {
      id: sent.emailId,
    });
    const { body } = await world.all.get('/campaigns?with[]=stats').expect(200);
    const { stats } = body.campaigns.data.find(({ id }: { id: number }) => id === row!.id);
    expect(stats).toMatchObject({ unsubscribers: 1 });
  });

  it('shows the list on the page, with all emails one step further', async () => {
    const { path } = await sentTo({ subscribers: [{ list: offers.id, tag: 'all' }] });
    const { text } = await world.http.get(path).expect(200);
    expect(text).toContain('Offers: ');
    expect(text).toContain('name="scope" value="all"');
  });

  it('skips contacts who left after they were enrolled', async () => {
    const { id: contactId } = await world.given.contact({ lists: [news.id] });
    const settings = { subscribers: [{ list: news.id, tag: 'all' }] };
    const { id } = await world.given.campaign({ email_subject: 'Later', email_body: BODY, settings });
    sink.behave({ recipients: () => ({ code: 451, text: '4.3.0 later' }) });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    await world.all
      .put(`/subscribers/${contactId}`)
      .send({ unsubscribe_lists: [news.id] })
      .expect(200);
    sink.behave({});
    await world.all.post(`/campaigns/${id}/pause`).expect(200);
    await world.db.query('UPDATE email_messages SET next_attempt_at = NOW(3) WHERE contact_id = :contactId', {
      contactId,
    });
    await world.all.post(`/campaigns/${id}/resume`).expect(200);
    await world.settle();
    const rows = await world.db.query(
      `SELECT state, reason FROM email_messages WHERE contact_id = :contactId AND source_type = 'campaign'`,
      { contactId },
    );
    expect(rows).toEqual([{ state: 'skipped', reason: 'list_unsubscribed' }]);
  });

  describe('a contact who left', () => {
    let contact: GivenContact;
    beforeEach(async () => {
      contact = await world.given.contact({ lists: [news.id] });
      await world.all
        .put(`/subscribers/${contact.id}`)
        .send({ unsubscribe_lists: [news.id] })
        .expect(200);
    });

    it('is not added by bulk actions, bulk writes, triggers, and funnels, which report it', async () => {
      const bulk = await world.all
        .post('/subscribers/do-bulk-action')
        .send({ action_name: 'add_to_lists', subscriber_ids: [contact.id], lists: [news.id] })
        .expect(200);
      expect(bulk.body).toMatchObject({ kept_status: [contact.id] });
      const rows = { contacts: [{ email: contact.email, lists: [news.id] }], force_update: true };
      expect((await world.all.post('/subscribers/bulk-add-update').send(rows).expect(200)).body).toMatchObject({
        kept_status: [contact.id],
      });
      const sequences = [{ action_name: 'add_contact_to_list', settings: { lists: [news.id] } }];
      const funnel = await world.given.publishedFunnel({ sequences });
      await world.all
        .post(`/funnels/${funnel.id}/subscribers`)
        .send({ subscribers: [contact.id] })
        .expect(200);
      await world.settle();
      expect(await stateOf(contact.id, news)).toBe('unsubscribed');
      expect(await listIdsOf(contact.id)).toEqual([]);
    });

    it('is exported and imported with its choice', async () => {
      const columns = 'columns[]=email&columns[]=unsubscribed_lists';
      const path = `/reports/subscribers/export?format=csv&${columns}&search=${encodeURIComponent(contact.email)}`;
      const { text: csv } = await world.all.get(path).expect(200);
      expect(
        csv
          .replace(/^\ufeff/, '')
          .trim()
          .split(/\r?\n/),
      ).toEqual(['email,unsubscribed_lists', expect.stringMatching(/@.*,\S/)]);
      await world.all
        .put(`/subscribers/${contact.id}`)
        .send({ attach_lists: [news.id] })
        .expect(200);
      await world.all
        .post('/imports')
        .attach('file', Buffer.from(csv), 'contacts.csv')
        .field('update', 'true')
        .expect(202);
      await world.settle();
      expect(await stateOf(contact.id, news)).toBe('unsubscribed');
    });

    it('is added again by a manager, with a row of the consent log', async () => {
      await world.all
        .put(`/subscribers/${contact.id}`)
        .send({ attach_lists: [news.id] })
        .expect(200);
      expect(await stateOf(contact.id, news)).toBe('subscribed');
      expect((await consentsOf(contact.id))[0]).toMatchObject({
        ...{ action: 'granted', old_status: 'unsubscribed', new_status: 'subscribed', list_id: news.id },
      });
    });

    it('is forgotten by detach_lists, and kept when lists are replaced', async () => {
      await world.all
        .put(`/subscribers/${contact.id}`)
        .send({ lists: [plain.id] })
        .expect(200);
      expect(await stateOf(contact.id, news)).toBe('unsubscribed');
      await world.all
        .put(`/subscribers/${contact.id}`)
        .send({ detach_lists: [news.id] })
        .expect(200);
      expect(await stateOf(contact.id, news)).toBeNull();
    });

    it('stays out if a worker of an older version adds it', async () => {
      await world.db.query('INSERT INTO contact_lists (contact_id, list_id) VALUES (:id, :list)', {
        id: contact.id,
        list: news.id,
      });
      expect(await stateOf(contact.id, news)).toBe('unsubscribed');
      const { id } = await world.given.campaign({
        ...{ email_subject: 'Old', email_body: BODY, settings: { subscribers: [{ list: news.id, tag: 'all' }] } },
      });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
      expect(sink.messages.map(({ envelope }) => envelope.to[0])).not.toContain(contact.email);
      const rows = await world.db.query('SELECT state, reason FROM email_messages WHERE contact_id = :id', {
        id: contact.id,
      });
      expect(rows).toEqual([{ state: 'skipped', reason: 'list_unsubscribed' }]);
    });

    it('keeps its choice when it is merged', async () => {
      const other = await world.given.contact({ lists: [news.id, offers.id] });
      await world.all
        .post('/subscribers/merge')
        .send({ keep_id: other.id, merge_ids: [contact.id] })
        .expect(200);
      expect(await stateOf(other.id, news)).toBe('unsubscribed');
      expect(await listIdsOf(other.id)).toEqual([offers.id]);
      const { body } = await world.all.get(`/subscribers/${other.id}/export`).expect(200);
      expect(JSON.stringify(body)).toContain('"state":"unsubscribed"');
    });
  });

  describe('double opt-in of a list', () => {
    const linkTo = async (email: string, place = -1): Promise<string> => {
      await world.settle();
      const message = sink.messages.filter(({ envelope }) => envelope.to[0] === email).at(place)!;
      return new URL(/href="(http:\/\/carillon\.test\/t\/d\/[\w-]{40})"/.exec((await message.parsed()).html ?? '')![1]!)
        .pathname;
    };
    const signUp = (email: string, lists: number[]) =>
      world.all.post('/subscribers').send({ email, lists, double_optin: true, __force_update: 'yes' }).expect(200);

    it('confirms the status and the list of a new contact, with the template of the list', async () => {
      const template = await world.given.template({
        email_subject: 'Welcome to the club',
        email_body: '<p><a href="{{ confirm_url }}">Yes</a></p>',
      });
      const club = await subscription({ double_optin_template_id: template.id });
      const { body } = await signUp('new@example.com', [club.id, plain.id]);
      const { id } = body.contact;
      expect(await contactOf(id)).toMatchObject({ status: 'pending', lists: [{ id: plain.id }] });
      expect(await stateOf(id, club)).toBe('pending');
      const path = await linkTo('new@example.com');
      expect((await sink.messages.at(-1)!.parsed()).subject).toBe('Welcome to the club');
      await post(path, '');
      expect(await contactOf(id)).toMatchObject({ status: 'subscribed' });
      expect(await stateOf(id, club)).toBe('subscribed');
    });

    it('confirms only the second list of a subscribed contact', async () => {
      const contact = await world.given.contact({ lists: [news.id] });
      await signUp(contact.email, [offers.id]);
      expect(await contactOf(contact.id)).toMatchObject({ status: 'subscribed' });
      expect(await stateOf(contact.id, offers)).toBe('pending');
      await post(await linkTo(contact.email), '');
      expect(await stateOf(contact.id, offers)).toBe('subscribed');
      const consents = await consentsOf(contact.id);
      expect(consents.slice(0, 2)).toMatchObject([
        { action: 'granted', list_id: offers.id, ip: '127.0.0.1' },
        { action: 'requested', list_id: offers.id },
      ]);
    });

    it('keeps a link from adding a contact that has left since', async () => {
      const contact = await world.given.contact();
      await signUp(contact.email, [offers.id]);
      const path = await linkTo(contact.email);
      await world.all
        .put(`/subscribers/${contact.id}`)
        .send({ unsubscribe_lists: [offers.id] })
        .expect(200);
      await post(path, '');
      expect(await stateOf(contact.id, offers)).toBe('unsubscribed');
    });

    it('is asked for by the preference center, which shows pending lists', async () => {
      const { contact, preferences } = await sentTo({ subscribers: [{ list: news.id, tag: 'all' }] });
      await post(preferences, `action=save&shown_list=${news.id}`);
      sink.reset();
      await post(preferences, `action=save&shown_list=${news.id}&list_${news.id}=1`);
      expect(await stateOf(contact.id, news)).toBe('pending');
      const { text } = await world.http.get(preferences).expect(200);
      expect(text).toContain('Häuser &quot;News&quot;');
      expect(text).toContain('Please confirm your subscription');
      await post(preferences, `action=save&shown_list=${news.id}&list_${news.id}=1`);
      expect(sink.messages).toHaveLength(1);
      await post(await linkTo(contact.email), '');
      expect(await stateOf(contact.id, news)).toBe('subscribed');
    });
  });

  it('merges the subscription object on write, and refuses what it cannot have', async () => {
    const { id } = await subscription({ public_name: 'First', description: 'Monthly' });
    await world.all
      .put(`/lists/${id}`)
      .send({ subscription: { public_name: 'Second' } })
      .expect(200);
    expect((await world.all.get(`/lists/${id}`).expect(200)).body.subscription).toEqual({
      ...{
        enabled: true,
        public_name: 'Second',
        description: 'Monthly',
        double_optin_template_id: null,
        sender_id: null,
      },
    });
    const { body } = await world.all
      .put(`/lists/${id}`)
      .send({ subscription: { sender_id: 4_000_000, double_optin_template_id: 4_000_000 } })
      .expect(400);
    expect(Object.keys(body.data.params).sort()).toEqual([
      'subscription.double_optin_template_id',
      'subscription.sender_id',
    ]);
    await world.all
      .put(`/lists/${id}`)
      .send({ subscription: { public_name: 'a\r\nX: y' } })
      .expect(400);
    const contacts = await world.as('manage_contacts', 'view_contacts');
    await contacts
      .put(`/lists/${id}`)
      .send({ subscription: { sender_id: sender.id } })
      .expect(403);
    await contacts
      .put(`/lists/${id}`)
      .send({ subscription: { sender_id: null, public_name: 'Third' } })
      .expect(200);
  });

  it('refuses contradictory lists, and lists that are no subscriptions', async () => {
    const { id } = await world.given.contact();
    const put = (body: Record<string, unknown>) => world.all.put(`/subscribers/${id}`).send(body).expect(400);
    expect((await put({ unsubscribe_lists: [plain.id] })).body.data.params).toHaveProperty('unsubscribe_lists');
    expect((await put({ attach_lists: [news.id], unsubscribe_lists: [news.id] })).body.data.params).toHaveProperty(
      'unsubscribe_lists',
    );
    expect((await put({ detach_lists: [news.id], unsubscribe_lists: [news.id] })).body.data.params).toHaveProperty(
      'unsubscribe_lists',
    );
  });

  it('remembers an opt-out of a contact that was never on the list', async () => {
    const { id } = await world.given.contact();
    await world.all
      .put(`/subscribers/${id}`)
      .send({ unsubscribe_lists: [news.id] })
      .expect(200);
    expect(await stateOf(id, news)).toBe('unsubscribed');
    expect(await eventsOf('contact.list_removed', id)).toEqual([]);
  });

  it('leaves single emails without a list', async () => {
    const contact = await world.given.contact({ lists: [news.id] });
    await world.all
      .post('/emails')
      .send({ to: { contact_id: contact.id }, subject: 'One', html: '<p>One</p>' })
      .expect(202);
    await world.settle();
    const message = sink.messages.find(({ envelope }) => envelope.to[0] === contact.email)!;
    expect(await message.header('List-Id')).toBeUndefined();
  });
});
