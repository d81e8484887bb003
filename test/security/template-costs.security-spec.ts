import { processorMs } from '../support/processor-time.js';
import { World } from '../support/world.js';

const LIQUID = `{{ 'a' }}`.repeat(200_000);
const ELEMENTS = '<p>'.repeat(350_000);
const TOO_MUCH = /must hold at most (5000 pieces of Liquid|20000 HTML tags)/;

describe('T52 templates that are expensive to render', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  const step = (settings: object) => ({
    title: 'Costly',
    trigger_name: 'custom_costly',
    sequences: [{ action_name: 'send_custom_email', settings: { email_subject: 'Hello', ...settings } }],
  });

  it.each([
    ['Liquid', LIQUID],
    ['elements', ELEMENTS],
  ])('are refused for too much %s on every route, and the field is named', async (_what, email_body) => {
    const { id } = await world.given.campaign({ title: `Costly ${email_body.length}` });
    const { id: template } = await world.given.template();
    for (const [method, path, body, field] of [
      ['post', '/templates/render', { email_subject: 'Hello', email_body }, 'email_body'],
      ['post', '/templates', { title: 'Costly', email_body }, 'email_body'],
      ['put', `/templates/${template}`, { email_body }, 'email_body'],
      ['post', '/campaigns', { title: 'Costly', email_body }, 'email_body'],
      ['put', `/campaigns/${id}`, { email_body }, 'email_body'],
      ['post', '/funnels', step({ email_body }), 'sequences.0.settings.email_body'],
    ] as const) {
      const response = await world.all.send(method, path).send(body);
      expect([path, response.status, response.body.data.params]).toEqual([
        path,
        400,
        { [field]: expect.stringMatching(TOO_MUCH) },
      ]);
    }
  });

  it('are linted without computing a line number for every unknown name', async () => {
    const names = Array.from({ length: 4_000 }, (_, index) => `{{ unknown_${index} }}`).join('');
    const { id } = await world.given.campaign({
      email_subject: 'Hello',
      email_body: `<p>Hello</p>${'\n'.repeat(1_000_000)}${names}<a href="{{ unsubscribe_url }}">Bye</a>`,
    });
    let issues: { code: string }[] = [];
    const ms = await processorMs(async () => {
      ({ issues } = (await world.all.get(`/campaigns/${id}/lint`).expect(200)).body);
    });
    const unknown = issues.filter(({ code }) => code === 'unknown_merge_tag');
    expect(unknown).toHaveLength(20);
    expect(unknown[0]).toMatchObject({ message: 'unknown merge tag: unknown_0', line: 1_000_001 });
    // Counting lines for each name would take minutes.
    expect(ms).toBeLessThan(8_000);
  });
});
