import type { Email } from 'postal-mime';
import { RecipientsQueries } from '../../../src/modules/mail-content/recipients.queries.js';
import { ContentsService } from '../../../src/modules/mail-content/rendering/contents.service.js';
import type { RenderedEmail } from '../../../src/modules/mail-content/rendering/renderer.js';
import { dkimVerdict } from '../../support/dkim-verdict.js';
import { during, expectDuring } from '../../support/during.js';
import { type SinkMessage, SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const OPT_OUT = '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const PDF = Buffer.from(`%PDF-1.4\n${'binary \0\u00ff\r\n.\r\n'.repeat(500)}`, 'latin1');

interface Sample {
  readonly title: string;
  readonly contact?: Record<string, unknown>;
  readonly campaign: Record<string, unknown>;
}

const SAMPLES: readonly Sample[] = [
  {
    title: 'plain ASCII',
    campaign: { email_subject: 'Spring offers', email_body: `<p>Hello</p>${OPT_OUT}`, email_body_text: 'Hello' },
  },
  {
    title: 'German and French',
    contact: { first_name: 'Jürgen', last_name: 'Müßig' },
    campaign: {
      email_subject: 'Grüße & à bientôt, {{ contact.first_name }}',
      email_body: `<p>Schöne Grüße, {{ contact.full_name }}! L’été à la française : « ça va ? »</p>${OPT_OUT}`,
    },
  },
  {
    title: 'Chinese and Japanese',
    contact: { first_name: '美咲', last_name: '山田' },
    campaign: {
      email_subject:
        '{{ contact.last_name }}さん、春の新作が届きました。今すぐご覧ください。限定商品もあります。お見逃しなく',
      email_body: `<p>${'春天来了，我们为您准备了新的商品。'.repeat(40)}{{ contact.full_name }}</p>${OPT_OUT}`,
      email_body_text: `${'春天来了，我们为您准备了新的商品。\n'.repeat(40)}{{ contact.full_name }}\n`,
    },
  },
  {
    title: 'emoji in subject and name',
    contact: { first_name: '👩‍👩‍👧 Zoë', last_name: '🎉' },
    campaign: {
      email_subject:
        '🎉🎉🎉 {{ contact.first_name }}, only today: 50 % off everything that glitters 💎💎💎 and more 🎁🎁🎁',
      email_body: `<p>Party 🎉 with {{ contact.first_name }}</p>${OPT_OUT}`,
    },
  },
  {
    title: 'right to left',
    contact: { first_name: 'דניאל' },
    campaign: {
      email_subject: 'שלום {{ contact.first_name }}',
      email_body: `<div dir="rtl">مرحبا بكم، {{ contact.first_name }}</div>${OPT_OUT}`,
    },
  },
  {
    title: 'right to left under a long subject',
    campaign: {
      email_subject: `${'العروض الخاصة لهذا الأسبوع في متجرنا '.repeat(6)}(end)`,
      email_body: `<p dir="rtl">${'العروض '.repeat(30)}</p>${OPT_OUT}`,
    },
  },
  {
    title: 'with a file',
    campaign: {
      email_subject: 'The plan',
      email_body: `<p>See the file.</p>${OPT_OUT}`,
      attachments: [
        {
          filename: 'Übersicht 計画 2026.pdf',
          content_type: 'application/pdf',
          content_base64: PDF.toString('base64'),
        },
      ],
    },
  },
  {
    title: 'short text',
    campaign: { email_subject: '.', email_body: `<p>.</p>${OPT_OUT}`, email_body_text: '.' },
  },
  {
    title: 'long lines, and lines that start with a dot',
    campaign: {
      email_subject: 'x'.repeat(200),
      email_body: `<p>${'word '.repeat(900)}</p><pre>\n.\n..\n.\r\n...\nFrom here\n. .  \n\t\n</pre><p>${'y'.repeat(5_000)}</p>${OPT_OUT}`,
      email_body_text: `.\n..\n\n.\nFrom me\n${'z'.repeat(3_000)}\n. `,
    },
  },
  {
    title: 'loops and conditions',
    contact: { first_name: 'Ada <b>', city: 'Köln' },
    campaign: {
      email_subject: '{% if contact.city == "Köln" %}Alaaf{% else %}Hello{% endif %}',
      email_body:
        '{% assign n = 0 %}<ul>{%- for i in (1..40) -%}<li>{% cycle "odd", "even" %} {{ i }}: {{ contact.first_name }}' +
        '{% increment n %}</li>{%- endfor -%}</ul>{% capture c %}[{{ contact.city }}]{% endcapture %}{{ c }}' +
        `{% unless contact.phone %}no phone{% endunless %}<a href="https://shop.example/{{ contact.id }}">go</a>${OPT_OUT}`,
    },
  },
  {
    title: 'huge',
    contact: { first_name: 'Grace' },
    campaign: {
      email_subject: 'Everything',
      email_body: `${'<p style="margin: 0">Größe {{ contact.first_name }} <a href="https://shop.example/p">x</a> lorem ipsum</p>\n'.repeat(3_000)}${OPT_OUT}`,
    },
  },
];

describe('the MIME structure of an email', () => {
  let world: World;
  let sink: SmtpSink;
  const dns: Record<string, string> = {};

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Läden & Söhne <news@shop.example>' } });
    const { body } = await world.all
      .post('/senders')
      .send({
        name: 'Signing',
        from_email: 'news@shop.example',
        from_name: 'Läden & Söhne',
        host: '127.0.0.1',
        port: Number(new URL(sink.url).port),
        secure: false,
        return_path_domain: 'bounces.shop.example',
        dkim: { domain: 'shop.example', selector: 's1', generate: true },
      })
      .expect(200);
    const { name, value } = body.sender.dkim.dns_record;
    dns[name] = value;
  });
  beforeEach(() => {
    sink.reset();
  });

  /** The sample as received by the sink, and as the renderer should render it. */
  async function sent({
    contact,
    campaign: content,
  }: Sample): Promise<{ message: SinkMessage; rendered: RenderedEmail }> {
    const list = await world.given.list();
    const { id: contactId } = await world.given.contact({ lists: [list.id], ...contact });
    const campaign = await world.given.campaign({ lists: [list.id], ...content });
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    const [row] = await world.db.query<{ id: number; content_id: number; state: string; reason: string | null }>(
      `SELECT id, content_id, state, reason FROM email_messages WHERE source_type = 'campaign' AND source_id = :id`,
      { id: campaign.id },
    );
    expect(row).toMatchObject({ state: 'sent' });
    expect(sink.messages).toHaveLength(1);
    const contents = world.api.get(ContentsService, { strict: false });
    const recipient = (await world.api.get(RecipientsQueries, { strict: false }).byIds([contactId])).get(contactId)!;
    const frozen = await contents.load(row!.content_id);
    const rendered = frozen.renderer.render(contents.mergeValues(recipient), contents.linksOf(frozen, row!.id));
    return { message: sink.messages[0]!, rendered };
  }

  const header = (mail: Email, name: string): string | undefined =>
    mail.headers.find(({ key }) => key === name.toLowerCase())?.value;

  /** The parser adds a line break to the last line. */
  const rendersAs = (parsed: string | undefined, text: string): boolean =>
    [text, `${text}\n`].includes((parsed ?? '').replace(/\r\n/g, '\n'));

  it.each(SAMPLES.map((sample) => [sample.title, sample] as const))('%s', async (title, sample) => {
    const [{ message, rendered }, sending] = await during(() => sent(sample));
    const raw = message.raw.toString('latin1');
    expect(raw).toMatch(/^[\r\n -~]*$/);
    expect(raw.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);

    const mail = await message.parsed();
    expect(mail.subject).toBe(rendered.subject);
    expect(rendersAs(mail.html, rendered.html)).toBe(true);
    expect(rendersAs(mail.text, rendered.text)).toBe(true);
    expect(mail.from).toMatchObject({ name: 'Läden & Söhne', address: 'news@shop.example' });
    expect(mail.to).toHaveLength(1);
    expect(mail.to![0]!.address).toBe(message.envelope.to[0]);
    const name = [sample.contact?.['first_name'], sample.contact?.['last_name']].filter(Boolean).join(' ');
    expect(mail.to![0]!.name).toBe(name);

    const structure = [...raw.matchAll(/^Content-Type: ([a-z/]+);/gm)].map((match) => match[1]);
    const alternatives = ['multipart/alternative', 'text/plain', 'text/html'];
    if (title === 'with a file') {
      expect(structure).toEqual(['multipart/mixed', ...alternatives, 'application/pdf']);
      expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Übersicht 計画 2026.pdf']);
      expect(Buffer.from(mail.attachments[0]!.content as ArrayBuffer)).toEqual(PDF);
    } else {
      expect(structure).toEqual(alternatives);
      expect(mail.attachments).toEqual([]);
    }

    expect(header(mail, 'List-Unsubscribe')).toMatch(
      /^<http:\/\/carillon\.test\/t\/u\/[\w-]{40}>, <mailto:u\+[a-z2-7]+@bounces\.shop\.example\?subject=unsubscribe>$/,
    );
    expect(header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(header(mail, 'Precedence')).toBe('bulk');
    expect(header(mail, 'Feedback-ID')).toMatch(/^campaign-\d+:shop\.example:carillon$/);
    expect(header(mail, 'MIME-Version')).toBe('1.0');
    expect(header(mail, 'Message-ID')).toMatch(/^<[\w.]+@carillon\.test>$/);
    expectDuring(Date.parse(header(mail, 'Date') ?? ''), sending);
    const names = mail.headers.map(({ key }) => key);
    expect(new Set(names).size).toBe(names.length);

    const verdict = await dkimVerdict(message.raw, dns);
    expect(verdict).toMatchObject({ result: 'pass', domain: 'shop.example' });
    // RFC 8058 section 4: both headers of the one-click opt-out are signed.
    expect(verdict.signedHeaders).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'date', 'list-unsubscribe', 'list-unsubscribe-post']),
    );
  });

  it('uses base64 only for parts that are mostly non-ASCII', async () => {
    const encodings = async (index: number): Promise<unknown[]> => {
      sink.reset();
      const { message } = await sent(SAMPLES[index]!);
      return [...message.raw.toString('latin1').matchAll(/^Content-Transfer-Encoding: (\S+)/gm)].map(
        (match) => match[1],
      );
    };
    expect(await encodings(0)).toEqual(['quoted-printable', 'quoted-printable']);
    expect(await encodings(2)).toEqual(['base64', 'base64']);
  });

  it('is sent to internationalized domains, and names addresses that cannot be reached', async () => {
    const list = await world.given.list();
    await world.given.contact({ email: 'leserin@bücher.example', lists: [list.id] });
    await world.given.contact({ email: 'élodie@example.com', lists: [list.id] });
    const campaign = await world.given.campaign({ lists: [list.id], email_subject: 'Hi', email_body: OPT_OUT });
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    // The sink decodes the raw message.
    expect(sink.recipientsSeen).toEqual(['leserin@bücher.example']);
    expect(sink.messages[0]!.raw.toString('latin1')).toContain('\r\nTo: leserin@xn--bcher-kva.example\r\n');
    const { body } = await world.all.get(`/campaigns/${campaign.id}/emails?status=failed`).expect(200);
    expect(body.emails.data).toMatchObject([{ email_address: 'élodie@example.com', note: 'address needs SMTPUTF8' }]);
  });

  it('loads content once for concurrent emails', async () => {
    await sent(SAMPLES[0]!);
    const [row] = await world.db.query<{ id: number }>('SELECT MAX(id) AS id FROM email_contents');
    const worker = world.worker!.get(ContentsService, { strict: false });
    const loaded = await Promise.all([1, 2, 3].map(() => worker.load(row!.id)));
    expect(new Set(loaded).size).toBe(1);
    await expect(worker.load(999_999)).rejects.toThrow();
    await expect(worker.load(999_999)).rejects.toThrow();
  });
});
