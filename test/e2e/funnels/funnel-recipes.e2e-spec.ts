import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const FOLDER = 'src/modules/development/demo/funnels';
const guide = readFileSync('docs/funnel-recipes.md', 'utf8');

const file = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

interface Call {
  readonly method: 'get' | 'post' | 'put';
  readonly path: string;
  readonly body: unknown;
}

/** The commands of the guide, in their order. */
const CALL = /^call \$API(\/\S+)( -X PUT)?(?: -d (?:'([^']*)'|@(\S+)))?/gm;
const calls: Call[] = [...guide.matchAll(CALL)].map(([, path = '', put, text, name]) => {
  const body = text === undefined ? (name === undefined ? null : file(name)) : JSON.parse(text);
  return { method: put === undefined ? (body === null ? 'get' : 'post') : 'put', path, body };
});

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
    expect(calls.length).toBeGreaterThan(20);
    const answers = new Map<string, Record<string, never>>();
    for (const { method, path, body } of calls) {
      const request = world.all.send(method, path);
      const answer = await (body === null ? request : request.send(body));
      expect({ path, status: answer.status, body: answer.body }).toMatchObject({ path, status: 200 });
      answers.set(path, answer.body);
      await world.settle();
    }
    expect(answers.get('/funnels/1/report')).toMatchObject({ exits: [{ reason: 'goal_reached', total: 1 }] });
    expect(answers.get('/funnels/2/subscribers/1/trace')).toMatchObject({
      trace: [{ title: 'Remember the basket', status: 'done' }, { status: 'waiting' }],
    });
    const { body } = await world.all.get('/subscribers/1?with[]=subscriber.custom_values').expect(200);
    expect(body.subscriber.custom_values).toMatchObject({ basket: 'A-17', basket_total: '62.5' });
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
