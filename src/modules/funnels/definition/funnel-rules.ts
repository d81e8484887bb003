import type { JsonSchema, TypeOf } from '../../../shapes/shape.js';
import type { Filters } from '../../segments/segments.service.js';
import { type EventMatch, GOAL } from './event-match.js';
import { choice, constant, formatted, id, optional, shape, text, variants, whole, yesOrNo } from './settings-schema.js';

const MAX_DAYS = 3_650;

export interface FunnelConditions {
  readonly run_multiple: 'yes' | 'no';
  readonly reentry: Reentry;
  readonly filters: Filters | null;
  readonly exit: ExitRule;
}

export interface Reentry {
  readonly mode: 'never' | 'always' | 'after_days';
  /** Since the last enrollment started; only with `after_days`. */
  readonly days: number | null;
}

export const EXIT_MODES = ['complete', 'goal', 'stop_matching', 'replied'] as const;
export type ExitMode = (typeof EXIT_MODES)[number];

/**
 * `stop_matching`: contacts that do not match `filters` any more leave before their next step. `replied`: contacts that reply to an email
 * of their enrollment leave.
 */
export interface ExitRule {
  readonly mode: ExitMode | readonly ExitMode[];
  readonly goal: EventMatch | null;
}

export const exitsBy = ({ mode }: Pick<ExitRule, 'mode'>, wanted: ExitMode): boolean => [mode].flat().includes(wanted);

const runMultiple = yesOrNo('Again', { description: 'Short form of `reentry` (never or always)', default: 'no' });
export const RUN_MULTIPLE = shape({ run_multiple: runMultiple });

export const REENTRY = variants(
  'Re-entry',
  [
    shape({ mode: constant('never') }, { title: 'Never' }),
    shape({ mode: constant('always') }, { title: 'When the last enrollment has ended' }),
    shape(
      {
        mode: constant('after_days'),
        days: whole('Days', { min: 1, max: MAX_DAYS, description: 'Since the last enrollment started', example: 30 }),
      },
      { title: 'After a number of days' },
    ),
  ],
  'When contacts that were enrolled before can be enrolled again',
);

export const EXIT_RULE = variants(
  'Exit',
  [
    shape({ mode: constant('complete') }, { title: 'At the end' }),
    shape({ mode: constant('goal'), goal: GOAL }, { title: 'Also at a goal' }),
    shape({ mode: constant('stop_matching') }, { title: 'Also when the filters do not match any more' }),
    shape({ mode: constant('replied') }, { title: 'Also when the contact replies to an email of the funnel' }),
  ],
  'What ends an enrollment; `mode` can be an array such as `["goal", "stop_matching", "replied"]`: whichever comes first',
);

export const CONDITIONS: JsonSchema = shape(
  {
    run_multiple: runMultiple,
    reentry: REENTRY,
    filters: {
      title: 'Filters',
      description: 'A rule of the filter language; contacts that do not match are not enrolled. Null for all contacts',
      type: ['array', 'null'],
      default: null,
      examples: [[[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]]],
    },
    exit: EXIT_RULE,
  },
  { absent: ['reentry', 'exit'] },
);

export const MAIL_HEAD = {
  from_name: optional(text('From name', { form: 'one_line', example: 'Ada from Carillon' })),
  from_email: optional(formatted('From address', 'email', { example: 'ada@example.com' })),
  reply_to_name: optional(text('Reply-To name', { form: 'one_line' })),
  reply_to_email: optional(formatted('Reply-To address', 'email')),
};

export const COMMON_SETTINGS = shape({
  exit_on_unsubscribe: yesOrNo('Leave when unsubscribed', {
    description: 'Whether contacts that become unsubscribed, bounced or complained leave the funnel',
    default: 'yes',
  }),
  timezone: optional(
    formatted('Time zone', 'time-zone', {
      description: 'Of dates in emails and texts; null for `APP_TIMEZONE`',
      example: 'Europe/Paris',
    }),
  ),
  quiet_hours: optional(
    shape(
      {
        from: text('From', { form: 'time_of_day', max: 5, description: 'Inclusive', example: '21:00' }),
        to: text('To', {
          form: 'time_of_day',
          max: 5,
          description: 'Exclusive; a time before `from` is on the next day',
          example: '08:00',
        }),
        timezone: optional(
          formatted('Time zone', 'time-zone', {
            description: 'An IANA time zone; null for `APP_TIMEZONE`',
            example: 'Europe/Paris',
          }),
        ),
      },
      { title: 'Quiet hours', description: 'The funnel sends no emails during these hours' },
    ),
  ),
  subscription_status: choice('Status of new contacts', ['subscribed', 'pending', 'unsubscribed'], {
    description: 'The status of contacts that the trigger creates',
    default: 'subscribed',
  }),
  subscription_list_id: optional(
    id('Subscription', 'subscriptions', {
      description: 'The list through which the emails go: they use its sender, and opting out leaves this list only',
    }),
  ),
  mailer_settings: {
    ...shape(
      {
        sender_id: optional(
          id('Sender', 'senders', { description: 'Null: the sender with the From address, else the default sender' }),
        ),
        ...MAIL_HEAD,
      },
      { title: 'Sender' },
    ),
    default: {},
  },
});

/** The shared settings, and the parameters of the trigger by its schema. */
export type FunnelSettings = TypeOf<typeof COMMON_SETTINGS> & { readonly [parameter: string]: unknown };
export type QuietHours = NonNullable<FunnelSettings['quiet_hours']>;
export type FunnelMailer = Pick<FunnelSettings, 'mailer_settings' | 'subscription_list_id'>;

export const DEFAULT_CONDITIONS: FunnelConditions = {
  run_multiple: 'no',
  reentry: { mode: 'never', days: null },
  filters: null,
  exit: { mode: 'complete', goal: null },
};

export const DEFAULT_SETTINGS: FunnelSettings = {
  exit_on_unsubscribe: 'yes',
  timezone: null,
  quiet_hours: null,
  subscription_status: 'subscribed',
  subscription_list_id: null,
  mailer_settings: { sender_id: null, from_name: null, from_email: null, reply_to_name: null, reply_to_email: null },
};
