import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runShell } from '../../support/guide.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const FOLDER = 'src/modules/development/demo/funnels';
const guide = readFileSync('docs/funnel-recipes.md', 'utf8');

const file = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

describe('funnel recipes', () => {
  let world: World;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });

  it('are the same in the guide and in the files', () => {
    const shown = [...guide.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = '']) => JSON.parse(text) as unknown);
    const files = ['welcome.json', 'abandoned-order.json', 'booking.json', 'receipt.json', 'win-back.json'];
    expect(shown).toEqual(files.map(file));
  });

  it('work as the guide says, command by command', async () => {
    await runShell('docs/funnel-recipes.md', world);
    const report = await world.all.get('/funnels/1/report').expect(200);
    expect(report.body).toMatchObject({ exits: [{ reason: 'goal_reached', total: 1 }] });
    const { body } = await world.all.get('/funnels/2/subscribers/1/trace').expect(200);
    expect(body).toMatchObject({
      funnel_subscriber: {
        status: 'active',
        data: { code: 'A-17', items: [{ name: 'Tea pot' }, { name: 'Green tea' }] },
      },
    });
    await world.settle();
    const parsed = await Promise.all(sink.messages.map(async (message) => message.parsed()));
    const htmlOf = (subject: string): string => String(parsed.find((mail) => mail.subject === subject)?.html);
    expect(htmlOf('Your booking B-9')).toContain('<li>Sea view: €120.00</li>');
    expect(parsed.map(({ subject }) => subject)).toContain('[Test] Your order A-1001');
    const receipt = parsed.find(({ subject = '' }) => subject.startsWith('Your order R-'));
    expect(receipt?.html).toContain('<td>1 × 42,50\u00a0€</td><td>42,50\u00a0€</td>');
    expect(receipt?.html).toContain('src="https://shop.example/tea-pot.png"');
  });

  it('reach the end in a simulation', async () => {
    const contact = await world.given.contact();
    for (const id of [1, 2, 3, 4, 5]) {
      const { body } = await world.all.post(`/funnels/${id}/simulate`).send({ contact_id: contact.id }).expect(200);
      const [{ ends, steps }] = body.contacts;
      expect({ id, ends }).toEqual({ id, ends: 'completed' });
      expect(steps.filter(({ status }: { status: string }) => status !== 'done')).toEqual([]);
    }
  });
});
