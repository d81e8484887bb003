import { Injectable } from '@nestjs/common';
import type { Database } from '../../../platform/database/database.js';
import { Keys, type SealedColumn } from '../../../platform/secrets/keys.js';
import type { Step } from '../definition/step.js';

/** Identifies the version that the values belong to; they do not open in another one. */
interface VersionPlace {
  readonly funnelId: number | string;
  readonly version: number | string;
}

interface SealedSteps {
  readonly steps: readonly Step[];
  /** The header values by step and name, encrypted; null if there are none. */
  readonly secrets: string | null;
}

type Headers = Readonly<Record<string, string>>;

/** Replaces stored values in responses. */
const MASK = '***';
/** Headers without credentials, shown in clear. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set(['content-type', 'accept']);
const ROWS_AT_ONCE = 200;

export const isMasked = (name: string, value: string): boolean =>
  value === MASK && !SHOWN_HEADERS.has(name.toLowerCase());

/** Encrypts header values of `http_request` steps, because they contain credentials of other systems. */
@Injectable()
export class HeaderSecrets {
  constructor(private readonly keys: Keys) {}

  seal(place: VersionPlace, steps: readonly Step[]): SealedSteps {
    const values: Record<number, Headers> = {};
    const masked = steps.map((step) => {
      if (step.action !== 'http_request') return step;
      const all = Object.entries(step.settings.headers);
      const secret = all.filter(([name]) => !SHOWN_HEADERS.has(name.toLowerCase()));
      if (secret.length === 0) return step;
      values[step.id] = Object.fromEntries(secret);
      return withHeaders(step, Object.fromEntries(secret.map(([name]) => [name, MASK])));
    });
    const isEmpty = Object.keys(values).length === 0;
    return {
      steps: masked,
      secrets: isEmpty ? null : this.keys.encrypt('funnel-headers', JSON.stringify(values), contextOf(place)),
    };
  }

  open(place: VersionPlace, { steps, secrets }: SealedSteps): Step[] {
    if (secrets === null) return [...steps];
    const text = this.keys.decrypt('funnel-headers', secrets, contextOf(place));
    const values = JSON.parse(text) as Record<number, Headers>;
    return steps.map((step) =>
      step.action === 'http_request' && values[step.id] ? withHeaders(step, values[step.id] ?? {}) : step,
    );
  }
}

function withHeaders(step: Step<'http_request'>, headers: Headers): Step {
  return { ...step, settings: { ...step.settings, headers: { ...step.settings.headers, ...headers } } };
}

const contextOf = ({ funnelId, version }: VersionPlace): string => `funnel-headers:${funnelId}:${version}`;

export const SEALED_HEADERS: SealedColumn = {
  table: 'funnel_versions',
  column: 'secrets',
  purpose: 'funnel-headers',
  contextOf: ['funnel_id', 'version'],
  context: (funnelId = '', version = '') => contextOf({ funnelId, version }),
  sealPlain: sealPlainHeaders,
};

/** Seals plain values of earlier releases. Each row is changed once, so a repeated run continues. */
async function sealPlainHeaders(
  db: Database,
  keys: Keys,
  { look, goOn }: { readonly look: boolean; readonly goOn: () => boolean },
): Promise<number> {
  const headers = new HeaderSecrets(keys);
  let sealed = 0;
  for (let after = 0; goOn();) {
    const rows = await db.query<{ id: number; funnelId: number; version: number; steps: string }>(
      `SELECT id, funnel_id AS funnelId, version, steps FROM funnel_versions
        WHERE id > :after AND secrets IS NULL AND steps LIKE '%"action":"http_request"%'
        ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
      { after },
    );
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    for (const row of rows) {
      const { steps, secrets } = headers.seal(row, JSON.parse(row.steps) as Step[]);
      if (secrets === null) continue;
      sealed += 1;
      if (look) continue;
      await db.transaction((tx) =>
        tx.execute('UPDATE funnel_versions SET steps = :steps, secrets = :secrets WHERE id = :id AND secrets IS NULL', {
          id: row.id,
          steps: JSON.stringify(steps),
          secrets,
        }),
      );
    }
  }
  return sealed;
}
