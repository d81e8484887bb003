import { Inject, Param } from '@nestjs/common';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { FunnelPresenter } from '../../funnels/funnel-presenter.js';
import { FunnelsService } from '../../funnels/funnels.service.js';
import { FunnelReportsService } from '../../reports/funnels/funnel-reports.service.js';
import { LiveFunnelsService } from '../../reports/funnels/live-funnels.service.js';
import { ConsoleController, ConsoleView } from '../http/console-view.js';
import { SECTIONS, type Page } from '../pages/layout.js';
import * as ui from '../pages/ui.js';
import { type Html, html, type HtmlContent } from '../../../platform/html/html.js';
import type { FunnelResponse } from '../../funnels/dto/funnel.shapes.js';
import type { SequenceResponse } from '../../funnels/dto/sequence.shapes.js';
import type { FunnelConversionResponse, LiveFunnelResponse } from '../../reports/funnels/dto/funnel-reports.shapes.js';
import { funnelGraph } from './funnel-graph.js';

const ALL_TIME = { dateRange: undefined, startDate: undefined, endDate: undefined };

@ConsoleController(SECTIONS.funnels.path)
export class FunnelsConsole {
  constructor(
    private readonly funnels: FunnelsService,
    private readonly presenter: FunnelPresenter,
    private readonly reports: FunnelReportsService,
    private readonly live: LiveFunnelsService,
    @Inject(ui.TIMES) private readonly times: ui.Times,
  ) {}

  @ConsoleView('funnels', ':id')
  async show(@Param('id', new IdPipe('funnel')) id: number): Promise<Page> {
    const { funnel } = await this.presenter.one(await this.funnels.find(id), ['sequences']);
    const figures = await this.reports.conversion(id, { period: ALL_TIME, includeMachine: false });
    const live = await this.live.live(id);
    const { sequences: steps = [] } = funnel;
    const { subscribers, revenue } = figures;
    return {
      title: funnel.title,
      lead: html`${ui.badge(funnel.status)} Version ${funnel.version}, changed ${this.times(funnel.updated_at)}`,
      content: html`${ui.tiles([
        ['Entered', ui.count(subscribers.total_entered), `${ui.count(live.entered_last_hour)} in the last hour`],
        ['In the funnel now', ui.count(live.active), `${ui.count(live.waiting)} wait`],
        ['Completed', ui.count(subscribers.completed), `${ui.share(subscribers.completion_rate)}; end or goal`],
        ['Revenue', ui.money(revenue.total, revenue.currency), `${ui.count(revenue.orders)} orders`],
      ])}
      ${steps.length > 0 ? stepsOf(funnel, figures, live) : ui.empty('No steps yet', html`Add steps with ${ui.code(`PUT /funnels/${id}/sequences`)}.`)}`,
      calls: [
        ...[`PUT /funnels/${id}`, `PUT /funnels/${id}/status`, `GET /funnels/${id}/subscribers`],
        ...['', '/conversion-stats'].map((name) => `GET /reports/funnels/${id}${name}`),
      ],
    };
  }
}

/** A step of the current version with its figures. */
interface StepRow {
  readonly step: SequenceResponse;
  /** The branches that lead to the step, from the top. */
  readonly branches: readonly string[];
  readonly waiting: number;
  readonly counts: FunnelConversionResponse['steps'][number] | undefined;
  readonly emails: FunnelConversionResponse['sequence_performance'][number] | undefined;
}

const asBranch = (name: string): Html => html`<small><bdi>${name}</bdi></small>`;

const STEP_COLUMNS: readonly ui.Column<StepRow>[] = [
  ['Step', ({ step, branches }) => [ui.text(step.title), ...branches.map(asBranch)]],
  ['Here now', ({ waiting }) => ui.count(waiting), 'number'],
  ['Entered', ({ counts }) => ui.count(counts?.entered ?? 0), 'number'],
  ['Completed', ({ counts }) => ui.count(counts?.converted ?? 0), 'number'],
  ['Emails', ({ emails }) => ui.count(emails?.sent ?? null), 'number'],
  ['Tracked', ({ emails }) => ui.count(emails?.tracked ?? null), 'number'],
  ['Opened of tracked', ({ emails }) => (emails ? ui.share(emails.open_rate) : ui.NOTHING), 'number'],
  ['Clicked of tracked', ({ emails }) => (emails ? ui.share(emails.click_rate) : ui.NOTHING), 'number'],
];

/** These two reasons are those of completed enrollments. */
const endOf = (reason: string): string =>
  `${ui.words(reason)} (${/^(?:end_this_funnel|goal_reached)$/.test(reason) ? 'completed' : 'left early'})`;

function stepsOf(
  { sequences = [], trigger_name: trigger }: FunnelResponse,
  figures: FunnelConversionResponse,
  live: LiveFunnelResponse,
): HtmlContent {
  const rows = stepRows(sequences, [], figures, live);
  const rowOf = new Map(rows.map((row) => [row.step.id, row]));
  const peopleAt = ({ id }: SequenceResponse): string =>
    `${ui.count(rowOf.get(id)?.waiting ?? 0)} here, ${ui.count(rowOf.get(id)?.counts?.entered ?? 0)} entered`;
  const start = ['Trigger', trigger, `${ui.count(figures.subscribers.total_entered)} entered`] as const;
  const boxOf = (step: SequenceResponse) => [step.title, ui.words(step.action_name), peopleAt(step)] as const;
  const words = `${rows.length} steps; the table below lists them with their branches and contacts.`;
  return [
    ui.part(
      'Steps',
      html`<div class="card scroll graph" role="region" aria-label="Graph of the steps" tabindex="0">
        ${funnelGraph(sequences, start, boxOf, words)}
      </div>`,
    ),
    ui.part(
      'Contacts and emails by step',
      ui.table('Steps with their branches, contacts, and emails', STEP_COLUMNS, rows),
    ),
    figures.exits.length === 0
      ? null
      : ui.part(
          'Ended with a reason',
          ui.facts(figures.exits.map(({ reason, total }) => [endOf(reason), ui.count(total)])),
        ),
  ];
}

/** Flattens the tree in reading order: a step, its branches, and the following step. */
function stepRows(
  steps: readonly SequenceResponse[],
  branches: readonly string[],
  figures: FunnelConversionResponse,
  live: LiveFunnelResponse,
): StepRow[] {
  return steps.flatMap((step) => {
    const isHere = ({ sequence_id: id }: { readonly sequence_id: number }): boolean => id === step.id;
    const waiting = live.by_sequence.find(isHere)?.waiting ?? 0;
    const [counts, emails] = [figures.steps.find(isHere), figures.sequence_performance.find(isHere)];
    const inner = Object.entries(step.children ?? {}).flatMap(([name, children]) =>
      stepRows(children, [...branches, `${step.title}: ${name}`], figures, live),
    );
    return [{ step, branches, waiting, counts, emails }, ...inner];
  });
}
