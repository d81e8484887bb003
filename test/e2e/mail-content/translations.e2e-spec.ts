import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExperimentProgressService } from '../../../src/modules/campaigns/ab-test/experiment-progress.service.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const FIXTURES = join(__dirname, '..', '..', 'fixtures', 'translations');
const golden = (variant: string, language: string): unknown =>
  JSON.parse(readFileSync(join(FIXTURES, `${variant}.${language}.json`), 'utf8'));

const CONTENT = {
  email_subject: 'Spring, {{ contact.first_name }}',
  email_body: '<p>Hello {{ contact.first_name }}</p>',
  email_body_text: 'Hello {{ contact.first_name }}, by hand',
  translations: {
    de: {
      email_subject: 'Frühling, {{ contact.first_name }}',
      email_body: '<p>Hallo {{ contact.first_name }}</p>',
      text: 'Hallo {{ contact.first_name }}, von Hand',
    },
    pt: {
      email_subject: 'Primavera, {{ contact.first_name }}',
      email_body: '<p>Olá {{ contact.first_name }}</p>',
    },
  },
};
const VARIANTS = [
  { key: 'a' },
  {
    key: 'b',
    subject: 'Last day',
    body: '<p>Hurry, {{ contact.first_name }}</p>',
    translations: { de: { email_subject: 'Letzter Tag', email_body: '<p>Schnell, {{ contact.first_name }}</p>' } },
  },
];

interface Row {
  readonly email_address: string;
  readonly variant: string | null;
  readonly language: string | null;
}

