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
    expect(shown).toEqual(['welcome.json', 'abandoned-order.json', 'win-back.json'].map(file));
  });

  it('work as the guide says, command by command', async () => {
    await runShell('docs/funnel-recipes.md', world);
    const report = await world.all.get('/funnels/1/report').expect(200);
    expect(report.body).toMatchObject({ exits: [{ reason: 'goal_reached', total: 1 }] });
    const { body } = await world.all.get('/funnels/2/subscribers/1/trace').expect(200);
    expect(body).toMatchObject({
      trace: [{ title: 'Remember the basket', status: 'done' }, { status: 'waiting' }],
    });
    const { body: contact } = await world.all.get('/subscribers/1?with[]=subscriber.custom_values').expect(200);
    expect(Object.values(contact.subscriber.custom_values)).toEqual(['A-17', '62.5']);
  });

  it('reach the end in a simulation', async () => {
    const contact = await world.given.contact();
    for (const id of [1, 2, 3]) {
      const { body } = await world.all.post(`/funnels/${id}/simulate`).send({ contact_id: contact.id }).expect(200);
      const [{ ends, steps }] = body.contacts;
      expect({ id, ends }).toEqual({ id, ends: 'completed' });
      const notDone = steps.filter(({ status }: { status: string }) => status !== 'done');
      // A simulation has no trigger payload.
      expect(notDone).toEqual(id === 2 ? [expect.objectContaining({ title: 'Remember the basket' })] : []);
    }
  });
});
