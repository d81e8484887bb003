import { parseDocument, DomUtils } from 'htmlparser2';
import { FUZZ_SEED, SeededChoices } from '../../support/fuzz/seeded-choices.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

/** `TEST_DEPTH=full` makes it 10,000 cases. */
const [CONTACTS, LINKS] = process.env['TEST_DEPTH'] === 'full' ? [100, 100] : [20, 50];

const VALUES = [
  ...[
    'Ada',
    'Tom & Zoë',
    'Köln/Süd',
    '100 %',
    '%41',
    '?x=1#y',
    `"it's"`,
    '<b>x</b>',
    '../../x',
    'a\\b',
    'a;b=c',
    '😀',
    '王小明',
  ],
  ...[
    '{{ 7 }}',
    'a+b@example.com',
    'evil.example',
    'evil.example/?',
    'javascript:alert(1)',
    '//evil.example',
    '0',
    '&amp;',
  ],
  ...['https://site.example/a?b=1&c=2#d', 'http://müller.example/ü?x=ä', 'https://', 'ftp://x.example'],
];
const INTERESTS = ['<tea>', 'Kräuter & mehr', '音楽', `O'Neill?`];

const HOSTS = [
  ...['https://shop.example', 'http://shop.example:8080', 'https://müller.example', 'HTTPS://Shop.Example'],
  "https://{% if custom.v1 == 'Ada' %}a.example{% else %}b.example{% endif %}",
  'https://{{ custom.v1 }}',
  'https://{{ custom.v1 }}.example',
  'https://shop.example{{ custom.v2 }}',
];
const FIXED = [
  'a',
  'very long',
  'café',
  'x|y',
  '(1)',
  '%7E',
  "it's",
  'a"b',
  'a,b;c',
  '~',
  '..',
  '.',
  'ß',
  '[x]',
  '@',
  ':',
  '+',
  '<i>',
];
const OUTPUTS = [
  '{{ custom.v1 }}',
  '{{- custom.v2 -}}',
  '{{ custom.v1 | url_encode }}',
  "{{ custom.v2 | default: 'none' | downcase }}",
  "{{ custom.v1 | split: ' ' | last }}",
  "{{ custom.v2 | replace: ' ', '+' }}",
  '{{ custom.v1 | raw }}',
  "{{ contact.email | split: '@' | first }}",
  "{{ contact.created_at | date: '%Y-%m-%d' }}",
  '{% if custom.v2 contains "a" %}with a{% else %}{{ custom.v2 | size }}{% endif %}',
  '{% for i in custom.interests %}{{ i }}-{% endfor %}',
  '{% echo custom.v1 %}',
  '{% assign w = custom.v2 | upcase %}{{ w }}',
  '{% capture c %}{{ custom.v1 }}!{% endcapture %}{{ c }}',
  '{{ assigned }}',
];
const NAMED: Readonly<Record<string, string>> = {
  é: '&eacute;',
  '&': '&amp;',
  '"': '&quot;',
  ß: '&szlig;',
  '<': '&lt;',
};
const LIQUID = /(\{\{.*?\}\}|\{%.*?%\})/s;

interface Link {
  readonly url: string;
  readonly written: string;
}

