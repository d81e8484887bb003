import type { Filters } from '../../segments/segments.service.js';
import type { EventMatch } from './event-match.js';

/** Who comes in, how often, and what takes a contact out before the end; as stored and shown. */
export interface FunnelConditions {
  /** Says the same as `reentry.mode`: `yes` unless that is `never`. */
  readonly run_multiple: 'yes' | 'no';
  readonly reentry: Reentry;
  /** Whom the trigger lets in; null for everybody. */
  readonly filters: Filters | null;
  readonly exit: ExitRule;
}

export interface Reentry {
  readonly mode: 'never' | 'always' | 'after_days';
  /** Since the last way began; of `after_days` alone. */
  readonly days: number | null;
}

export const EXIT_MODES = ['complete', 'goal', 'stop_matching'] as const;
export type ExitMode = (typeof EXIT_MODES)[number];

/**
 * `complete`: everybody goes to the end. `goal`: who does this has reached what the funnel is for, and completes it at once.
 * `stop_matching`: who no longer matches `filters` leaves before the next step. Of several modes, whichever comes first.
 */
export interface ExitRule {
  readonly mode: ExitMode | readonly ExitMode[];
  readonly goal: EventMatch | null;
}

export const exitsBy = ({ mode }: Pick<ExitRule, 'mode'>, wanted: ExitMode): boolean => [mode].flat().includes(wanted);

/** The trigger's own parameters, beside what every funnel may be told. */
export interface FunnelSettings {
  /** Whether who becomes unsubscribed, bounced or complained leaves. */
  readonly exit_on_unsubscribe: 'yes' | 'no';
  /** Mails wait for the end of these hours; null for none. */
  readonly quiet_hours: QuietHours | null;
  /** What somebody becomes who is made a contact by the trigger. */
  readonly subscription_status: 'subscribed' | 'pending' | 'unsubscribed';
  /** By whom its mails leave; a step may say another name and address of the same sender. */
  readonly mailer_settings: FunnelMailer;
  /** The parameters of the trigger, by its schema. */
  readonly [parameter: string]: unknown;
}

export interface QuietHours {
  /** `HH:MM`, included. */
  readonly from: string;
  /** `HH:MM`, not included; before `from` it is on the next day. */
  readonly to: string;
  /** An IANA name; null for the installation's. */
  readonly timezone: string | null;
}

export interface FunnelMailer {
  /** Null: the sender with the From address, else the installation's own mail server. */
  readonly sender_id: number | null;
  readonly from_name: string | null;
  readonly from_email: string | null;
  readonly reply_to_name: string | null;
  readonly reply_to_email: string | null;
}

export const DEFAULT_CONDITIONS: FunnelConditions = {
  run_multiple: 'no',
  reentry: { mode: 'never', days: null },
  filters: null,
  exit: { mode: 'complete', goal: null },
};

export const DEFAULT_SETTINGS: FunnelSettings = {
  exit_on_unsubscribe: 'yes',
  quiet_hours: null,
  subscription_status: 'subscribed',
  mailer_settings: { sender_id: null, from_name: null, from_email: null, reply_to_name: null, reply_to_email: null },
};
