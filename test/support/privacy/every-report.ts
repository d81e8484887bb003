import type { Response } from 'supertest';
import type { World } from '../world.js';
import type { ContactDataSet } from './contact-data-set.js';

type Body = Response['body'];

const DIMENSIONS = ['country', 'contact_type', 'domain', 'list', 'tag', 'segment', 'engagement'] as const;

/** Values that differ between requests, and texts about contacts that are not figures. */
const NO_FIGURES: ReadonlySet<string> = new Set([
  ...[
    'meta',
    'generated_at',
    'as_of',
    'updated_at',
    'email',
    'first_name',
    'last_name',
    'full_name',
    'hash',
    'contact',
  ],
  ...['subscriber', 'to', 'diagnostic', 'recent', 'recent_activity', 'activities', 'latest', 'url', 'message'],
  // The current sending rate.
  'rate_per_second',
]);

/**
 * Requests every report about the data set: of the last days, the last months, and filtered, by its path.
 * @param scope `history`: only past activity, regardless of the remaining contacts.
 */
export async function everyReport(
  world: World,
  dataSet: ContactDataSet,
  scope: 'everything' | 'history',
): Promise<Map<string, Body>> {
  const [near, far] = [days(-6, 1), days(-200, 1)];
  const [list] = dataSet.lists;
  const [tag] = dataSet.tags;
  const isAll = scope === 'everything';
  const narrowed = isAll ? [`&lists[]=${list?.id ?? 0}`, `&tags[]=${tag?.id ?? 0}`, '&include_machine=true'] : [];
  const general = [
    ...['revenue', 'revenue/campaigns', 'bounces', 'spam-complaints', 'unsubscribes', 'ab-testing'],
    ...(isAll ? ['overview', 'funnels', 'campaigns', 'lists', 'tags', 'subscriber-activity'] : []),
    ...(isAll ? ['subscriber-growth?group_by=day', 'engagement-scores', 'top-subscribers?limit=100'] : []),
    ...(isAll ? ['revenue/contacts', ...DIMENSIONS.map((by) => `segmentation-analysis?dimension=${by}`)] : []),
  ];
  const particular = [
    ...dataSet.campaigns.flatMap((id) => [
      ...['', '/email-stats', '/live'].map((part) => `/reports/campaigns/${id}${part}`),
      ...['status', 'link-report', 'revenues'].map((part) => `/campaigns/${id}/${part}`),
    ]),
    ...(isAll
      ? [
          ...dataSet.funnels.flatMap(({ id }) => [
            ...['', '/conversion-stats'].map((part) => `/reports/funnels/${id}${part}`),
            ...['report', 'conversion-rates'].map((part) => `/funnels/${id}/${part}`),
          ]),
          ...dataSet.lists.map(({ id }) => `/reports/lists/${id}`),
          ...dataSet.tags.map(({ id }) => `/reports/tags/${id}`),
        ]
      : []),
  ];
  const paths = [
    ...general.flatMap((report) =>
      [far, near, ...narrowed.map((extra) => `${near}${extra}`)].map((query) => joined(`/reports/${report}`, query)),
    ),
    ...particular.map((path) => joined(path, near)),
  ];
  const answers = new Map<string, Body>();
  for (const path of paths) {
    const { status, body } = await world.all.get(path);
    // Some reports ignore the audience filter and are requested anyway.
    if (status === 400 && narrowed.some((extra) => path.endsWith(extra))) continue;
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    answers.set(path, figuresOf(body));
  }
  return answers;
}

/** Returns the figures that differ between two runs. */
export function differingFigures(then: ReadonlyMap<string, Body>, now: ReadonlyMap<string, Body>): string[] {
  return [...then].flatMap(([path, answer]) => differences(path, answer, now.get(path)));
}

function differences(place: string, then: Body, now: Body): string[] {
  if (typeof then !== 'object' || then === null || typeof now !== 'object' || now === null)
    return then === now ? [] : [`${place}: ${JSON.stringify(then)} became ${JSON.stringify(now)}`];
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])];
  return names.flatMap((name) => differences(`${place} ${name}`, then[name], now[name]));
}

const joined = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

function days(from: number, to: number): string {
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  return `start_date=${day(from)}&end_date=${day(to)}`;
}

function figuresOf(value: Body): Body {
  if (Array.isArray(value)) return value.map(figuresOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>)
      .filter(([name]) => !NO_FIGURES.has(name))
      .map(([name, member]) => [
        name,
        name === 'by_reason' && Array.isArray(member) ? byChoice(member) : figuresOf(member),
      ]),
  );
}

/** Opt-outs by selected reason: free text is not kept if it identifies a contact. */
function byChoice(reasons: Body): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { reason, total } of reasons as readonly { reason: string | null; total: number }[]) {
    const choice = reason?.split(': ')[0] ?? '';
    totals[choice] = (totals[choice] ?? 0) + total;
  }
  return totals;
}
