import { Injectable } from '@nestjs/common';
import type { EntityReader } from '../../../platform/database/reader.js';
import type { Faults } from '../../../platform/errors/faults.js';
import { type Filters, SegmentsService } from '../../segments/segments.service.js';
import { EXIT_RULE, REENTRY, RUN_MULTIPLE } from './conditions-schema.js';
import {
  DEFAULT_CONDITIONS,
  DEFAULT_SETTINGS,
  EXIT_MODES,
  type ExitMode,
  type ExitRule,
  exitsBy,
  type FunnelConditions,
  type FunnelSettings,
  type Reentry,
} from './funnel-rules.js';
import { Meanings } from './meanings.service.js';
import { checked, isObject, meaningsIn } from './schema-check.js';
import { emptyIsNone } from './sequence-input.js';
import { COMMON_SETTINGS, NATIVE_TRIGGERS, type PayloadOperator, isNative } from './trigger-catalogue.js';
import { familyOf, isTriggerName } from './trigger-names.js';

type Json = Readonly<Record<string, unknown>>;

/** What a funnel had before. */
export interface PresentSettings {
  readonly triggerName: string;
  readonly settings: FunnelSettings;
}

const NO_MAILS: ReadonlySet<number> = new Set();

/** Reads whom a funnel takes in and how, and says everything that is wrong with it at once. */
@Injectable()
export class RulesReader {
  constructor(
    private readonly segments: SegmentsService,
    private readonly meanings: Meanings,
  ) {}

  /** @returns the empty text when something is wrong. */
  triggerName(input: unknown, faults: Faults): string {
    const name = typeof input === 'string' ? input.trim() : '';
    if (input === undefined) faults.add('trigger_name', 'is required');
    else if (!isTriggerName(name)) faults.add('trigger_name', 'is not a trigger');
    return isTriggerName(name) ? name : '';
  }

  /** What is not sent stays as it is. */
  async conditions(
    reader: EntityReader,
    input: unknown,
    faults: Faults,
    current: FunnelConditions = DEFAULT_CONDITIONS,
  ): Promise<FunnelConditions> {
    if (input === undefined || input === null) return current;
    // Forms send an empty array for what is empty.
    const sent = Array.isArray(input) && input.length === 0 ? {} : input;
    if (!isObject(sent)) {
      faults.add('conditions', 'must be an object');
      return current;
    }
    const reentry = readReentry(sent, current.reentry, faults);
    const filters =
      sent['filters'] === undefined ? current.filters : await this.filters(reader, sent['filters'], faults);
    const exit = await this.exit(reader, sent['exit'], current.exit, faults);
    if (exitsBy(exit, 'stop_matching') && filters === null && !faults.has('conditions.filters'))
      faults.add('conditions.filters', 'is required for the exit stop_matching');
    return { run_multiple: reentry.mode === 'never' ? 'no' : 'yes', reentry, filters, exit };
  }

  /** What is not sent stays as it is; parameters of the trigger only while the trigger is the same. */
  async settings(
    reader: EntityReader,
    triggerName: string,
    input: unknown,
    faults: Faults,
    current?: PresentSettings,
  ): Promise<FunnelSettings> {
    const before = current?.settings ?? DEFAULT_SETTINGS;
    const sent = input === undefined || input === null || (Array.isArray(input) && input.length === 0) ? {} : input;
    if (!isObject(sent)) {
      faults.add('settings', 'must be an object');
      return before;
    }
    const mailer = sent['mailer_settings'];
    const common = await this.judged(
      reader,
      COMMON_SETTINGS,
      {
        ...before,
        ...sent,
        ...(isObject(mailer) ? { mailer_settings: { ...before.mailer_settings, ...mailer } } : {}),
      },
      faults,
    );
    const schema = isNative(triggerName) ? NATIVE_TRIGGERS[triggerName].settings : familyOf(triggerName)?.settings;
    if (schema === undefined) return before;
    const stays = current?.triggerName === triggerName ? current.settings : {};
    const own = await this.judged(reader, schema, { ...stays, ...sent }, faults);
    checkPayloadValues(own?.['payload'], faults);
    return { ...own, ...common } as FunnelSettings;
  }

  private async judged(
    reader: EntityReader,
    schema: Parameters<typeof checked>[0],
    input: Json,
    faults: Faults,
  ): Promise<Json | null> {
    const read = checked(schema, input, 'settings', faults);
    await this.meanings.check(reader, [...meaningsIn(schema, read, 'settings')], NO_MAILS, faults);
    return read;
  }

