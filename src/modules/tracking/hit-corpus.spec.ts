import { type CorpusMail, readCorpus } from '../../../test/support/hit-corpus/hit-corpus.js';
import type { MachineReason } from './evidence.js';
import { machineReason } from './human-or-machine.js';
import { judgeHits } from './judge-hits.js';

interface Judged {
  readonly mail: CorpusMail;
  readonly isMachine: boolean;
  readonly verdict: MachineReason | null;
}

/** The hits of a mail as they are judged when all of them are known. */
function judged(mail: CorpusMail): Judged[] {
  const verdicts = judgeHits(mail.hits.map(({ request, hit }) => ({ ...hit, reason: machineReason(request) })));
  return mail.hits.map(({ isMachine }, index) => ({ mail, isMachine, verdict: verdicts[index] ?? null }));
}

const share = (part: readonly unknown[], whole: readonly unknown[]): number => (part.length / whole.length) * 100;

/** How often a title stands among them, for whoever looks into what went wrong. */
function byTitle(hits: readonly Judged[]): string {
  const counts = new Map<string, number>();
  for (const { mail } of hits) counts.set(mail.title, (counts.get(mail.title) ?? 0) + 1);
  return [...counts].map(([title, count]) => `    ${count} x ${title}\n`).join('');
}

describe('machines and people of the corpus', () => {
  const people = readCorpus('people');
  const machines = readCorpus('machines');
  const all = [...people, ...machines].flatMap(judged);

  it('has mails enough of both', () => {
    expect(machines.length).toBeGreaterThanOrEqual(150);
    expect(people.length).toBeGreaterThanOrEqual(300);
  });

  it('catches at least 95 percent of the hits of machines and misfiles at most 1 percent of those of people', () => {
    const ofMachines = all.filter(({ isMachine }) => isMachine);
    const ofPeople = all.filter(({ isMachine }) => !isMachine);
    const missed = ofMachines.filter(({ verdict }) => verdict === null);
    const misfiled = ofPeople.filter(({ verdict }) => verdict !== null);
    const caught = 100 - share(missed, ofMachines);
    const wrong = share(misfiled, ofPeople);
    process.stdout.write(
      `${caught.toFixed(2)} % of ${ofMachines.length} hits of machines caught; not these:\n${byTitle(missed)}` +
        `${wrong.toFixed(2)} % of ${ofPeople.length} hits of people misfiled:\n${byTitle(misfiled)}`,
    );
    expect(caught).toBeGreaterThanOrEqual(95);
    expect(wrong).toBeLessThanOrEqual(1);
  });

  it('catches clicks as well as it catches all hits, and all but a few of the mails that only a machine touched', () => {
    const clicks = machines.flatMap((mail) => {
      const verdicts = judged(mail);
      return mail.hits.flatMap(({ isMachine, hit }, index) =>
        isMachine && hit.kind === 'click' ? [verdicts[index]!.verdict] : [],
      );
    });
    expect(
      100 -
        share(
          clicks.filter((verdict) => verdict === null),
          clicks,
        ),
    ).toBeGreaterThanOrEqual(95);
    const untouched = machines.filter(({ hits }) => hits.every(({ isMachine }) => isMachine));
    const counted = untouched.filter((mail) => judged(mail).some(({ verdict }) => verdict === null));
    expect(share(counted, untouched)).toBeLessThanOrEqual(10);
  });

  it('needs every kind of evidence for that', () => {
    const reasons = new Set(all.map(({ verdict }) => verdict));
    for (const reason of [
      ...['method', 'no_agent', 'prefetch', 'known_agent', 'known_network', 'privacy_proxy'],
      ...['burst', 'decoy', 'same_client'],
    ])
      expect(reasons).toContain(reason);
  });
});
