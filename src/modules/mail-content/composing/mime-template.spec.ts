import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { type MailAttachment, writtenHeaders } from '../../../platform/mime/attachment-part.js';
import { linkPlace } from '../rendering/links.js';
import type { MergeValues } from '../rendering/merge-values.js';
import { type RecipientLinks, Renderer } from '../rendering/renderer.js';
import { MimeTemplate } from './mime-template.js';

const LINKS: RecipientLinks = {
  own: {
    unsubscribe_url: 'https://m.example/t/u/x',
    preferences_url: 'https://m.example/t/p/x',
    view_url: 'https://m.example/t/v/x',
    confirm_url: 'https://m.example/t/d/x',
  },
  tracked: (position) => `https://m.example/t/c/${'k'.repeat(40)}${position}`,
  pixel: 'https://m.example/t/o/x.gif',
  decoy: `https://m.example/t/c/${'h'.repeat(40)}`,
};

const valuesWith = (contact: MergeValues['contact']): MergeValues => ({
  contact,
  custom: { tags: ['a', 'Größe', '漢'] },
  company: {},
  business: { name: 'Shop', address: '' },
  timezone: 'UTC',
});

interface Body {
  readonly html: string;
  readonly text: string;
}

const rendererOf = ({ html, text }: Body): Renderer => new Renderer({ subject: '', preHeader: '', html, text });

function bodyOf(renderer: Renderer, values: MergeValues, attachments: readonly MailAttachment[] = []): Buffer {
  const template = new MimeTemplate({ renderer, attachments });
  const head = `MIME-Version: 1.0\r\n${writtenHeaders([template.contentType])}\r\n`;
  const mail = template.write(renderer.fill(values, LINKS), head.length);
  mail.write(head, 0, 'latin1');
  return mail;
}

/** The parser ends the last line of a text where an email does not. */
function expectSame(parsed: string | undefined, rendered: string): void {
  const text = (parsed ?? '').replace(/\r\n/g, '\n');
  expect(text.endsWith('\n') && text.length === rendered.length + 1 ? text.slice(0, -1) : text).toBe(rendered);
}

const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/[{}]/g, '')),
  fc.constantFrom(
    ...[
      '\n',
      '\r\n',
      '\r',
      '.',
      '\n.\n',
      'From ',
      '\nFrom me',
      ' ',
      '  ',
      '\t',
      '=',
      'é',
      '漢字',
      '👩‍👩‍👧',
      '</body>',
      '<p>',
      '\0',
    ],
    ...['x'.repeat(200), '漢'.repeat(60), '.'.repeat(100), linkPlace(0), linkPlace(7), '\n\n', 'a '.repeat(60)],
    ...['{{ contact.a }}', '{{ contact.b }}', '{{ contact.c | upcase }}', '{{- contact.a -}}', '{{ contact.none }}'],
    ...[
      '{{ contact.b | split: "" | first }}',
      '{{ contact.b | raw }}',
      '{{ unsubscribe_url }}',
      '{% assign q = contact.a %}',
    ],
    ...['{{ q }}', '{% increment n %}', '{% capture k %}<a href="' + linkPlace(2) + '">{% endcapture %}{{ k }}'],
    ...['{% if contact.a %}yes </body>{% else %}no{% endif %}', '{%- for t in custom.tags %} {{ t }},{% endfor -%}'],
    ...['{% raw %}{{ x }}{% endraw %}', '{% comment %}c{% endcomment %}', '{% cycle "1", "2" %}'],
  ),
);
const template = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    '.',
    '\n.\n',
    'From ',
    ' x ',
    '\r',
    '\r\n.\r\n',
    '\ud83d',
    '\ude00',
    '😀',
    'ü'.repeat(90),
    null,
    '<b>',
    linkPlace(1),
  ),
);
const contact = fc.record({ a: value, b: value, c: value });

describe('the MIME template of a content', () => {
  it('says in every email what the renderer says', async () => {
    await fc.assert(
      fc.asyncProperty(template, template, contact, async (html, text, a) => {
        const renderer = rendererOf({ html, text });
        const mail = await PostalMime.parse(bodyOf(renderer, valuesWith(a)));
        const rendered = renderer.render(valuesWith(a), LINKS);
        expectSame(mail.html, rendered.html);
        expectSame(mail.text, rendered.text);
      }),
      { numRuns: 400 },
    );
  });

  it('is nothing but ASCII in short lines that need no canonicalisation', () => {
    fc.assert(
      fc.property(template, template, contact, (html, text, a) => {
        const mail = bodyOf(rendererOf({ html, text }), valuesWith(a)).toString('latin1');
        expect(mail).toMatch(/^[\r\n -~]*$/);
        expect(mail.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
        expect(mail).toMatch(/[^\n]\r\n$/);
        const body = mail.slice(mail.indexOf('\r\n\r\n') + 4);
        for (const line of body.split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(76);
          expect(line).not.toMatch(/[ \t]$|[ \t]{2}|\t|^\.|^From /);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('takes base64 for what is mostly not ASCII, and quoted-printable for the rest', () => {
    const encodings = bodyOf(
      rendererOf({ html: '<p>Viele Grüße und alles Gute an dich, {{ contact.a }}!</p>', text: '漢字'.repeat(50) }),
      valuesWith({ a: '漢' }),
    )
      .toString('latin1')
      .match(/(?<=Content-Transfer-Encoding: ).*(?=\r)/g);
    expect(encodings).toEqual(['base64', 'quoted-printable']);
  });

  it('ends where a template breaks off, and still counts opens', async () => {
    const renderer = rendererOf({
      html: 'a{{ contact.a }}b{% if contact.a %}c{% break %}{% endif %}d</body>',
      text: 'x{% break %}y',
    });
    for (const [a, html] of [
      ['1', 'a1bc<a href'],
      [null, 'abd<a href'],
    ] as const) {
      const mail = await PostalMime.parse(bodyOf(renderer, valuesWith({ a })));
      expect(mail.html).toContain(html);
      expect(mail.html!.match(/<img/g)).toHaveLength(1);
      expectSame(mail.text, 'x');
      expect(mail.html!.includes('</body>')).toBe(a === null);
    }
  });

  it('carries files beside the alternatives, whatever they are called', async () => {
    const names = [
      'plan.pdf',
      'Preisliste "März" 2026.pdf',
      `${'漢字'.repeat(30)}.xlsx`,
      `${'long name '.repeat(12)}.txt`,
      "50%'*;.csv",
    ];
    const attachments = names.map((filename, index) => ({
      filename,
      contentType: 'application/pdf',
      content: Buffer.alloc(1_000 * index, index),
    }));
    const mail = await PostalMime.parse(
      bodyOf(rendererOf({ html: '<p>h</p>', text: 't' }), valuesWith({}), attachments),
    );
    expectSame(mail.text, 't');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(names);
    for (const [index, { content, mimeType, disposition }] of mail.attachments.entries()) {
      expect(Buffer.from(content as ArrayBuffer)).toEqual(attachments[index]!.content);
      expect([mimeType, disposition]).toEqual(['application/pdf', 'attachment']);
    }
  });

  it('writes the same bytes whenever and wherever it is made', () => {
    const body = { html: '<p>{{ contact.a }}</p>', text: 'x' };
    expect(bodyOf(rendererOf(body), valuesWith({ a: 'y' }))).toEqual(bodyOf(rendererOf(body), valuesWith({ a: 'y' })));
  });
});