describe('a link', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>' } });
  });

  it(`leads to the same place whether it is tracked or not, in HTML and text (FUZZ_SEED=${FUZZ_SEED})`, async () => {
    const choices = new SeededChoices('links');
    for (const slug of ['v1', 'v2']) await world.given.customField({ type: 'text', label: slug, slug });
    await world.given.customField({ type: 'checkbox', label: 'Interests', slug: 'interests', options: INTERESTS });
    const list = await world.given.list();
    const contacts = new Map<string, Readonly<Record<string, string>>>();
    for (let index = 0; index < CONTACTS; index += 1) {
      const custom_values = {
        v1: choices.oneOf(VALUES),
        ...(choices.below(5) > 0 && { v2: choices.oneOf(VALUES) }),
        interests: choices.some(INTERESTS, choices.below(4)),
      };
      const email = `${choices.oneOf(['a', 'a+b', "o'hara", 'x&y'])}${index}@example.com`;
      await world.given.contact({ email, lists: [list.id], custom_values });
      contacts.set(email, custom_values as never);
    }
    const links = Array.from({ length: LINKS }, () => linkBy(choices));
    const email_body = `{% assign assigned = custom.v1 %}${links
      .map(({ written }, index) => `<p><a ${written}>L${index}</a></p>`)
      .join('\n')}`;
    const sent = async (click_tracker: boolean) => {
      sink.reset();
      const { id } = await world.given.campaign({
        email_subject: 'Links',
        lists: [list.id],
        email_body,
        settings: { click_tracker },
      });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
      return new Map(
        await Promise.all(
          sink.messages.map(async (message) => {
            const { html = '', text = '' } = await message.parsed();
            return [message.envelope.to[0] ?? '', { hrefs: hrefsOf(html), text: textsOf(text) }] as const;
          }),
        ),
      );
    };
    const untracked = await sent(false);
    const tracked = await sent(true);
    expect([untracked.size, tracked.size]).toEqual([CONTACTS, CONTACTS]);

    const counts = { cases: 0, tracked: 0, nowhere: 0 };
    for (const [email, values] of contacts)
      for (const [index, { url, written }] of links.entries()) {
        const label = `L${index}`;
        const about = { email, values, written };
        const direct = untracked.get(email)!.hrefs.get(label);
        expect({ ...about, href: direct }).toEqual({ ...about, href: expect.any(String) });
        const shown = untracked.get(email)!.text.get(label);
        const href = tracked.get(email)!.hrefs.get(label) ?? '';
        expect({ ...about, shown: targetOf(shown) }).toEqual({ ...about, shown: targetOf(direct) });
        expect({ ...about, shown: tracked.get(email)!.text.get(label) }).toEqual({ ...about, shown: href });
        let followed = href;
        if (href.startsWith('http://carillon.test/t/c/')) {
          counts.tracked += 1;
          const { headers } = await world.http.get(new URL(href).pathname).redirects(0);
          followed = headers['location'] ?? '#';
          expect({ ...about, isAscii: /^[!-~]+$/.test(followed) }).toEqual({ ...about, isAscii: true });
        }
        expect({ ...about, target: targetOf(followed) }).toEqual({ ...about, target: targetOf(direct) });
        counts.cases += 1;
        if (targetOf(direct) === 'nowhere') counts.nowhere += 1;
        else if (url.includes('?v={{ custom.v1 }}'))
          expect({ ...about, v: new URL(direct!).searchParams.get('v') }).toEqual({ ...about, v: values['v1'] });
      }
    process.stderr.write(`links: FUZZ_SEED=${FUZZ_SEED} ${JSON.stringify(counts)}\n`);
    expect(counts.tracked).toBeGreaterThan(counts.cases / 4);
    expect(counts.nowhere).toBeLessThan(counts.cases / 4);
  });
});

function linkBy(choices: SeededChoices): Link {
  const part = (): string =>
    Array.from({ length: 1 + choices.below(2) }, () =>
      choices.oneOf([choices.oneOf(FIXED), choices.oneOf(OUTPUTS)]),
    ).join('');
  const isWhole = choices.below(12) === 0;
  const parts = [choices.below(4) === 0 ? choices.oneOf(HOSTS) : choices.oneOf(HOSTS.slice(0, 4))];
  for (let index = choices.below(3); index > 0; index -= 1) parts.push('/', part());
  if (choices.below(3) > 0) parts.push(parts.length === 1 ? '/?v={{ custom.v1 }}&w=' : '?v={{ custom.v1 }}&w=', part());
  if (choices.below(3) === 0) parts.push('#', part());
  const url = isWhole ? '{{ custom.v1 }}' : parts.join('');
  return { url, written: attributeBy(choices, url) };
}

/** Writes an attribute as editors and people do: character references, line breaks, spaces around, either quote. */
function attributeBy(choices: SeededChoices, url: string): string {
  const quote = choices.oneOf(['"', "'"]);
  const references = choices.below(3);
  const written = url
    .split(LIQUID)
    .map((piece, index) =>
      index % 2 === 1 ? piece : Array.from(piece, (letter) => referenceBy(choices, letter, references, quote)).join(''),
    )
    .join('');
  const around = choices.oneOf(['', '', ' ', '\n  ']);
  return `${choices.oneOf(['href', 'HREF', 'title="a > b" href', "title='x href=y' href"])}${choices.oneOf(['=', ' = '])}${quote}${around}${written}${around}${quote}`;
}

function referenceBy(choices: SeededChoices, letter: string, often: number, quote: string): string {
  const code = letter.codePointAt(0)!;
  const isNeeded = letter === quote || letter === '<';
  if (!isNeeded && choices.below(40) === 0) return choices.oneOf(['\n', '\t']) + letter;
  if (!isNeeded && choices.below(10) >= often * 2) return letter;
  return choices.oneOf([`&#${code};`, `&#x${code.toString(16)};`, `&#0${code};`, NAMED[letter] ?? `&#${code};`]);
}

function hrefsOf(html: string): Map<string, string> {
  const anchors = DomUtils.getElementsByTagName('a', parseDocument(html));
  return new Map(anchors.map((anchor) => [DomUtils.textContent(anchor), anchor.attribs['href'] ?? '']));
}

function textsOf(text: string): Map<string, string> {
  return new Map(
    [...text.replace(/\r\n/g, '\n').matchAll(/^(L\d+)\s\[(.*)\]$/gm)].map(([, label = '', url = '']) => [label, url]),
  );
}

const targetOf = (url: string | undefined): string =>
  url !== undefined && URL.canParse(url) ? new URL(url).href : 'nowhere';
