import dns from 'node:dns';
import { Parser } from 'htmlparser2';
import { wireAddress } from '../../src/platform/mime/wire-address.js';
import { headerText } from '../../src/platform/mime/mail-headers.js';
import { HOSTILE_TEXTS } from '../support/hostile-texts.js';
import { LenientSmtpSink } from '../support/lenient-smtp-sink.js';
import { type RecordedConnects, recordConnects } from '../support/recorded-connects.js';
import { type SinkMessage, SmtpSink } from '../support/smtp-sink.js';
import { World } from '../support/world.js';

const OPT_OUT = '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const CANARY = 'canary-of-the-environment-5c1d';

/** Line ends in various programs, each followed by an injected header. */
const LINE_ENDS = [
  '\r\n',
  '\n',
  '\r',
  '\n\r',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u000b',
  '\u000c',
  '\0\n',
  '%0d%0a',
  '\\r\\n',
  '=0D=0A',
];
const SMUGGLED = [
  'Bcc: evil@example.com',
  ' Bcc: evil@example.com',
  'Content-Type: text/html\r\n\r\n<script>',
  '\r\n.\r\nMAIL FROM:<a@b>',
];
const HEADER_PAYLOADS = [
  ...LINE_ENDS.flatMap((end) => SMUGGLED.map((header) => `Hi${end}${header}`)),
  '=?utf-8?Q?Hi=0D=0ABcc:_evil=40example.com?=',
  '=?utf-8?B?SGkNCkJjYzogZXZpbEBleGFtcGxlLmNvbQ==?=',
  'Hi" <evil@example.com>, "x',
  'evil@example.com>, <evil@example.com',
  'a, evil@example.com; b:c',
  '(comment) evil@example.com',
  '\\" <evil@example.com>',
];

const TEMPLATE_PAYLOADS = [
  "{{constructor.constructor('return process')()}}",
  '{{ contact.__proto__ }}',
  '{{ contact.constructor }}',
  '{{ contact.constructor.constructor }}',
  '{{ contact["__proto__"]["constructor"] }}',
  '{{ contact.first_name.constructor }}',
  '{{ contact.first_name.length.constructor }}',
  '{{ "x".constructor.prototype }}',
  '{{ [].constructor }}',
  '{{ custom.constructor }}',
  '{{ business.__defineGetter__ }}',
  '{{ __proto__.toString }}',
  '{{ this }}',
  '{{ self }}',
  '{{ globals }}',
  '{{ global.process.env }}',
  '{{ process.env.LIQUID_CANARY }}',
  '{{ env.LIQUID_CANARY }}',
  '{{ require("child_process") }}',
  '{{ "LIQUID_CANARY" | env }}',
  '{{ "x" | constructor }}',
  '{{ "x" | __proto__ }}',
  '{{ "x" | toString }}',
  '{{ "x" | where: "constructor", "x" }}',
  '{{ contact | map: "constructor" }}',
  '{{ contact | map: "__proto__" | first }}',
  '{{ contact | inspect }}',
  '{{ contact | json }}',
  '{{ contact | sort: "constructor" }}',
  '{{ "id" | system }}',
  "{% include '/etc/passwd' %}",
  "{% include '../../../../etc/passwd' %}",
  "{% render '/etc/passwd' %}",
  "{% layout '/etc/passwd' %}",
  '{% layout none %}',
  '{% block x %}{% endblock %}',
  '{% include contact.first_name %}',
  '{% assign x = contact.constructor %}{{ x }}',
  '{% assign x = "__proto__" %}{{ contact[x] }}',
  '{% assign x = "constructor" %}{{ contact[x][x] }}',
  '{% capture x %}{{ "{" }}{ process.env.LIQUID_CANARY }}{% endcapture %}{{ x }}',
  '{% for x in contact %}{{ x.constructor }}{% endfor %}',
  '{% for i in (1..1000000000) %}x{% endfor %}',
  '{% for i in (1..100000) %}{% for j in (1..100000) %}{% endfor %}{% endfor %}',
  '{% assign x = "0123456789" %}{% for i in (1..60) %}{% assign x = x | append: x %}{% endfor %}{{ x }}',
  '{% liquid\nassign x = contact.constructor\necho x\n%}',
  '{% raw %}{{ process.env }}{% endraw %}',
  '{% # comment %}',
  '{% unknown %}',
  '{{',
  '{%',
  '}}{{',
  '{{ }}',
  '{{ | }}',
  '{{ 7*7 }}',
  '${7*7}',
  '#{7*7}',
  '*{7*7}',
  '<%= 7*7 %>',
  '<%= process.env.LIQUID_CANARY %>',
  '${process.env.LIQUID_CANARY}',
  '{{{ process.env.LIQUID_CANARY }}}',
  '{{#with "constructor"}}{{this}}{{/with}}',
  '{{> x}}',
  '@{process.env}',
  '[[${process.env}]]',
  '#set($x = 7 * 7)$x',
  '<#assign x = 7 * 7>${x}',
  '{php}echo 1;{/php}',
  '<?php system("id"); ?>',
  '{{ unsubscribe_url.constructor }}',
  '{{ carillon_pre_header }}',
  '{% increment constructor %}',
  '{% increment __proto__ %}{{ __proto__ }}',
  '{% assign __proto__ = "x" %}{{ __proto__ }}',
  '{% capture __proto__ %}x{% endcapture %}{{ toString }}',
];

