import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GOLDEN_CONTENTS } from '../../golden/contents.js';
import { SmtpSink, type SinkMessage } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

/** An email as one path renders it. Parts that a path does not have are undefined. */
interface Look {
  readonly subject?: string;
  readonly preHeader?: string;
  readonly html: string;
  readonly text?: string;
  readonly attachments?: readonly (readonly [name: string, type: string, bytes: string])[];
}

const FOLDER = join(__dirname, '..', '..', 'golden');
const UPDATES = process.env['UPDATE_GOLDEN'] === '1';

const OWN_LINKS = /http:\/\/carillon\.test\/t\/(?:(?<kind>[upv])\/[\w-]+|sample\/(?<page>\w+))/g;
const OWN_NAMES: Readonly<Record<string, string>> = {
  u: 'unsubscribe',
  p: 'preferences',
  v: 'view',
};
const CLICK = /http:\/\/carillon\.test(\/t\/c\/[\w-]+)/g;
const PIXEL = /<img src="http:\/\/carillon\.test\/t\/o\/[^>]+>/g;
const DECOY = /<a href="http:\/\/carillon\.test\/t\/c\/[^>]+><\/a>(?=<img src="http:\/\/carillon\.test\/t\/o\/)/;

/**
 * One renderer serves campaigns, funnels, test emails, previews, templates, and the view in the browser: the same content
 * looks the same on all of them, except for link targets, pixel, decoy, and the mark of a test email. `UPDATE_GOLDEN=1`
 * rewrites the files; review the differences like any change of the product.
 */