describe('content in several languages', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({
      env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>', BUSINESS_NAME: 'Ada & Söhne' },
    });
    for (const slug of ['language', 'locale']) await world.given.customField({ label: slug, slug });
  });
  beforeEach(() => {
    sink.reset();
  });

  /** Creates contacts with these custom values on a new list. */
  const listOf = async (...people: Record<string, string>[]): Promise<number> => {
    const list = await world.given.list();
    for (const custom_values of people)
      await world.given.contact({ first_name: 'Ada', lists: [list.id], custom_values });
    return list.id;
  };
  const send = async (id: number): Promise<void> => {
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
  };
  const rowsOf = async (id: number): Promise<Row[]> =>
    (await world.all.get(`/campaigns/${id}/emails?per_page=100`).expect(200)).body.emails.data;
  const styles = new Set<string>();
  const sent = async (address: string) => {
    const message = sink.messages.find(({ envelope }) => envelope.to[0] === address)!;
    const { subject, html = '', text = '' } = await message.parsed();
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    styles.add(style);
    return {
      subject,
      lang: /<html lang="(\w+)">/.exec(html)?.[1],
      body: /<div class="card">(.*?)<\/div>/s.exec(html)?.[1],
      footer: [...html.matchAll(/underline">(.*?)<\/a>/g)].map(([, words]) => words),
      text: text
        .replaceAll('\r\n', '\n')
        .replace(/http:\/\/carillon\.test\/t\/([up])\/\S+/g, 'own:$1')
        .trimEnd(),
    };
  };

  it('reaches each recipient of each variant, the winner included, in their language', async () => {
    const people = [{}, { language: 'de' }, { language: 'pt_br' }, { locale: 'de-AT' }];
    const list = await listOf(...Array.from({ length: 8 }, () => people).flat());
    const ab_test = { variants: VARIANTS, sample_percent: 60 };
    const { id } = await world.given.campaign({ ...CONTENT, lists: [list], settings: { ab_test } });
    await send(id);
    await world.all.post(`/campaigns/${id}/ab-test/winner`).send({ key: 'b' }).expect(200);
    await world.worker!.get(ExperimentProgressService, { strict: false }).advance(id);
    await world.settle();

    const rows = await rowsOf(id);
    expect(rows).toHaveLength(32);
    const seen = new Map<string, number>();
    for (const { email_address, variant, language } of rows) {
      expect(await sent(email_address)).toEqual(golden(variant!, language ?? 'en'));
      seen.set(`${variant} ${language}`, (seen.get(`${variant} ${language}`) ?? 0) + 1);
    }
    expect([...seen.keys()].sort()).toEqual(['a de', 'a null', 'a pt', 'b de', 'b null', 'b pt']);
    // The colors of dark mode do not depend on the language.
    expect([...styles]).toEqual([expect.stringContaining('prefers-color-scheme:dark')]);

    const { body } = await world.all.get(`/reports/campaigns/${id}`).expect(200);
    expect(body.languages).toEqual(
      [null, 'de', 'pt'].map((language) => ({
        language,
        sent: language === 'de' ? 16 : 8,
        ...{ bounced: 0, opened: 0, clicked: 0, unsubscribed: 0 },
      })),
    );
  });

  it('falls back from a region to the language to the settings to the content itself', async () => {
    const list = await listOf({}, { language: 'pt-BR' }, { language: 'pt-PT' }, { language: 'fr' }, { language: '-' });
    const translations = { 'pt-br': { email_subject: 'BR' }, pt: { email_subject: 'PT' }, de: { email_subject: 'DE' } };
    const { id } = await world.given.campaign({
      ...{ email_subject: 'Base', email_body: '<p>x</p>', translations, lists: [list], settings: { language: 'de' } },
    });
    const { body } = await world.all.get(`/campaigns/${id}`).expect(200);
    expect(Object.keys(body.campaign.translations)).toEqual(['pt-BR', 'pt', 'de']);
    await send(id);
    const rows = await rowsOf(id);
    expect(rows.map(({ language }) => language)).toEqual(['de', 'pt-BR', 'pt', null, null]);
    expect(await Promise.all(rows.map(async (row) => (await sent(row.email_address)).subject))).toEqual(
      // oxfmt-ignore
      ['DE', 'BR', 'PT', 'Base', 'Base'],
    );
  });

  it('is in the links of the report by language', async () => {
    const list = await listOf({}, { language: 'de' });
    const link = (path: string): string => `<p><a href="https://shop.example/${path}">x</a></p>`;
    const translations = { de: { email_body: link('de') } };
    const { id } = await world.given.campaign({
      email_subject: 'S',
      email_body: link('en'),
      translations,
      lists: [list],
    });
    await send(id);
    const { body } = await world.all.get(`/campaigns/${id}/link-report`).expect(200);
    expect(body.links).toMatchObject([
      { url: 'https://shop.example/en', language: null },
      { url: 'https://shop.example/de', language: 'de' },
    ]);
  });

  it('is sent by funnels, in steps of their own and as campaigns', async () => {
    const people = [{}, { language: 'de' }];
    const contacts = [];
    for (const custom_values of people) contacts.push(await world.given.contact({ first_name: 'Ada', custom_values }));
    const { id: campaign_id } = await world.given.campaign(CONTENT);
    const funnel = await world.given.publishedFunnel({
      sequences: [
        { action_name: 'send_custom_email', settings: CONTENT },
        { action_name: 'send_campaign_email', settings: { campaign_id } },
      ],
    });
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: contacts.map(({ id }) => id) })
      .expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(4);
    for (const [index, language] of ['en', 'de'].entries()) {
      expect(await sent(contacts[index]!.email)).toEqual(golden('a', language));
      const { body } = await world.all.get(`/subscribers/${contacts[index]!.id}/emails`);
      if (body.emails) expect(body.emails.data[0].language).toBe(language === 'en' ? null : language);
    }
  });

  it('is previewed in each variant and language, and not in others', async () => {
    const template = await world.given.template(CONTENT);
    const variants = [
      { key: 'a' },
      { key: 'b', subject: 'Sale', translations: { de: { email_subject: 'Ausverkauf' } } },
    ];
    const ab_test = { metric: 'opens', sample_percent: 50, wait_minutes: 60, variants };
    const { id } = await world.given.campaign({ template_id: template.id, settings: { ab_test } });
    const preview = (body: object) => world.all.post(`/campaigns/${id}/preview`).send(body);
    const subject = async (body: object): Promise<string> => (await preview(body).expect(200)).body.subject;
    expect(await subject({ variant: 'a' })).toBe('Spring, Ada');
    expect(await subject({ variant: 'b' })).toBe('Sale');
    expect(await subject({ variant: 'b', language: 'de' })).toBe('Ausverkauf');
    expect((await preview({ variant: 'c' }).expect(400)).body.data.params).toEqual({
      variant: 'is not a variant of this campaign',
    });
    expect(Object.keys((await preview({ language: 'fr' }).expect(400)).body.data.params)).toEqual(['language']);
  });

  it('is shown by previews, test emails, and the check of the content', async () => {
    const german = await world.given.contact({ first_name: 'Ada', custom_values: { language: 'de' } });
    const template = await world.given.template(CONTENT);
    const { id } = await world.given.campaign({ template_id: template.id });
    const subject = async (body: Record<string, unknown>): Promise<string> =>
      (await world.all.post(`/campaigns/${id}/preview`).send(body).expect(200)).body.subject;
    expect(await subject({})).toBe('Spring, Ada');
    expect(await subject({ contact_id: german.id })).toBe('Frühling, Ada');
    expect(await subject({ language: 'de' })).toBe('Frühling, Ada');
    const test = { emails: ['you@example.com'], contact_id: german.id };
    await world.all.post(`/campaigns/${id}/send-test-email`).send(test).expect(200);
    expect((await sent('you@example.com')).subject).toBe('[Test] Frühling, Ada');
    const draft = { ...CONTENT, contact_id: german.id };
    const rendered = await world.all.post('/templates/render').send(draft).expect(200);
    expect(rendered.body.text).toContain('Hallo Ada');

    const de = { email_subject: 'Für {{ contact.frist_name }}' };
    await world.all.put(`/campaigns/${id}`).send({ translations: { de } }).expect(200);
    const { body } = await world.all.get(`/campaigns/${id}/lint`).expect(200);
    expect(body.issues).toContainEqual(
      expect.objectContaining({ code: 'unknown_merge_tag', field: 'email_subject', language: 'de' }),
    );
  });

  it('is refused with the name of the translation', async () => {
    const refuse = async (translations: unknown) =>
      (await world.all.post('/templates').send({ title: 'T', translations }).expect(400)).body.data.params;
    expect(await refuse({ de: { email_body: '{% if %}' } })).toHaveProperty(['translations.de.email_body']);
    expect((await refuse({ de: { email_subject: 'a\nb' } })).translations).toMatch(/^de\.email_subject /);
    expect((await refuse({ de: { subject: 'x' } })).translations).toMatch(/^de /);
    for (const wrong of ['x', [], { '': {} }, { 'not a language': {} }, { de: 'x' }, { de: { text: 5 } }])
      expect(await refuse(wrong)).toHaveProperty('translations');
    const variants = [{ key: 'a' }, { key: 'b', translations: { de: { email_subject: '{{ a' } } }];
    const refused = await world.all
      .post('/campaigns')
      .send({ title: 'C', settings: { ab_test: { variants } } })
      .expect(400);
    expect(refused.body.data.params).toHaveProperty(['settings.ab_test.variants.1.translations.de.email_subject']);
    const footer = { footer: 'none' };
    const way = '<a href="{{ unsubscribe_url }}">x</a>';
    const missing = await world.all
      .post('/campaigns')
      .send({ title: 'C', email_body: way, translations: { de: { email_body: 'x' } }, settings: footer })
      .expect(400);
    expect(missing.body.data.params).toHaveProperty(['settings.footer']);
  });
});

describe('the data schema of a template', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  it('is stored, returned, and refused if it is none', async () => {
    const data_schema = {
      type: 'object',
      required: ['order'],
      properties: { order: { $ref: '#/$defs/order' } },
      $defs: { order: {} },
    };
    const { id } = await world.given.template({ data_schema });
    const { body } = await world.all.get(`/templates/${id}`).expect(200);
    expect(body.template.data_schema).toEqual(data_schema);
    await world.all.put(`/templates/${id}`).send({ data_schema: null }).expect(200);
    for (const wrong of [
      { type: 'nothing' },
      { $ref: 'https://example.com/schema.json' },
      { $async: true },
      { description: 'x'.repeat(20_000) },
    ]) {
      const refused = await world.all.put(`/templates/${id}`).send({ data_schema: wrong }).expect(400);
      expect(refused.body.data.params).toHaveProperty('data_schema');
    }
  });
});
