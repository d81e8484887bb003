import { type Html, html } from '../../../platform/html/html.js';
import type { Page as Rows } from '../../../platform/http/page.js';
import type { FunnelResponse } from '../../funnels/dto/funnel.response.js';
import type { SequenceResponse } from '../../funnels/dto/sequence.response.js';
import type {
  FunnelConversionResponse,
  LiveFunnelResponse,
} from '../../reports/funnels/dto/funnel-reports.response.js';
import { SECTIONS } from '../http/sections.js';
import type { Page } from '../pages/layout.js';
import {
  apiCalls,
  ask,
  badge,
  count,
  duration,
  empty,
  foreign,
  link,
  money,
  NOTHING,
  part,
  share,
  tiles,
  type Times,
} from '../pages/parts.js';
import { pager, table } from '../pages/table.js';
import { funnelGraph } from './funnel-graph.js';

export function funnelsPage(funnels: Rows<FunnelResponse>, search: string, times: Times): Page {
  const list = table(
    'Funnels, newest first',
    [
      { title: 'Funnel', cell: ({ id, title }) => link(`${SECTIONS.funnels.path}/${id}`, title) },
      { title: 'Status', cell: ({ status }) => badge(status) },
      { title: 'Trigger', cell: ({ trigger_name: trigger }) => html`<code>${trigger}</code>`, isExtra: true },
      { title: 'Entered', cell: (funnel) => count(funnel.subscribers_count ?? 0), isNumber: true },
      { title: 'Changed', cell: (funnel) => times(funnel.updated_at), isExtra: true },
    ],
    funnels.items,
  );
  return {
    title: SECTIONS.funnels.title,
    lead: `${count(funnels.total)} ${funnels.total === 1 ? 'funnel' : 'funnels'}`,
    content: html`${ask('search', 'Title', search, 'Search')}
    ${
      funnels.items.length > 0
        ? list
        : search === ''
          ? empty('No funnels yet', html`Create one with <code>POST /funnels</code>.`)
          : empty('Nothing found', html`No title contains “${foreign(search)}”.`)
    }
    ${pager(funnels, { search })} ${apiCalls('Change this with the API', ['POST /funnels', 'PUT /funnels/{id}/status'])}`,
  };
}

/** A step of the current version with its figures. */
interface StepRow {
  readonly step: SequenceResponse;
  /** The branches that lead to the step, from the top. */
  readonly branches: readonly string[];
  readonly waiting: number;
  readonly entered: number;
  readonly completed: number;
  readonly seconds: number | null;
  readonly emails: FunnelConversionResponse['sequence_performance'][number] | undefined;
}

export function funnelPage(
  funnel: FunnelResponse,
  figures: FunnelConversionResponse,
  live: LiveFunnelResponse,
  times: Times,
): Page {
  const { subscribers, revenue, exits } = figures;
  const steps = funnel.sequences ?? [];
  const rows = stepRows(steps, [], figures, live);
  const rowOf = new Map(rows.map((row) => [row.step.id, row]));
  const graph = funnelGraph(
    steps,
    { title: 'Trigger', kind: funnel.trigger_name, people: `${count(subscribers.total_entered)} entered` },
    (step) => ({
      title: step.title,
      kind: step.action_name.replaceAll('_', ' '),
      people: `${count(rowOf.get(step.id)?.waiting ?? 0)} here, ${count(rowOf.get(step.id)?.entered ?? 0)} entered`,
    }),
    `${rows.length} steps; the table below lists them with their branches and contacts.`,
  );
  return {
    title: funnel.title,
    lead: html`${badge(funnel.status)} Version ${funnel.version}, changed ${times(funnel.updated_at)}`,
    content: html`${tiles([
      {
        label: 'Entered',
        value: count(subscribers.total_entered),
        note: `${count(live.entered_last_hour)} in the last hour`,
      },
      { label: 'In the funnel now', value: count(live.active), note: `${count(live.waiting)} wait` },
      { label: 'Completed', value: count(subscribers.completed), note: share(subscribers.completion_rate) },
      { label: 'Revenue', value: money(revenue.total, revenue.currency), note: `${count(revenue.orders)} orders` },
    ])}
    ${
      steps.length === 0
        ? empty('No steps yet', html`Add steps with <code>PUT /funnels/${funnel.id}/sequences</code>.`)
        : html`${part('Steps', html`<div class="card scroll graph" role="region" aria-label="Graph of the steps" tabindex="0">${graph}</div>`)}
          ${part('Contacts and emails by step', stepTable(rows))}`
    }
    ${exits.length === 0 ? null : part('Early exits', exitTable(exits))}
    ${apiCalls('Change this with the API', [
      `PUT /funnels/${funnel.id}`,
      `PUT /funnels/${funnel.id}/sequences`,
      `PUT /funnels/${funnel.id}/status`,
      `GET /funnels/${funnel.id}/subscribers`,
    ])}`,
  };
}

/** Flattens the tree in reading order: a step, its branches, and the following step. */
function stepRows(
  steps: readonly SequenceResponse[],
  branches: readonly string[],
  figures: FunnelConversionResponse,
  live: LiveFunnelResponse,
): StepRow[] {
  return steps.flatMap((step) => {
    const counts = figures.steps.find(({ sequence_id: id }) => id === step.id);
    const row = {
      ...{ step, branches },
      waiting: live.by_sequence.find(({ sequence_id: id }) => id === step.id)?.waiting ?? 0,
      entered: counts?.entered ?? 0,
      completed: counts?.converted ?? 0,
      seconds: counts?.median_seconds ?? null,
      emails: figures.sequence_performance.find(({ sequence_id: id }) => id === step.id),
    };
    const inner = Object.entries(step.children ?? {}).flatMap(([name, children]) =>
      stepRows(children, [...branches, `${step.title}: ${name}`], figures, live),
    );
    return [row, ...inner];
  });
}

const stepTable = (rows: readonly StepRow[]): Html =>
  table(
    'Steps with their branches, contacts, and emails',
    [
      {
        title: 'Step',
        cell: ({ step, branches }) =>
          html`<bdi>${step.title}</bdi>${branches.map((name) => html`<small><bdi>${name}</bdi></small>`)}`,
      },
      { title: 'Here now', cell: ({ waiting }) => count(waiting), isNumber: true },
      { title: 'Entered', cell: ({ entered }) => count(entered), isNumber: true },
      { title: 'Completed', cell: ({ completed }) => count(completed), isNumber: true },
      { title: 'Median time', cell: ({ seconds }) => duration(seconds), isNumber: true },
      { title: 'Emails', cell: ({ emails }) => count(emails?.sent ?? null), isNumber: true },
      { title: 'Open rate', cell: ({ emails }) => (emails ? share(emails.open_rate) : NOTHING), isNumber: true },
      { title: 'Click rate', cell: ({ emails }) => (emails ? share(emails.click_rate) : NOTHING), isNumber: true },
    ],
    rows,
  );

const exitTable = (exits: FunnelConversionResponse['exits']): Html =>
  table(
    'Early exits by reason',
    [
      { title: 'Reason', cell: ({ reason }) => reason.replaceAll('_', ' ') },
      { title: 'Contacts', cell: ({ total }) => count(total), isNumber: true },
    ],
    exits,
  );
