import { IS_LONG } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { type Statement, StatementProxy } from '../support/statement-proxy.js';
import { waitUntil } from '../support/wait-until.js';
import { auditFunnel, enroll, expectedAudit, prepare, publish, sampleSteps, waitUntilDone } from './funnel-fixture.js';

const PEOPLE = 3;

const RUNS = /^\s*INSERT\s+INTO funnel_step_runs/;
const EMAIL = /^\s*INSERT\s+INTO email_messages/;
const TRACKED = /^\s*INSERT INTO tracked_events/;
const ENDED = /^\s*UPDATE funnel_entries\s+SET status = /;

const asked = (part: RegExp) => (statement: Statement) => statement.moment === 'asked' && part.test(statement.sql);
const commit = (part: RegExp, moment: Statement['moment']) => (statement: Statement) =>
  statement.moment === moment && statement.sql === 'COMMIT' && statement.before.some((sql) => part.test(sql));

const ALL_KILL_POINTS: readonly { readonly name: string; readonly at: (statement: Statement) => boolean }[] = [
  { name: 'before an email is in the ledger', at: asked(EMAIL) },
  { name: 'after the effect of a step, before its run is recorded', at: asked(RUNS) },
  { name: 'before the step is committed', at: commit(EMAIL, 'asked') },
  { name: 'after the step is committed, before the worker gets the reply', at: commit(EMAIL, 'answered') },
  { name: 'after an event was counted, before the commit', at: commit(TRACKED, 'asked') },
  { name: 'after an event was counted and committed', at: commit(TRACKED, 'answered') },
  { name: 'before the end is committed', at: commit(ENDED, 'asked') },
  { name: 'after the end is committed', at: commit(ENDED, 'answered') },
];
/** The short form: one within a transaction, one just before the commit, and one just after. */
const SHORT = [
  'after the effect of a step, before its run is recorded',
  'after the step is committed, before the worker gets the reply',
  'before the end is committed',
];
const KILL_POINTS = ALL_KILL_POINTS.filter(({ name }) => IS_LONG || SHORT.includes(name));

describe('a funnel whose worker is killed', () => {
  let sink: SmtpSink;
  let proxy: StatementProxy;
  let product: Product;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    proxy = await StatementProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    product = await Product.start({ name: 'funnel-kill-points', env: { SMTP_URL: sink.url }, workers: 0 });
  });

  it('runs each step exactly once, at whatever statement the worker is killed', async () => {
    const worker = product.addWorker({ DATABASE_URL: proxy.through(product.env['DATABASE_URL'] ?? '') });
    for (const [index, { name, at }] of KILL_POINTS.entries()) {
      const fixture = await prepare(product, `point${index}`, PEOPLE);
      const funnel = await publish(product, name, sampleSteps(fixture));
      let killed = false;
      proxy.watch = async (statement) => {
        if (killed || !at(statement)) return undefined;
        killed = true;
        await worker.kill();
        return 'drop';
      };
      await enroll(product, funnel, fixture.people);
      await waitUntil(`the worker was killed ${name}`, () => worker.pid === undefined);
      proxy.watch = null;
      worker.start();
      await waitUntilDone(product, funnel);
      const audit = await auditFunnel(product, funnel, fixture);
      expect({ name, ...audit }).toEqual({ name, ...expectedAudit(PEOPLE, { steps: 6, emails: 2 }) });
    }
  });
});
