import type { JsonSchema } from '../../../events/schema.js';
import { GOAL } from './action-catalogue.js';
import { constant, shape, variants, whole, yesOrNo } from './settings-schema.js';

const MOST_DAYS = 3_650;

export const RUN_MULTIPLE: JsonSchema = shape({
  run_multiple: yesOrNo('Again', {
    description: 'The short way to say `reentry`: no for never, yes for always',
    default: 'no',
  }),
});

export const REENTRY: JsonSchema = variants(
  'Re-entry',
  [
    shape({ mode: constant('never') }, ['mode'], { title: 'Once in a lifetime' }),
    shape({ mode: constant('always') }, ['mode'], { title: 'Whenever it is triggered and nobody is inside' }),
    shape(
      {
        mode: constant('after_days'),
        days: whole('Days', { min: 1, max: MOST_DAYS, description: 'Since the last way began', example: 30 }),
      },
      ['mode', 'days'],
      { title: 'After some days' },
    ),
  ],
  'When somebody who was in the funnel before may come in again',
);

export const EXIT_RULE: JsonSchema = variants(
  'Exit',
  [
    shape({ mode: constant('complete') }, ['mode'], { title: 'At the end' }),
    shape({ mode: constant('goal'), goal: GOAL }, ['mode', 'goal'], { title: 'At a goal, too' }),
    shape({ mode: constant('stop_matching') }, ['mode'], { title: 'When the filters no longer match, too' }),
  ],
  'What takes a contact out; `mode` may be `["goal", "stop_matching"]`: whichever comes first',
);

/** Who comes in, how often, and what takes a contact out before the end. */
export const CONDITIONS: JsonSchema = shape({
  ...(RUN_MULTIPLE['properties'] as object),
  reentry: REENTRY,
  filters: {
    title: 'Filters',
    description: 'A rule of the filter language: whom the trigger lets in; null for everybody',
    type: ['array', 'null'],
    default: null,
    examples: [[[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]]],
  },
  exit: EXIT_RULE,
});