describe('the same content on every path', () => {
  let world: World;
  let sink: SmtpSink;
  let contactId: number;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({
      env: {
        SMTP_URL: sink.url,
        MAIL_FROM: 'Carillon <news@carillon.example>',
        BUSINESS_NAME: 'Ada & Söhne',
        BUSINESS_ADDRESS: '12 St James’s Square, London',
      },
    });
    await world.given.customField({
      type: 'checkbox',
      label: 'Interests',
      slug: 'interests',
      options: ['<tea>', 'Kräuter', '音楽'],
    });
    const company = await world.given.company({ name: 'Müller <& Co>' });
    const contact = await world.given.contact({
      email: 'reader@example.com',
      first_name: 'Zoë <3',
      last_name: "O'Neill",
      city: 'Köln',
      custom_values: { interests: ['<tea>', 'Kräuter', '音楽'] },
    });
    contactId = contact.id;
    await world.all
      .post('/companies/attach-subscribers')
      .send({ subscriber_ids: [contactId], company_ids: [company.id] })
      .expect(200);
  });
  beforeEach(() => {
    sink.reset();
  });

  /** Replaces links by their final targets, and removes pixel and decoy. */
  async function normal(part: string): Promise<string> {
    let text = part.replace(/\r\n/g, '\n').replace(PIXEL, '');
    for (const [url, path] of text.matchAll(CLICK)) {
      const { headers } = await world.http.get(path ?? '').redirects(0);
      text = text.replace(url, decodeURI(headers['location'] ?? 'nowhere'));
    }
    text = text.replace(OWN_LINKS, (_url, kind?: string, page?: string) => {
      const name = kind ?? page ?? '';
      return `own:${OWN_NAMES[name] ?? name}`;
    });
    return text.replace(/https?:\/\/[^\s"'<>\]]+/g, decoded).trimEnd();
  }

  async function sent(message: SinkMessage): Promise<Look> {
    const mail = await message.parsed();
    return {
      subject: mail.subject ?? '',
      // Only emails to recipients are tracked, so no other path has it.
      html: await normal((mail.html ?? '').replace(DECOY, '')),
      text: await normal(mail.text ?? ''),
      attachments: mail.attachments.map(({ filename, mimeType, content }) => [
        filename ?? '',
        mimeType,
        Buffer.from(content as ArrayBuffer).toString('base64'),
      ]),
    };
  }

  async function shown(body: { subject: string; pre_header: string; html: string; text: string }): Promise<Look> {
    return {
      subject: body.subject,
      preHeader: body.pre_header,
      html: await normal(body.html),
      text: await normal(body.text),
    };
  }

  async function campaignPaths(content: Readonly<Record<string, unknown>>): Promise<Record<string, Look>> {
    const list = await world.given.list();
    await world.all
      .put(`/subscribers/${contactId}`)
      .send({ attach_lists: [list.id] })
      .expect(200);
    const { id } = await world.given.campaign({ ...content, lists: [list.id] });
    const preview = await world.all.post(`/campaigns/${id}/preview`).send({ contact_id: contactId }).expect(200);
    await world.all
      .post(`/campaigns/${id}/send-test-email`)
      .send({ emails: ['test@example.com'], contact_id: contactId })
      .expect(200);
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    const of = (address: string): SinkMessage => sink.messages.find(({ envelope }) => envelope.to[0] === address)!;
    const view = await world.db.query<{ id: number }>(
      `SELECT id FROM email_messages WHERE source_type = 'campaign' AND source_id = :id`,
      { id },
    );
    expect(view).toHaveLength(1);
    const raw = (await of('reader@example.com').parsed()).html ?? '';
    const [, path] = /http:\/\/carillon\.test(\/t\/v\/[\w-]+)/.exec(raw) ?? [];
    expect(DECOY.test(raw)).toBe(raw.replace(DECOY, '').includes('/t/c/'));
    const test = await sent(of('test@example.com'));
    expect(test.subject).toMatch(/^\[Test\] /);
    return {
      preview: await shown(preview.body),
      campaign: await sent(of('reader@example.com')),
      'test email': {
        ...test,
        subject: (test.subject ?? '').slice('[Test] '.length),
        html: test.html.replace('<title>[Test] ', '<title>'),
      },
      ...(path === undefined
        ? {}
        : { 'view in browser': { html: await normal((await world.http.get(path).expect(200)).text) } }),
    };
  }

  /** Uses its own step if a step can have all of the content, otherwise a step that sends a campaign. */
  async function funnelPaths(content: Readonly<Record<string, unknown>>): Promise<Record<string, Look>> {
    const mail = Object.fromEntries(Object.entries(content).filter(([name]) => name !== 'settings'));
    const isPlain = content['utm_status'] === undefined && content['attachments'] === undefined;
    const { id: campaign_id } = await world.given.campaign(content);
    const steps = {
      ...(isPlain && { funnel: { action_name: 'send_custom_email', settings: mail } }),
      'campaign in a funnel': { action_name: 'send_campaign_email', settings: { campaign_id } },
    };
    const looks: Record<string, Look> = {};
    for (const [path, step] of Object.entries(steps)) {
      const before = sink.messages.length;
      const { id } = await world.given.publishedFunnel({ sequences: [step] });
      await world.all
        .post(`/funnels/${id}/subscribers`)
        .send({ subscribers: [contactId] })
        .expect(200);
      await world.settle();
      expect(sink.messages).toHaveLength(before + 1);
      looks[path] = await sent(sink.messages[before]!);
    }
    return looks;
  }

  it.each(Object.entries(GOLDEN_CONTENTS))('%s', async (name, content) => {
    const looks = { ...(await campaignPaths(content)), ...(await funnelPaths(content)) };
    if (content['utm_status'] === undefined) {
      const rendered = await world.all
        .post('/templates/render')
        .send({ ...content, contact_id: contactId })
        .expect(200);
      looks['template'] = await shown(rendered.body);
    }
    const golden = goldenOf(name, looks);
    const seen = Object.entries(looks).map(([path, look]) => [path, { ...golden, ...look }]);
    expect(seen).toEqual(Object.keys(looks).map((path) => [path, golden]));
    // Long lines, lines that start with a dot, and non-ASCII lines are the error-prone ones.
    for (const { raw } of sink.messages) {
      const lines = raw.toString('latin1').split('\r\n');
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
    }
  });

  it('uses every file of the folder', () => {
    for (const name of Object.keys(GOLDEN_CONTENTS))
      for (const ending of ['html', 'txt', 'json']) expect(existsSync(join(FOLDER, `${name}.${ending}`))).toBe(true);
  });
});

/** Returns the expected content from the files; with UPDATE_GOLDEN, rewrites them from the sent email. */
function goldenOf(name: string, looks: Readonly<Record<string, Look>>): Look {
  const file = (ending: string): string => join(FOLDER, `${name}.${ending}`);
  if (UPDATES) {
    const { subject, html, text, attachments } = looks['campaign']!;
    writeFileSync(file('html'), `${html}\n`);
    writeFileSync(file('txt'), `${text}\n`);
    writeFileSync(
      file('json'),
      `${JSON.stringify({ subject, preHeader: looks['preview']!.preHeader, attachments }, null, 2)}\n`,
    );
  }
  const headers = JSON.parse(readFileSync(file('json'), 'utf8')) as Look;
  return {
    ...headers,
    html: readFileSync(file('html'), 'utf8').trimEnd(),
    text: readFileSync(file('txt'), 'utf8').trimEnd(),
  };
}

/** Normalizes the encoding of a URL, also as an attribute. */
function decoded(url: string): string {
  try {
    return decodeURI(url.replaceAll('&amp;', '&'));
  } catch {
    return url;
  }
}
