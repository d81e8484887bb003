import { IS_LONG } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { type Statement, StatementProxy } from '../support/statement-proxy.js';
import { waitUntil } from '../support/wait-until.js';
import { auditOf, eventfulSteps, flawlessWay, letIn, publish, scenery, waitUntilThrough } from './funnel-crowd.js';

const PEOPLE = 3;
const KILLED_WITHIN_MS = 20_000;
const THROUGH_WITHIN_MS = 40_000;

jest.setTimeout(180_000);

const RUNS = /^\s*INSERT\s+INTO funnel_step_runs/;
const MAIL = /^\s*INSERT\s+INTO email_messages/;
const TRACKED = /^\s*INSERT INTO tracked_events/;
const ENDED = /^\s*UPDATE funnel_entries\s+SET status = /;

const asked = (part: RegExp) => (statement: Statement) => statement.moment === 'asked' && part.test(statement.sql);
const commit = (part: RegExp, moment: Statement['moment']) => (statement: Statement) =>
  statement.moment === moment && statement.sql === 'COMMIT' && statement.before.some((sql) => part.test(sql));

const ALL_KILL_POINTS: readonly { readonly name: string; readonly at: (statement: Statement) => boolean }[] = [
  { name: 'before a mail is in the ledger', at: asked(MAIL) },
  { name: 'after an effect, before the trace', at: asked(RUNS) },
  { name: 'before the step is committed', at: commit(MAIL, 'asked') },
  { name: 'after the step is committed, before the worker knows', at: commit(MAIL, 'answered') },
  { name: 'after an event was counted, before the commit', at: commit(TRACKED, 'asked') },
  { name: 'after an event was counted and committed', at: commit(TRACKED, 'answered') },
  { name: 'before the end is committed', at: commit(ENDED, 'asked') },
  { name: 'after the end is committed', at: commit(ENDED, 'answered') },
];
/** The short form: one of each kind, amid a transaction, just before its commit, just after. */
const SHORT = [
  'after an effect, before the trace',
  'after the step is committed, before the worker knows',
  'before the end is committed',
];
const KILL_POINTS = ALL_KILL_POINTS.filter(({ name }) => IS_LONG || SHORT.includes(name));

describe('a funnel whose worker dies', () => {
  let sink: SmtpSink;
  let proxy: StatementProxy;
  let product: Product;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    proxy = await StatementProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    product = await Product.start({ name: 'funnel-kill-points', env: { SMTP_URL: sink.url }, workers: 0 });
  });
  afterAll(async () => {
    await product.stop();
    await proxy.stop();
    await sink.stop();
  });

  it('has taken each step once or not at all, wherever it dies, and nobody is lost', async () => {
    const worker = product.addWorker({ DATABASE_URL: proxy.through(product.env['DATABASE_URL'] ?? '') });
    for (const [index, { name, at }] of KILL_POINTS.entries()) {
      const scene = await scenery(product, `point${index}`, PEOPLE);
      const funnel = await publish(product, name, eventfulSteps(scene));
      let killed = false;
      proxy.watch = async (statement) => {
        if (killed || !at(statement)) return undefined;
        killed = true;
        await worker.kill();
        return 'drop';
      };
      await letIn(product, funnel, scene.people);
      await waitUntil(`the worker was killed ${name}`, () => worker.pid === undefined, KILLED_WITHIN_MS);
      proxy.watch = null;
      worker.start();
      await waitUntilThrough(product, funnel, THROUGH_WITHIN_MS);
      const audit = await auditOf(product, funnel, scene);
      expect({ name, ...audit }).toEqual({ name, ...flawlessWay(PEOPLE, { steps: 6, mails: 2 }) });
    }
  });
});
