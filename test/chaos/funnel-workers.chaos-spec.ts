import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import {
  type SequenceBody,
  auditOf,
  eventfulSteps,
  flawlessWay,
  letIn,
  mailStep,
  publish,
  scenery,
  sequencesOf,
  setStatus,
  stepsTaken,
  waitUntilThrough,
} from './funnel-crowd.js';

const PEOPLE = IS_LONG ? 10_000 : 300;
const WORKERS = IS_LONG ? 5 : 2;
const KILLS = IS_LONG ? 20 : 2;
const CHANGES = IS_LONG ? 12 : 4;
const STEPS = 6;
/** Long enough for all of them to be moved to another version while they wait. */
const EDIT_PAUSE_SECONDS = IS_LONG ? 8 : 2;
const THROUGH_WITHIN_MS = IS_LONG ? 600_000 : 90_000;

jest.setTimeout(IS_LONG ? 1_200_000 : 240_000);

describe('a funnel with many people and several workers', () => {
  let sink: SmtpSink;
  let product: Product;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    // A mail whose worker died amid it waits for the end of its lease.
    const env = { SMTP_URL: sink.url, DATABASE_POOL_SIZE: '6', SEND_LEASE_SECONDS: '10' };
    product = await Product.start({ name: 'funnel-workers', env, workers: WORKERS });
  });
  afterAll(async () => {
    await product.stop();
    await sink.stop();
  });

  const progress = async (funnel: number, share: number): Promise<void> => {
    const enough = PEOPLE * STEPS * share;
    await waitUntil(
      'there is progress',
      async () => (await stepsTaken(product, funnel)) >= enough,
      THROUGH_WITHIN_MS,
      20,
    );
  };

  it('takes each step of each of them once, however often a worker is killed', async () => {
    const random = seededRandom('killed funnel workers');
    const scene = await scenery(product, 'killed', PEOPLE);
    const funnel = await publish(product, 'Killed', eventfulSteps(scene));
    const entering = letIn(product, funnel, scene.people);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await progress(funnel, (kill / (KILLS + 1)) * 0.9);
      await sleep(random(0, 200));
      const worker = product.workers[Math.floor(random(0, WORKERS))];
      await worker?.kill();
      worker?.start();
    }
    await entering;
    await waitUntilThrough(product, funnel, THROUGH_WITHIN_MS);
    // Mails in whose dialogue a worker died may have come twice (see the chaos tests of sending); in the ledger none does.
    const audit = await auditOf(product, funnel, scene);
    note('funnel workers killed', `${KILLS} kills of ${WORKERS} workers, ${JSON.stringify(audit)}`);
    expect(audit).toEqual(flawlessWay(PEOPLE, { steps: STEPS, mails: 2 }));
  });

  it('loses and repeats nobody when it is edited, paused, resumed and restored with all of them inside', async () => {
    const scene = await scenery(product, 'edited', PEOPLE);
    const steps = eventfulSteps(scene, EDIT_PAUSE_SECONDS);
    const funnel = await publish(product, 'Edited', steps);
    const first = await sequencesOf(product, funnel);
    await letIn(product, funnel, scene.people);
    const edits: ((round: number) => Promise<void>)[] = [
      () => pausedForAMoment(funnel),
      // A step more in front of the last, for those too who are inside.
      (round) => save(funnel, [...first.slice(0, 4), mailStep(`Extra ${round}`), ...first.slice(4)], 'yes'),
      (round) => save(funnel, [...first.slice(0, 4), mailStep(`Other ${round}`), ...first.slice(4)], 'no'),
      // Back to how it began; whoever stands at a step that is gone goes on with what follows it.
      () => restore(funnel, 1),
    ];
    for (let change = 0; change < CHANGES; change += 1) {
      // Up to the last steps, which are those that an edit is about.
      await progress(funnel, ((change + 1) / (CHANGES + 1)) * 0.97);
      await edits[change % edits.length]?.(change);
    }
    await waitUntilThrough(product, funnel, THROUGH_WITHIN_MS);
    const audit = await auditOf(product, funnel, scene);
    note('funnel edited', `${CHANGES} changes, ${JSON.stringify(audit)}`);
    // How many got an extra mail depends on where they stood; everything else is as if nobody had touched it.
    const plain = flawlessWay(PEOPLE, { steps: STEPS, mails: 2 });
    const extra = audit.runs - plain.runs;
    expect(extra).toBeGreaterThan(0);
    expect(audit).toEqual({
      ...plain,
      ...{ runs: plain.runs + extra, announced: plain.announced + extra, mails: plain.mails + extra },
      counters: { ...plain.counters, steps: plain.counters.steps + extra },
    });
    expect(await mailsOfFirstSteps(funnel, first)).toBe(PEOPLE * 2);
  });

  async function pausedForAMoment(funnel: number): Promise<void> {
    await setStatus(product, funnel, 'paused');
    const before = await stepsTaken(product, funnel);
    await sleep(1_500);
    expect(await stepsTaken(product, funnel)).toBe(before);
    await setStatus(product, funnel, 'published');
  }

  async function save(funnel: number, sequences: readonly SequenceBody[], migrate: 'yes' | 'no'): Promise<void> {
    await product.client.put(`/funnels/${funnel}/sequences`).send({ sequences, migrate }).expect(200);
  }

  async function restore(funnel: number, version: number): Promise<void> {
    await product.client.post(`/funnels/${funnel}/versions/${version}/restore`).send({ migrate: 'yes' }).expect(200);
  }

  /** Of the two mails that every version has. */
  async function mailsOfFirstSteps(funnel: number, steps: readonly SequenceBody[]): Promise<number> {
    const ids = steps.filter((step) => step['action_name'] === 'send_custom_email').map((step) => Number(step['id']));
    const [row] = await product.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM email_messages m
        WHERE m.source_type = 'funnel' AND m.source_id = :funnel AND SUBSTRING_INDEX(m.recipient_key, ':', -1) IN (:ids)`,
      { funnel, ids: ids.map(String) },
    );
    return row?.total ?? 0;
  }
});
