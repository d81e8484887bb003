import { type Page, PAGE_POSITION, pageOf } from '../../../platform/http/page.js';
import type { FunnelConditions, FunnelSettings } from '../definition/funnel-rules.js';
import { FUNNEL_STATUSES } from '../definition/funnel-status.js';
import type { Funnel } from '../definition/funnel.entity.js';
import { type SequenceResponse, sequenceShape } from './sequence.shapes.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';

export const FUNNEL_EXTRAS = ['subscribers_count', 'sequences'] as const;
export type FunnelExtra = (typeof FUNNEL_EXTRAS)[number];

const funnelShape = s.component('FunnelResponse', {
  id: s.integer(4),
  title: s.text('Welcome'),
  trigger_name: s.text('list_applied', 'See `GET /funnels/triggers`'),
  status: s.oneOf(FUNNEL_STATUSES),
  conditions: s.json<FunnelConditions>({
    type: 'object',
    additionalProperties: true,
    description: 'Filters, re-entry and exit rules',
    examples: [
      {
        run_multiple: 'no',
        reentry: { mode: 'never', days: null },
        filters: null,
        exit: { mode: 'complete', goal: null },
      },
    ],
  }),
  settings: s.json<FunnelSettings>({
    type: 'object',
    additionalProperties: true,
    description: 'The parameters of the trigger, and the settings that all funnels share',
    examples: [{ lists: [1], exit_on_unsubscribe: 'yes', quiet_hours: null, subscription_status: 'subscribed' }],
  }),
  created_by: s.nullable(s.integer(1, 'The id of the manager who created it')),
  version: s.integer(2, 'The version that new enrollments use'),
  created_at: s.isoTime(),
  updated_at: s.isoTime(),
  subscribers_count: s.optional(s.integer(1200, 'Only with `with[]=subscribers_count`')),
  sequences: s.optional(s.list(sequenceShape, 'Only with `with[]=sequences`')),
});
export type FunnelResponse = s.TypeOf<typeof funnelShape>;

export const funnelOf = (
  funnel: Funnel,
  subscribersCount: number | null,
  sequences: readonly SequenceResponse[] | null,
): FunnelResponse =>
  written(funnelShape, funnel, {
    subscribers_count: subscribersCount ?? undefined,
    sequences: sequences ?? undefined,
  });

export const funnelsShape = s.component('FunnelsResponse', { ...PAGE_POSITION, funnels: s.list(funnelShape) });

export function funnelsOf(page: Page<unknown>, funnels: readonly FunnelResponse[], url: string) {
  const { data, ...position } = pageOf({ ...page, items: funnels }, url);
  return { ...position, funnels: data };
}

export const oneFunnelShape = s.component('OneFunnelResponse', { funnel: funnelShape });
export type OneFunnelResponse = s.TypeOf<typeof oneFunnelShape>;

export const funnelWrittenShape = s.component('FunnelWrittenResponse', {
  ...oneFunnelShape.properties,
  message: s.text('Funnel has been saved.'),
});

export const funnelRemovedShape = s.component('FunnelRemovedResponse', { message: s.text('Funnel has been deleted.') });