  private async filters(reader: EntityReader, input: unknown, faults: Faults): Promise<Filters | null> {
    const sent = emptyIsNone(input);
    return sent === null ? null : this.segments.readFilters(sent, 'conditions.filters', faults, reader);
  }

  private async exit(reader: EntityReader, input: unknown, current: ExitRule, faults: Faults): Promise<ExitRule> {
    if (input === undefined || input === null) return current;
    // The mode decides, so a goal that is left over from another mode harms nobody.
    const modes = isObject(input) && Array.isArray(input['mode']) ? readModes(input['mode'], faults) : null;
    if (modes?.length === 0) return current;
    // Of several modes only the goal has a member of its own.
    const [only = 'goal'] = modes?.length === 1 ? modes : [];
    const read = checked(
      EXIT_RULE,
      modes === null ? input : { ...(input as Json), mode: only },
      'conditions.exit',
      faults,
    );
    if (read === null) return current;
    await this.meanings.check(reader, [...meaningsIn(EXIT_RULE, read, 'conditions.exit')], NO_MAILS, faults);
    const { mode, goal } = read as unknown as Partial<ExitRule> & Pick<ExitRule, 'mode'>;
    return { mode: modes !== null && modes.length > 1 ? modes : mode, goal: goal ?? null };
  }
}

/** @returns each mode once; none where something is wrong. */
function readModes(sent: readonly unknown[], faults: Faults): readonly ExitMode[] {
  const modes = EXIT_MODES.filter((mode) => sent.includes(mode));
  const isKnown = sent.length > 0 && sent.every((mode) => (EXIT_MODES as readonly unknown[]).includes(mode));
  if (isKnown && (modes.length === 1 || !modes.includes('complete'))) return modes;
  faults.add(
    'conditions.exit.mode',
    isKnown ? 'must not hold complete beside another mode' : `must hold one or more of: ${EXIT_MODES.join(', ')}`,
  );
  return [];
}

/** `run_multiple` is the older and shorter way to say when somebody may come in again. */
function readReentry(sent: Json, current: Reentry, faults: Faults): Reentry {
  const { run_multiple: multiple, reentry: input } = sent;
  const said = multiple === undefined || multiple === null ? null : readMultiple(multiple, faults);
  if (input === undefined || input === null) return said === null ? current : reentryOf(said, current);
  const read = checked(REENTRY, input, 'conditions.reentry', faults) as Partial<Reentry> | null;
  if (read?.mode === undefined) return current;
  if (said !== null && (said === 'no') !== (read.mode === 'never'))
    faults.add('conditions.run_multiple', `must be ${read.mode === 'never' ? 'no' : 'yes'} with that reentry`);
  return { mode: read.mode, days: read.days ?? null };
}

function readMultiple(value: unknown, faults: Faults): 'yes' | 'no' | null {
  const read = checked(RUN_MULTIPLE, { run_multiple: value }, 'conditions', faults);
  return read === null ? null : (read['run_multiple'] as 'yes' | 'no');
}

function reentryOf(multiple: 'yes' | 'no', current: Reentry): Reentry {
  if (multiple === 'no') return { mode: 'never', days: null };
  return current.mode === 'never' ? { mode: 'always', days: null } : current;
}

interface SentCondition {
  readonly operator: PayloadOperator;
  readonly value?: unknown;
}

/** Which value an operator takes is nothing that a schema says well. */
function checkPayloadValues(conditions: unknown, faults: Faults): void {
  if (!Array.isArray(conditions)) return;
  for (const [index, { operator, value }] of (conditions as readonly SentCondition[]).entries()) {
    const fault = faultOfValue(operator, value);
    if (fault !== null) faults.add(`settings.payload.${index}.value`, fault);
  }
}

function faultOfValue(operator: PayloadOperator, value: unknown): string | null {
  if (operator === 'exists')
    return value === undefined || typeof value === 'boolean' ? null : 'must be true or false for exists';
  if (value === undefined) return 'is required';
  if (operator === 'in')
    return Array.isArray(value) && value.length > 0 ? null : 'must be an array with at least one item for in';
  if (Array.isArray(value)) return `must not be an array for ${operator}`;
  const mustBeSaid = operator === '>' || operator === '<' || operator === 'contains';
  return mustBeSaid && typeof value !== 'number' && typeof value !== 'string'
    ? `must be a number or text for ${operator}`
    : null;
}
