import { givenInput } from '../../../platform/http/given.js';
import type { Language } from '../../../languages/languages.js';
import type { FooterChoice, FooterMode, WrittenContent } from '../../mail-content/rendering/contents.service.js';
import type { Snippets } from '../../mail-content/rendering/written-content.js';
import { contentOf } from '../../mail-content/templates/template.entity.js';
import type { Filters } from '../../segments/segments.service.js';
import {
  type ActionName,
  type BenchmarkSettings,
  type StepSettings,
  branchesOf,
  stepTypeOf,
} from './action-catalog.js';
import type { AwaitedEvent, EventMatch } from './event-match.js';

interface StepOf<Action extends ActionName> {
  readonly id: number;
  readonly parentId: number | null;
  /** The branch of the parent: `yes`, `no`, or the key of a branch. */
  readonly branch: string | null;
  readonly action: Action;
  readonly title: string;
  readonly description: string;
  readonly settings: StepSettings[Action];
  /** Contacts that do not match skip the step; null for all contacts. */
  readonly conditions: Filters | null;
  readonly delay: number;
  readonly place: number;
  readonly since: number;
  /** Those that the email of a step renders, as they were when the funnel started with it. */
  readonly snippets?: Snippets | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type Steps = { readonly [Action in ActionName]: StepOf<Action> };

export type Step<Action extends ActionName = ActionName> = Steps[Action];

export function awaitedBy(step: Step): EventMatch | null {
  if (step.action === 'wait_times') return step.settings.wait_type === 'event' ? step.settings : null;
  if (stepTypeOf(step.action) !== 'benchmark') return null;
  return { ...(step.settings as BenchmarkSettings), event: step.action as AwaitedEvent };
}

export const branchesUnder = ({ action, settings }: Step): readonly string[] => branchesOf(action, settings);

/** Returns the email of a step. */
export function contentOfStep(
  { settings, snippets = null }: Pick<Step<'send_custom_email'>, 'settings' | 'snippets'>,
  timezone: string | null = null,
): WrittenContent {
  return { ...contentOf(givenInput(settings)), snippets, footer: footerOf(settings), timezone };
}

/** Reads the footer settings; steps of older releases do not have them. */
export const footerOf = ({
  footer,
  language,
}: {
  readonly footer?: FooterMode | null;
  readonly language?: Language | null;
}): FooterChoice => ({ mode: footer ?? 'auto', language: language ?? null });
