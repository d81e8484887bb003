import type { Filters } from '../../segments/segments.service.js';
import type { FooterChoice, FooterMode, Language } from '../../mail-content/rendering/contents.service.js';
import type { DesignTemplate } from '../../mail-content/templates/template.entity.js';
import type { AwaitedEvent, EventMatch } from './event-match.js';

/** What a step can be told, by what it does. */
export interface StepSettings {
  readonly send_custom_email: MailSettings;
  /** The content of that campaign, as it is at the moment of sending. */
  readonly send_campaign_email: { readonly campaign_id: number };
  readonly add_contact_to_list: { readonly lists: readonly number[] };
  readonly detach_contact_from_list: { readonly lists: readonly number[] };
  readonly add_contact_to_tag: { readonly tags: readonly number[] };
  readonly detach_contact_from_tag: { readonly tags: readonly number[] };
  readonly add_contact_to_company: { readonly companies: readonly number[] };
  /** A contact column or `custom.<slug>`; values may hold Liquid. Null empties it. */
  readonly update_contact_property: {
    readonly properties: readonly { readonly key: string; readonly value: PropertyValue }[];
  };
  readonly change_status: { readonly status: string };
  readonly add_contact_note: { readonly title: string; readonly description: string; readonly type: string };
  readonly track_event: { readonly event_key: string; readonly title: string; readonly value: string | null };
  readonly http_request: HttpRequestSettings;
  readonly add_to_funnel: { readonly funnel_id: number };
  readonly remove_from_funnel: { readonly funnel_id: number };
  readonly send_double_optin: { readonly template_id: number | null };
  readonly notify_manager: {
    readonly username: string;
    readonly email_subject: string;
    readonly email_body: string;
  };
  readonly wait_times: WaitSettings;
  readonly funnel_condition: { readonly conditions: Filters };
  readonly funnel_split: { readonly branches: readonly { readonly key: string; readonly weight: number }[] };
  readonly end_this_funnel: Readonly<Record<string, never>>;
  readonly list_applied: BenchmarkSettings;
  readonly tag_applied: BenchmarkSettings;
  readonly email_opened: BenchmarkSettings;
  readonly link_clicked: BenchmarkSettings;
  readonly event_tracked: BenchmarkSettings;
  readonly order_received: BenchmarkSettings;
}

export type PropertyValue = string | number | readonly string[] | null;

export interface MailSettings {
  readonly email_subject: string;
  readonly email_pre_header: string;
  readonly email_body: string;
  /** Made from the HTML where it is empty. */
  readonly email_body_text: string;
  readonly design_template: DesignTemplate;
  /** Absent in steps that were saved before there were footers: `auto`. */
  readonly footer?: FooterMode;
  readonly language?: Language | null;
  /** Where it differs from the funnel's. */
  readonly mailer_settings: {
    readonly from_name: string | null;
    readonly from_email: string | null;
    readonly reply_to_name: string | null;
    readonly reply_to_email: string | null;
  };
}

/** Liquid is allowed in all texts but the names of headers. */
export interface HttpRequestSettings {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export const WAIT_UNITS = ['minutes', 'hours', 'days'] as const;
export type WaitUnit = (typeof WAIT_UNITS)[number];

export type WaitSettings =
  | { readonly wait_type: 'unit_wait'; readonly wait_time_amount: number; readonly wait_time_unit: WaitUnit }
  | { readonly wait_type: 'timestamp_wait'; readonly wait_date_time: string }
  | { readonly wait_type: 'to_day'; readonly to_day: readonly string[]; readonly to_day_time: string }
  | {
      readonly wait_type: 'by_custom_field';
      /** The slug of a custom field of type date, or `date_of_birth`. */
      readonly by_custom_field: string;
      readonly offset_days: number;
      /** `HH:MM` of that day, in the installation's zone. */
      readonly at: string;
    }
  | ({
      readonly wait_type: 'event';
      readonly timeout_amount: number;
      readonly timeout_unit: WaitUnit;
    } & EventMatch);

/**
 * An `optional` benchmark stops nobody: who has not done it goes past. A `required` one is waited at. Whoever does it
 * while still before it goes straight there, from wherever on the way to it.
 */
export interface BenchmarkSettings extends Omit<EventMatch, 'event'> {
  readonly type: 'optional' | 'required';
}

export type ActionName = keyof StepSettings;

export const STEP_TYPES = ['action', 'benchmark', 'conditional', 'wait', 'split', 'exit'] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** What is no action like others. */
const TYPE_OF: Partial<Record<ActionName, StepType>> = {
  wait_times: 'wait',
  funnel_condition: 'conditional',
  funnel_split: 'split',
  end_this_funnel: 'exit',
  list_applied: 'benchmark',
  tag_applied: 'benchmark',
  email_opened: 'benchmark',
  link_clicked: 'benchmark',
  event_tracked: 'benchmark',
  order_received: 'benchmark',
};

export function stepTypeOf(action: ActionName): StepType {
  return TYPE_OF[action] ?? 'action';
}

interface StepOf<Action extends ActionName> {
  /** Through all versions. */
  readonly id: number;
  readonly parentId: number | null;
  /** The way of the parent that it stands in: `yes`, `no`, or the key of a branch. */
  readonly branch: string | null;
  readonly action: Action;
  readonly title: string;
  readonly description: string;
  readonly settings: StepSettings[Action];
  /** Who does not match is not concerned by the step and goes past it; null for everybody. */
  readonly conditions: Filters | null;
  /** Seconds before it. */
  readonly delay: number;
  /** The place among its siblings, from 1. */
  readonly place: number;
  /** The version that brought it in its present wording. */
  readonly since: number;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One step of a version; by `action` its settings are known. */
export type Step = { readonly [Action in ActionName]: StepOf<Action> }[ActionName];

/** What the step waits for, if it is an event. */
export function awaitedBy(step: Step): EventMatch | null {
  if (step.action === 'wait_times') return step.settings.wait_type === 'event' ? step.settings : null;
  if (stepTypeOf(step.action) !== 'benchmark') return null;
  return { ...(step.settings as BenchmarkSettings), event: step.action as AwaitedEvent };
}

/** The names of the ways under a step; most have none. */
export function waysUnder(step: Step): readonly string[] {
  if (step.action === 'funnel_condition') return ['yes', 'no'];
  return step.action === 'funnel_split' ? step.settings.branches.map(({ key }) => key) : [];
}

export const footerOf = ({
  footer,
  language,
}: {
  readonly footer?: FooterMode | null;
  readonly language?: Language | null;
}): FooterChoice => ({ mode: footer ?? 'auto', language: language ?? null });