const HTML_PAYLOADS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><img src=x onerror=alert(1)>",
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '<svg/onload=alert(1)>',
  '</title><script>alert(1)</script>',
  '</style><style>*{display:none}</style>',
  '--><script>alert(1)</script><!--',
  '<!--',
  ']]>',
  '<a href="https://evil.example">x</a>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content=0>',
  '</p></div></td></table><form action=https://evil.example>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x&#62;',
  '\u003cimg src=x\u003e',
  '＜script＞',
  '<\0script>',
  '<img src="https://link.carillon.invalid/0/">',
  '{{ "<b>" }}<b>',
  '`<b>`',
  '<b',
  '<x y=z',
];

/** A link with such a value leads nowhere, or only to http, mailto, or tel. */
const URL_PAYLOADS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:https://x/1',
];

describe('the content of an email', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    process.env['LIQUID_CANARY'] = CANARY;
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Shop <news@shop.example>' } });
  });
  afterAll(() => {
    delete process.env['LIQUID_CANARY'];
  });
  beforeEach(() => {
    sink.reset();
  });

  /** Inserts contacts with these names, bypassing the checks of the API, on a new list. */
  async function contactsNamed(
    names: readonly string[],
    column: 'first_name' | 'city' = 'first_name',
  ): Promise<number> {
    const list = await world.given.list();
    for (const name of names) {
      const { id } = await world.given.contact({ lists: [list.id] });
      await world.db.transaction((tx) =>
        tx.execute(`UPDATE contacts SET ${column} = :name WHERE id = :id`, { id, name: name.slice(0, 190) }),
      );
    }
    return list.id;
  }

  async function emailsTo(listId: number, content: Record<string, unknown>): Promise<readonly SinkMessage[]> {
    const campaign = await world.given.campaign({
      lists: [listId],
      email_subject: 'Hi',
      email_body: OPT_OUT,
      ...content,
    });
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    return sink.messages;
  }

  const headOf = ({ raw }: SinkMessage): string => raw.subarray(0, raw.indexOf('\r\n\r\n')).toString('latin1');

  /** Checks that there is one header block with the expected headers, each once, and no injected one. */
  function expectOwnHeaders(message: SinkMessage): void {
    const head = headOf(message);
    expect(head.replace(/\r\n/g, '')).toMatch(/^[ -~]*$/);
    const names = head
      .split(/\r\n(?! )/)
      .map((line) => /^([A-Za-z-]+): ?/.exec(line)?.[1] ?? line)
      .filter((name) => name !== 'DKIM-Signature');
    expect(names).toEqual([
      ...['From', 'To', 'Subject', 'Date', 'Message-ID', 'List-Id', 'List-Unsubscribe'],
      ...['List-Unsubscribe-Post', 'Precedence', 'Feedback-ID', 'MIME-Version', 'Content-Type'],
    ]);
    expect(message.envelope.to).toHaveLength(1);
  }

  it('T35 keeps merged values within their header', async () => {
    expect(HEADER_PAYLOADS.length).toBeGreaterThanOrEqual(50);
    const list = await contactsNamed(HEADER_PAYLOADS);
    const emails = await emailsTo(list, {
      email_subject: '{{ contact.first_name }}',
      email_pre_header: '{{ contact.first_name }}',
    });
    expect(emails).toHaveLength(HEADER_PAYLOADS.length);
    const subjects: string[] = [];
    for (const mail of emails) {
      expectOwnHeaders(mail);
      const { subject = '', to, bcc, cc } = await mail.parsed();
      subjects.push(subject);
      expect([to!.length, bcc, cc]).toEqual([1, undefined, undefined]);
      expect(to![0]!.address).toBe(mail.envelope.to[0]);
    }
    expect(subjects.sort()).toEqual(HEADER_PAYLOADS.map((payload) => headerText(payload)).sort());
    expect(new Set(sink.recipientsSeen).size).toBe(HEADER_PAYLOADS.length);
  });

  it('T35 refuses line ends that a manager writes into headers, or replaces them with spaces', async () => {
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    let sent = 0;
    for (const payload of HEADER_PAYLOADS) {
      const answer = await world.all.post('/campaigns').send({
        title: `Headers ${payload}`.slice(0, 150),
        lists: [list.id],
        email_subject: payload,
        email_body: OPT_OUT,
        settings: {
          mailer_settings: { from_name: payload, reply_to_name: payload, reply_to_email: 'reply@shop.example' },
        },
      });
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) continue;
      await world.all.post(`/campaigns/${answer.body.campaign.id}/send`).expect(200);
      sent += 1;
    }
    await world.settle();
    expect(sink.messages).toHaveLength(sent);
    for (const mail of sink.messages) {
      expect(headOf(mail)).not.toMatch(/^(B?cc|X-):/im);
      const { from, replyTo, to } = await mail.parsed();
      expect(from!.address).toBe('news@shop.example');
      expect(replyTo!.map(({ address }) => address)).toEqual(['reply@shop.example']);
      expect(to!.map(({ address }) => address)).toEqual(mail.envelope.to);
    }
  });

  it('T36 is sent to exactly one address per email, whatever an address contains', async () => {
    const hostile = [
      'b@x.example, evil@x.example',
      '"a@x b@x"@y.example',
      'a@x.example>\r\nRCPT TO:<evil@x.example',
      'a@x.example> SIZE=1',
      'a@x.example\nDATA',
      `${'a'.repeat(100)}@x.example`,
      'a@x.example\0evil@x.example',
      '<a@x.example>',
      'a@x.example evil@x.example',
      'a@xn--.example\u2028',
    ];
    for (const email of hostile) await world.all.post('/subscribers').send({ email, status: 'subscribed' }).expect(400);
    const list = await world.given.list();
    for (const email of hostile) {
      const { id } = await world.given.contact({ lists: [list.id] });
      await world.db.transaction((tx) =>
        tx.execute('UPDATE contacts SET email = :email WHERE id = :id', { id, email }),
      );
    }
    // Looks like another domain and is a separate one: email to it is allowed under its real name.
    await world.given.contact({ email: 'a@ехаmple.example', lists: [list.id] });
    const emails = await emailsTo(list.id, {});
    expect(sink.recipientsSeen.map((address) => wireAddress(address))).toEqual(['a@xn--mple-43d3a6i.example']);
    expect(emails.map(({ envelope }) => envelope.to)).toEqual([sink.recipientsSeen]);
    expect(headOf(emails[0]!)).toContain('\r\nTo: a@xn--mple-43d3a6i.example\r\n');
  });

  it('T32 never renders merged values: values that look like templates stay text', async () => {
    const payloads = [...new Set([...TEMPLATE_PAYLOADS, ...HOSTILE_TEXTS.filter((text) => text.trim() !== '')])].slice(
      0,
      220,
    );
    expect(payloads.length).toBeGreaterThanOrEqual(200);
    const list = await contactsNamed(payloads);
    const emails = await emailsTo(list, {
      email_subject: '{{ contact.first_name }}',
      email_body: `<p id="name">{{ contact.first_name }}</p>${OPT_OUT}`,
      email_body_text: '{{ contact.first_name }} {{ unsubscribe_url }}',
    });
    expect(emails).toHaveLength(payloads.length);
    const stored = await world.db.query<{ email: string; first_name: string }>(
      'SELECT email, first_name FROM contacts WHERE id IN (SELECT contact_id FROM contact_lists WHERE list_id = :list)',
      { list },
    );
    const names = new Map(stored.map(({ email, first_name }) => [email, first_name]));
    for (const mail of emails) {
      const name = names.get(mail.envelope.to[0]!)!;
      const { subject, text, html } = await mail.parsed();
      expect(subject ?? '').toBe(headerText(name));
      expect(oneLine((text ?? '').replace(/http:\/\/carillon\.test\/t\/u\/[\w-]+\s*$/, ''))).toBe(oneLine(name));
      expect(oneLine(textOf(html ?? '', 'name'))).toBe(oneLine(name));
    }
  });

  it('T32 T8 exposes only the values of its recipient to templates', async () => {
    const list = await contactsNamed(['Ann']);
    const accepted: number[] = [];
    for (const [index, payload] of TEMPLATE_PAYLOADS.entries()) {
      const answer = await world.all
        .post('/campaigns')
        .send({ title: `Template ${index}`, lists: [list], email_subject: payload, email_body: payload + OPT_OUT });
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) accepted.push(answer.body.campaign.id);
    }
    expect(accepted.length).toBeGreaterThan(30);
    for (const id of accepted) {
      const answer = await world.all.post(`/campaigns/${id}/send`);
      expect([200, 400]).toContain(answer.status);
    }
    await world.settle();
    expect(sink.messages.length).toBeGreaterThan(30);
    for (const mail of sink.messages) {
      const { subject = '', text = '', html = '' } = await mail.parsed();
      const output = `${subject}\n${text}\n${html}`;
      expect(output).not.toMatch(/root:x:|\[native code\]|function \w*\(|uid=\d/);
      expect(output).not.toContain(CANARY);
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    const { body } = await world.all.get('/reports/options').expect(200);
    expect(body).toBeDefined();
  });

  it('T33 gets no HTML element or attribute from names of contacts', async () => {
    const html =
      '<div class="{{ contact.first_name }}" title=\'{{ contact.first_name }}\'><p>{{ contact.first_name }}</p>' +
      '{% for i in (1..2) %}<td width="1" title="{{ contact.first_name }}">{{ contact.first_name }}</td>{% endfor %}' +
      `<!-- {{ contact.first_name }} --><a href="https://shop.example/?n={{ contact.first_name }}">x</a></div>${OPT_OUT}`;
    const [harmless] = await emailsTo(await contactsNamed(['Ann']), {
      email_body: html,
      email_pre_header: '{{ contact.first_name }}',
    });
    const expected = elementsOf((await harmless!.parsed()).html ?? '');
    sink.reset();
    const emails = await emailsTo(await contactsNamed(HTML_PAYLOADS), {
      email_body: html,
      email_pre_header: '{{ contact.first_name }}',
    });
    expect(emails).toHaveLength(HTML_PAYLOADS.length);
    for (const mail of emails) expect(elementsOf((await mail.parsed()).html ?? '')).toEqual(expected);
  });

  it('T33 cannot get a script link from a merged value', async () => {
    const html =
      '<a href="{{ contact.city }}">a</a><a href=\'{{ contact.city }}\'>b</a><a href={{ contact.city }}>c</a>' +
      '<img src="{{ contact.city }}"><a href="{% if true %}{{ contact.city }}{% endif %}">d</a>' +
      '{% for i in (1..2) %}<a class=x href = "{{ contact.city }}">e</a>{% endfor %}' +
      '<a href="{{ contact.none }}{{ contact.city }}">f</a><A HREF="{{ contact.city }}">g</A>';
    const payloads = [...URL_PAYLOADS, 'https://shop.example/a?b=c&d', 'mailto:a@b.example', 'page', 'tel:+49123'];
    const emails = await emailsTo(await contactsNamed(payloads, 'city'), { email_body: html + OPT_OUT });
    expect(emails).toHaveLength(payloads.length);
    const schemes = new Set<string>();
    for (const mail of emails) {
      const targets = elementsOf((await mail.parsed()).html ?? '', true).flatMap(({ attributes }) => attributes);
      for (const [name, value] of targets)
        if (['href', 'src'].includes(name)) {
          // oxlint-disable-next-line no-control-regex
          const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\u0000-\u0020]/g, ''))?.[1];
          if (scheme !== undefined) schemes.add(scheme.toLowerCase());
        }
    }
    expect([...schemes].sort()).toEqual(['http', 'https', 'mailto', 'tel']);
  });

  it('T8 makes the server fetch nothing', async () => {
    const list = await contactsNamed(['http://169.254.169.254/']);
    const lookups: string[] = [];
    const lookup = jest.spyOn(dns, 'lookup').mockImplementation((name: string, ...rest: unknown[]) => {
      lookups.push(name);
      (rest.at(-1) as (error: Error) => void)(Object.assign(new Error(name), { code: 'ENOTFOUND' }));
    });
    const connects: RecordedConnects = recordConnects();
    const target = 'http://169.254.169.254/latest/meta-data/';
    const emails = await emailsTo(list, {
      email_body:
        `<img src="${target}"><link rel="stylesheet" href="http://content.example/x.css"><iframe src="file:///etc/passwd"></iframe>` +
        `<img src="cid:x"><a href="http://content.example/page">x</a><style>@import url(${target})</style>` +
        `<img src="{{ contact.first_name }}"><object data="${target}"></object>${OPT_OUT}`,
    });
    expect(emails).toHaveLength(1);
    expect(emails[0]!.raw.toString('latin1')).not.toContain('root:');
    lookup.mockRestore();
    expect(lookups.filter((name) => name.includes('content.example') || name.includes('169.254'))).toEqual([]);
    expect(connects.besides(world.config.database.url, world.config.redis.url, world.origin, sink.url)).toEqual([]);
  });
});

