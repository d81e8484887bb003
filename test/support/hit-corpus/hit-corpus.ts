import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TrackingRequest, ClassifiableEvent } from '../../../src/modules/tracking/evidence.js';

/** A request for a link or pixel of an email, with its true class. */
export interface CorpusHit {
  readonly isMachine: boolean;
  readonly request: TrackingRequest;
  readonly hit: Omit<ClassifiableEvent, 'reason'>;
}

/** All requests for one email. */
export interface CorpusMail {
  readonly title: string;
  readonly hits: readonly CorpusHit[];
}

const SENT = Date.UTC(2026, 0, 31, 9);
const LINE = /^(?<who>human|machine) (?<at>\d+\.\d{3}) (?<rest>(?:open -|click (?:\d+|decoy)) .+)$/;

export type CorpusName = 'people' | 'machines' | 'second/tuning' | 'second/held-back';

/** Reads emails; README.md describes the format and the sources. */
export function readCorpus(name: CorpusName): CorpusMail[] {
  const file = join(__dirname, `${name}.txt`);
  const agents = JSON.parse(readFileSync(join(dirname(file), 'agents.json'), 'utf8')) as Record<string, string>;
  const text = readFileSync(file, 'utf8').trimEnd();
  return text.split('\n\n').map((block) => {
    const [title = '', ...lines] = block.split('\n');
    return { title: title.replace('# ', ''), hits: lines.map((line) => hitOf(line, agents)) };
  });
}

function hitOf(line: string, agents: Readonly<Record<string, string>>): CorpusHit {
  const { who, at, rest } = LINE.exec(line)?.groups ?? {};
  const [kind, link = '', ip = '', agent = '', ...others] = (rest ?? '').split(' ');
  const userAgent = agent === '-' ? null : agents[agent];
  if (userAgent === undefined || (kind !== 'open' && kind !== 'click')) throw new Error(`not understood: ${line}`);
  const purpose = others.find((other) => other.startsWith('purpose='))?.slice('purpose='.length) ?? null;
  const method = others.find((other) => !other.startsWith('purpose=')) ?? 'GET';
  return {
    isMachine: who === 'machine',
    request: { kind, method, userAgent, purpose, ip },
    hit: {
      kind,
      linkId: /^\d+$/.test(link) ? Number(link) : null,
      at: SENT + Math.round(Number(at) * 1_000),
      client: `${ip} ${userAgent ?? ''}`,
      isHead: method === 'HEAD',
      isDecoy: link === 'decoy',
    },
  };
}
