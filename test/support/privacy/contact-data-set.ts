import { bounceSample } from '../bounce-samples/bounce-sample.js';
import type { GivenFunnel, GivenLabel } from '../given.js';
import type { SinkMessage, SmtpReply, SmtpSink } from '../smtp-sink.js';
import type { WebhookReceiver } from '../webhook-receiver.js';
import type { World } from '../world.js';

/** A contact with every kind of personal data that the product stores. */
export interface DataSetContact {
  readonly number: number;
  /** Changes with the first change of address. */
  id: number;
  readonly email: string;
  readonly oldEmail: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

/** All personal data of a contact contains its number, so that one expression finds all of it. */
const NAMES = /quill(?:mail|past|fore|aft|word)0*(\d+)x|\+49 7788 (\d{6})/gi;

const DOMAINS = ['mail.example', 'post.example', 'reader.example'] as const;
const READER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PEOPLE_AT_ONCE = 6;
const BODY = `<p>Hello {{ contact.first_name }}, <a href="https://shop.example/for/{{ contact.email }}?n={{ contact.last_name }}">look</a>
  <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;

const dataSetContact = (number: number): DataSetContact => ({
  number,
  id: 0,
  email: `quillmail${number}x@${DOMAINS[number % DOMAINS.length] ?? ''}`,
  oldEmail: `quillpast${number}x@before.example`,
  firstName: `Quillfore${number}x`,
  lastName: `Quillaft${number}x`,
  phone: `+49 7788 ${String(number).padStart(6, '0')}`,
});

/** Free text by the contact. */
const word = ({ number }: DataSetContact): string => `Quillword${number}x`;

/** Returns the numbers of the contacts that a text names. */
export function namedIn(text: string): Set<number> {
  return new Set(Array.from(text.matchAll(NAMES), ([, name, phone]) => Number(name ?? phone)));
}

/** A data set with all kinds of activity, through the public API and the emails that it causes. */
export class ContactDataSet {
  readonly people: DataSetContact[];
  readonly lists: GivenLabel[] = [];
  readonly tags: GivenLabel[] = [];
  readonly campaigns: number[] = [];
  readonly funnels: GivenFunnel[] = [];
  segmentId = 0;
  private companyId = 0;
  private slug = '';
  private isBusy = false;

  constructor(
    private readonly world: World,
    private readonly sink: SmtpSink,
    private readonly receivers: { readonly echo: WebhookReceiver; readonly failing: WebhookReceiver },
    many: number,
  ) {
    this.people = Array.from({ length: many }, (_, index) => dataSetContact(index + 1));
  }

  /** Replies of the mail server to some addresses; they repeat the address as real servers do. */
  readonly refusal = (address: string): SmtpReply | undefined => {
    const number = [...namedIn(address)][0] ?? 0;
    if (this.isBusy && number % 10 === 9) return { code: 451, text: `4.7.1 <${address}> try again later` };
    // Only some contacts of a large data set: more than a tenth would pause the campaign.
    if (number % 10 === 7 && number < 40)
      return { code: 550, text: `5.1.1 <${address}>: Recipient address rejected: no such user` };
    return number % 10 === 8 ? { code: 552, text: `5.2.2 <${address}> mailbox full` } : undefined;
  };

  async live(): Promise<void> {
    await this.prepare();
    await this.each((person) => this.arrive(person));
    await this.importHalf();
    await this.world.settle();
    await this.send('Hi {{ contact.first_name }}, it is spring');
    await this.world.settle();
    await this.read();
    await this.world.settle();
    await this.each((person) => this.act(person));
    await this.world.settle();
    // Some emails of this one are still unsent when their recipients are erased; their results are not part of the compared
    // figures.
    this.isBusy = true;
    await this.send('And {{ contact.last_name }}, it is summer');
    this.campaigns.pop();
    await this.world.settle();
  }

  private async each(act: (person: DataSetContact) => Promise<void>): Promise<void> {
    const queue = [...this.people];
    await Promise.all(
      Array.from({ length: PEOPLE_AT_ONCE }, async () => {
        for (let person = queue.shift(); person; person = queue.shift()) await act(person);
      }),
    );
  }

  private async prepare(): Promise<void> {
    const { given } = this.world;
    this.lists.push(await given.list({ title: 'News' }), await given.list({ title: 'Shop' }));
    this.tags.push(await given.tag({ title: 'Early' }), await given.tag({ title: 'Late' }));
    this.slug = (await given.customField({ label: 'Pet' })).slug;
    this.companyId = (await given.company()).id;
    this.segmentId = (
      await given.segment({
        filters: [[{ source: ['subscriber', 'country'], operator: '=', value: 'DE' }]],
      })
    ).id;
    await given.webhook({ url: this.receivers.echo.url, events: ['*'] });
    await given.webhook({ url: this.receivers.failing.url, events: ['contact.*', 'email.*'] });
    this.funnels.push(
      await given.publishedFunnel({
        trigger_name: 'custom_visit',
        sequences: [
          {
            action_name: 'send_custom_email',
            settings: { email_subject: 'Welcome {{ contact.first_name }}', email_body: BODY },
          },
          {
            action_name: 'http_request',
            settings: {
              url: `${this.receivers.failing.url}?who={{ contact.email }}`,
              body: '{"name": "{{ contact.last_name }}"}',
            },
          },
          {
            action_name: 'wait_times',
            settings: { wait_type: 'unit_wait', wait_time_amount: 9, wait_time_unit: 'days' },
          },
        ],
      }),
    );
  }

  /** Creates the contact by one of the possible ways, renames it temporarily, and changes its address. */
  private async arrive(person: DataSetContact): Promise<void> {
    const { number, oldEmail, email, firstName, lastName, phone } = person;
    const { all } = this.world;
    const { body } = await all
      .post('/subscribers')
      .set('Idempotency-Key', `arrival-${number}`)
      .send({
        email: oldEmail,
        status: 'subscribed',
        first_name: word(person),
        last_name: lastName,
        phone,
        address_line_1: `${number} ${word(person)} Lane`,
        city: word(person),
        postal_code: word(person),
        country: number % 2 === 0 ? 'DE' : 'FR',
        date_of_birth: '1980-01-02',
        photo: `https://photos.example/${word(person)}.jpg`,
        user_id: 10_000 + number,
        lists: [this.lists[number % 2]?.id],
        tags: [this.tags[number % 2]?.id],
        custom_values: { [this.slug]: word(person) },
        consent: { ip: '203.0.113.9', proof: `a form filled in by ${oldEmail}`, text_version: 'v1' },
      })
      .expect(200);
    person.id = body.contact.id;
    await all
      .put(`/subscribers/${person.id}`)
      .send({ email, first_name: firstName, attach_lists: [this.lists[1]?.id] })
      .expect(200);
    await this.world.given.note(person.id, { title: `Called ${firstName}`, description: `<p>at ${phone}</p>` });
    await all
      .post('/subscribers/track-event')
      .set('Idempotency-Key', `visit-${number}`)
      .send({
        ...{ subscriber_id: person.id, event_key: 'visit', title: `Visit of ${firstName}`, value: word(person) },
        data: { said: word(person) },
      })
      .expect(200);
    await all
      .put('/companies/attach-subscribers')
      .send({ subscriber_ids: [person.id], company_ids: [this.companyId] })
      .expect(200);
    if (number % 10 === 6) await all.post('/suppressions').send({ values: [email], note: `asked by ${firstName}` });
  }

  /** Imports changes for half of them, with invalid rows; requests double opt-in for some. */
  private async importHalf(): Promise<void> {
    const rows = this.people.flatMap((person) => [
      { email: person.email, first_name: person.firstName, city: `${word(person)} upon Thames` },
      { email: person.email, status: `${word(person)} is no status` },
    ]);
    for (let start = 0; start < rows.length; start += 4_000)
      await this.world.all
        .post('/imports')
        .send({ rows: rows.slice(start, start + 4_000), update: true })
        .expect(202);
    for (const person of this.people.filter(({ number }) => number % 10 === 5)) {
      await this.world.all.put(`/subscribers/${person.id}`).send({ status: 'pending' }).expect(200);
      await this.world.all.post(`/subscribers/${person.id}/send-double-optin`).send({}).expect(200);
    }
  }

  private async send(subject: string): Promise<void> {
    const { id } = await this.world.given.campaign({
      email_subject: subject,
      email_body: BODY,
      lists: this.lists.map((list) => list.id),
    });
    this.campaigns.push(id);
    await this.world.all.post(`/campaigns/${id}/send`).expect(200);
  }

  /** Opens every received email; some contacts click, opt out with free text, complain, or bounce later. */
  private async read(): Promise<void> {
    const emails = [...this.sink.messages];
    for (const mail of emails) {
      const [number = 0] = namedIn(mail.envelope.to[0] ?? '');
      const person = this.people[number - 1];
      if (!person || !(await subjectOf(mail)).startsWith('Hi ')) continue;
      const html = (await mail.parsed()).html ?? '';
      const paths = Array.from(html.matchAll(/http:\/\/carillon\.test(\/t\/[^"\s<]+)/g), ([, path]) => path ?? '');
      for (const path of paths.filter((each) => /^\/t\/(o|c)\//.test(each)))
        // Too many concurrent clicks would be classified as machine.
        if ((number % 10 === 4 && number < 30) || path.startsWith('/t/o/'))
          await this.world.http.get(path).set('User-Agent', READER);
      const optOut = paths.find((path) => /^\/t\/(?!o\/|c\/)/.test(path));
      if (number % 10 === 1 && optOut !== undefined)
        await this.world.http
          .post(optOut)
          .type('form')
          .send({ reason: 'something else', own_words: `I am ${person.firstName}, ${person.email}` })
          .expect(200);
      const sample = { 2: 'arf-yahoo', 3: 'postfix-unknown-user', 4: 'person-answers' }[number % 10];
      if (sample !== undefined) await this.report(person, mail, sample);
    }
  }

  private async report(person: DataSetContact, mail: SinkMessage, sample: string): Promise<void> {
    const listUnsubscribe = (await mail.header('list-unsubscribe')) ?? '';
    const text = bounceSample(sample, {
      bounceAddress: mail.envelope.from,
      unsubscribeAddress: /mailto:([^?>]+)/.exec(listUnsubscribe)?.[1] ?? '',
      messageId: (await mail.header('message-id')) ?? '',
      listUnsubscribe,
    })
      .toString()
      .replaceAll('ada@reader.example', person.email)
      .replaceAll('Ada Lovelace', `${person.firstName} ${person.lastName}`);
    await this.world.all.post('/feedback/message').set('Content-Type', 'message/rfc822').send(text).expect(200);
    const unsolicited = `From: ${person.email}\r\nSubject: hello\r\n\r\n${person.firstName} writes to an unknown address`;
    await this.world.all.post('/feedback/message').set('Content-Type', 'message/rfc822').send(unsolicited).expect(200);
  }

  /** Tracks shop visits, enrolls contacts in a funnel, and creates orders, some with refunds. */
  private async act(person: DataSetContact): Promise<void> {
    const { all } = this.world;
    const { number, email } = person;
    await all
      .post('/triggers/custom_visit')
      .send({ email, payload: { said: word(person), mail: email }, contact: { last_name: person.lastName } })
      .expect(200);
    const { body } = await all
      .post('/commerce/orders')
      .set('Idempotency-Key', `order-${number}`)
      .send({
        ...{ external_id: `O-${number}`, status: 'completed', currency: 'EUR', total: 10 + number, email },
        items: [{ title: 'Ring', price: 10 + number, options: { engraving: email }, note: word(person) }],
      })
      .expect(200);
    if (number % 4 === 0)
      await all
        .post(`/commerce/orders/${body.order.id as number}/refunds`)
        .send({ amount: 5, reason: `${person.firstName} sent it back` })
        .expect(200);
  }
}

const subjectOf = async (mail: SinkMessage): Promise<string> => (await mail.parsed()).subject ?? '';