describe('a body that contains end-of-message sequences', () => {
  const BODIES = ['\n.\n', '\r.\r', '\r\n.\r\n', '\n.\r\n', '\r\n.\n', '\r.\n', '\n\r.\r\n'].flatMap((end) => [
    `before${end}MAIL FROM:<evil@example.com>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nSubject: x\r\n\r\nx${end}after`,
    `before${end}`,
    end,
  ]);

  it.each(['strict', 'lenient'] as const)('T37 is one message to a %s server', async (kind) => {
    const strict = await SmtpSink.start();
    const lenient = await LenientSmtpSink.start();
    const world = await World.start({ env: { SMTP_URL: kind === 'strict' ? strict.url : lenient.url } });
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id], email: 'reader@example.com', first_name: 'x' });
    await world.db.transaction((tx) =>
      tx.execute('UPDATE contacts SET first_name = :name', { name: '\r\n.\r\nQUIT\n.\n' }),
    );
    for (const body of BODIES) {
      const campaign = await world.given.campaign({
        lists: [list.id],
        email_subject: 'x',
        email_body: `<pre>${body}</pre>{{ contact.first_name }}${OPT_OUT}`,
        email_body_text: `${body}{{ contact.first_name }}`,
      });
      await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    }
    await world.settle();
    if (kind === 'strict') {
      expect(strict.messages).toHaveLength(BODIES.length);
      expect(new Set(strict.recipientsSeen)).toEqual(new Set(['reader@example.com']));
      for (const mail of strict.messages) expect((await mail.parsed()).text).toContain('QUIT');
    } else {
      expect(lenient.messages).toHaveLength(BODIES.length);
      expect(lenient.envelopes).toHaveLength(2 * BODIES.length);
      expect(lenient.envelopes.join()).not.toMatch(/evil|victim/);
      expect(lenient.nonsense).toEqual([]);
    }
  });
});

const oneLine = (text: string | undefined): string => (text ?? '').replace(/[\s\0]+/g, ' ').trim();

interface Element {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

/** Returns the elements of a document with the names of their attributes, and the relevant values. */
function elementsOf(html: string, withValues = false): Element[] {
  const elements: Element[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) =>
      elements.push({
        name,
        attributes: Object.entries(attributes).map(([key, value]) => [key, withValues ? value : '']),
      }),
    oncomment: () => elements.push({ name: '!--', attributes: [] }),
  });
  parser.end(html);
  return elements;
}

/** Returns the visible text of the element with this id, which has no child elements. */
function textOf(html: string, id: string): string {
  let text = '';
  let inside = false;
  const parser = new Parser(
    {
      onopentag: (_name, attributes) => {
        inside = attributes['id'] === id;
      },
      ontext: (part) => {
        if (inside) text += part;
      },
      onclosetag: () => {
        inside = false;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return text;
}
