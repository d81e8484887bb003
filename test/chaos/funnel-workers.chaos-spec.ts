import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import {
  type SequenceBody,
  auditFunnel,
  sampleSteps,
  expectedAudit,
  enroll,
  emailStep,
  publish,
  prepare,
  sequencesOf,
  setStatus,
  stepRuns,
  waitUntilDone,
} from './funnel-fixture.js';

const PEOPLE = IS_LONG ? 10_000 : 300;
const WORKERS = IS_LONG ? 5 : 2;
const KILLS = IS_LONG ? 20 : 2;
const CHANGES = IS_LONG ? 12 : 4;
const STEPS = 6;
/** Long enough to move all enrollments to another version while they wait. */
const EDIT_PAUSE_SECONDS = IS_LONG ? 8 : 2;
/** Contacts that enter after the first edit, so that some run the added step however slow the test is. */
const LATECOMERS = PEOPLE / 10;

describe('a funnel with many contacts and several workers', () => {
  let sink: SmtpSink;
  let product: Product;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    // An email that a killed worker was sending waits until its lease expires.
    const env = { SMTP_URL: sink.url, DATABASE_POOL_SIZE: '6', SEND_LEASE_SECONDS: '10' };
    product = await Product.start({ name: 'funnel-workers', env, workers: WORKERS });
  });

  const progress = async (funnel: number, share: number): Promise<void> => {
    const enough = PEOPLE * STEPS * share;
    await waitUntil('enough steps have run', async () => (await stepRuns(product, funnel)) >= enough, 20);
  };

  it('runs each step once for each contact when workers are killed repeatedly', async () => {
    const random = seededRandom('killed funnel workers');
    const fixture = await prepare(product, 'killed', PEOPLE);
    const funnel = await publish(product, 'Killed', sampleSteps(fixture));
    const enrolling = enroll(product, funnel, fixture.people);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await progress(funnel, (kill / (KILLS + 1)) * 0.9);
      await sleep(random(0, 200));
      const worker = product.workers[Math.floor(random(0, WORKERS))];
      await worker?.kill();
      worker?.start();
    }
    await enrolling;
    await waitUntilDone(product, funnel);
    // Emails that a killed worker was submitting may arrive twice (see the chaos tests of sending); the ledger has each once.
    const audit = await auditFunnel(product, funnel, fixture);
    note('funnel workers killed', `${KILLS} kills of ${WORKERS} workers, ${JSON.stringify(audit)}`);
    expect(audit).toEqual(expectedAudit(PEOPLE, { steps: STEPS, emails: 2 }));
  });

  it('runs each step once when the funnel is edited, paused, resumed and restored with active enrollments', async () => {
    const fixture = await prepare(product, 'edited', PEOPLE);
    const steps = sampleSteps(fixture, EDIT_PAUSE_SECONDS);
    const funnel = await publish(product, 'Edited', steps);
    const first = await sequencesOf(product, funnel);
    const latecomers = fixture.people.slice(0, LATECOMERS);
    await enroll(product, funnel, fixture.people.slice(LATECOMERS));
    const edits: ((round: number) => Promise<void>)[] = [
      () => pauseBriefly(funnel),
      // Adds a step before the last one, also for active enrollments.
      async (round) => {
        await save(funnel, [...first.slice(0, 4), emailStep(`Extra ${round}`), ...first.slice(4)], 'yes');
        await enroll(product, funnel, latecomers.splice(0));
      },
      (round) => save(funnel, [...first.slice(0, 4), emailStep(`Other ${round}`), ...first.slice(4)], 'no'),
      // Restores the first version; enrollments at a removed step continue with the step after it.
      async () => {
        await waitUntil('an added step has run', async () => (await emailsOfSteps(funnel, first, 'NOT IN')) > 0);
        await restore(funnel, 1);
      },
    ];
    for (let change = 0; change < CHANGES; change += 1) {
      // Lets most contacts reach the last steps, which are those that the edits change.
      await progress(funnel, ((change + 1) / (CHANGES + 1)) * 0.97);
      await edits[change % edits.length]?.(change);
    }
    await waitUntilDone(product, funnel);
    const audit = await auditFunnel(product, funnel, fixture);
    note('funnel edited', `${CHANGES} changes, ${JSON.stringify(audit)}`);
    // The number of extra emails depends on the progress of the contacts; all other figures are those of an unedited funnel.
    const plain = expectedAudit(PEOPLE, { steps: STEPS, emails: 2 });
    const extra = audit.runs - plain.runs;
    expect(extra).toBeGreaterThan(0);
    expect(audit).toEqual({
      ...plain,
      ...{ runs: plain.runs + extra, announced: plain.announced + extra, emails: plain.emails + extra },
      counters: { ...plain.counters, steps: plain.counters.steps + extra },
    });
    expect(await emailsOfSteps(funnel, first, 'IN')).toBe(PEOPLE * 2);
  });

  async function pauseBriefly(funnel: number): Promise<void> {
    await setStatus(product, funnel, 'paused');
    const before = await stepRuns(product, funnel);
    await sleep(1_500);
    expect(await stepRuns(product, funnel)).toBe(before);
    await setStatus(product, funnel, 'published');
  }

  async function save(funnel: number, sequences: readonly SequenceBody[], migrate: 'yes' | 'no'): Promise<void> {
    await product.client.put(`/funnels/${funnel}/sequences`).send({ sequences, migrate }).expect(200);
  }

  async function restore(funnel: number, version: number): Promise<void> {
    await product.client.post(`/funnels/${funnel}/versions/${version}/restore`).send({ migrate: 'yes' }).expect(200);
  }

  /** Counts the emails of the email steps of this version, or of all others. */
  async function emailsOfSteps(
    funnel: number,
    steps: readonly SequenceBody[],
    membership: 'IN' | 'NOT IN',
  ): Promise<number> {
    const ids = steps.filter((step) => step['action_name'] === 'send_custom_email').map((step) => Number(step['id']));
    const [row] = await product.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM email_messages m
        WHERE m.source_type = 'funnel' AND m.source_id = :funnel AND SUBSTRING_INDEX(m.recipient_key, ':', -1) ${membership} (:ids)`,
      { funnel, ids: ids.map(String) },
    );
    return row?.total ?? 0;
  }
});
