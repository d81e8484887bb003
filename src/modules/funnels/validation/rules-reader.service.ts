import { Injectable } from '@nestjs/common';
import type { JsonSchema } from '../../../shapes/shape.js';
import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { accepted, readFilledText } from '../../../platform/values/read-value.js';
import type { Filters } from '../../segments/filter-language/filter.js';
import { FiltersService } from '../../segments/filter-language/filters.service.js';
import {
  COMMON_SETTINGS,
  EXIT_MODES,
  EXIT_RULE,
  type ExitMode,
  type ExitRule,
  type FunnelConditions,
  type FunnelSettings,
  REENTRY,
  RUN_MULTIPLE,
  type Reentry,
  exitsBy,
} from '../definition/funnel-rules.js';
import { type Funnel, TITLE_LENGTH } from '../definition/funnel.entity.js';
import { type Reading, SettingChecks } from './setting-checks.service.js';
import { type PayloadCondition, valueFault } from '../definition/trigger-conditions.js';
import { checked, checksIn, sentObject } from './schema-check.js';
import { nullIfEmpty } from './sequence-input.js';
import { isTriggerName, notATrigger, triggerNamed } from '../definition/trigger-catalog.js';
import { isObject, type JsonObject } from '../../../platform/values/json.js';

/** A trigger of another program. */
const STORED_NAME = /^[\w.:-]{1,64}$/;

@Injectable()
export class RulesReader {
  constructor(
    private readonly language: FiltersService,
    private readonly checks: SettingChecks,
  ) {}

  title(sent: unknown, faults: ValidationErrors): string {
    return accepted(readFilledText(sent, TITLE_LENGTH), 'title', faults) ?? '';
  }

  triggerName(input: unknown, faults: ValidationErrors, allowsUnknown = false): string {
    const name = typeof input === 'string' ? input.trim() : '';
    if (input === undefined) faults.add('trigger_name', 'is required');
    const isStored = isTriggerName(name) || (allowsUnknown && STORED_NAME.test(name));
    if (input !== undefined && !isStored) faults.add('trigger_name', notATrigger(name));
    return isStored ? name : '';
  }

  async conditions(reading: Reading, input: unknown, current: FunnelConditions): Promise<FunnelConditions> {
    const { faults } = reading;
    if (input === undefined || input === null) return current;
    const sent = sentObject(input);
    if (sent === null) {
      faults.add('conditions', 'must be an object');
      return current;
    }
    const reentry = readReentry(sent, current.reentry, faults);
    const filters = sent['filters'] === undefined ? current.filters : await this.filters(reading, sent['filters']);
    const exit = await this.exit(reading, sent['exit'], current.exit);
    if (exitsBy(exit, 'stop_matching') && filters === null && !faults.has('conditions.filters'))
      faults.add('conditions.filters', 'is required for the exit stop_matching');
    return { run_multiple: reentry.mode === 'never' ? 'no' : 'yes', reentry, filters, exit };
  }

  /** Omitted members are unchanged; parameters of the trigger only if the trigger is the same. */
  async settings(
    reading: Reading,
    triggerName: string,
    input: unknown,
    { settings: before, triggerName: triggerBefore }: Pick<Funnel, 'settings' | 'triggerName'>,
  ): Promise<FunnelSettings> {
    const sent = sentObject(input ?? {});
    if (sent === null) {
      reading.faults.add('settings', 'must be an object');
      return before;
    }
    const mailer = sent['mailer_settings'];
    const wanted = {
      ...{ ...before, ...sent },
      ...(isObject(mailer) ? { mailer_settings: { ...before.mailer_settings, ...mailer } } : {}),
    };
    const common = await this.validated(reading, COMMON_SETTINGS, wanted, 'settings');
    const schema = triggerNamed(triggerName)?.settings;
    if (schema === undefined) return before;
    const kept = triggerBefore === triggerName ? before : {};
    const own = await this.validated(reading, schema, { ...kept, ...sent }, 'settings');
    checkPayloadValues(own?.['payload'], reading.faults);
    return { ...own, ...common } as FunnelSettings;
  }

  private async validated(
    reading: Reading,
    schema: JsonSchema,
    input: unknown,
    path: string,
  ): Promise<JsonObject | null> {
    const read = checked(schema, input, path, reading.faults);
    await this.checks.check(reading, [...checksIn(schema, read, path)]);
    return read;
  }

  private async filters({ reader, faults }: Reading, input: unknown): Promise<Filters | null> {
    const sent = nullIfEmpty(input);
    return sent === null ? null : this.language.read(sent, 'conditions.filters', faults, reader);
  }

  private async exit(reading: Reading, input: unknown, current: ExitRule): Promise<ExitRule> {
    if (input === undefined || input === null) return current;
    // A goal that is left over from another mode is ignored.
    const modes = isObject(input) ? readModes(input, reading.faults) : null;
    if (modes?.length === 0) return current;
    // Of several modes, only the goal has a member of its own.
    const single =
      modes === null ? input : { ...(input as JsonObject), mode: modes.includes('goal') ? 'goal' : modes[0] };
    const read = await this.validated(reading, EXIT_RULE, single, 'conditions.exit');
    if (read === null) return current;
    const { mode, goal } = read as unknown as Partial<ExitRule> & Pick<ExitRule, 'mode'>;
    return { mode: modes !== null && modes.length > 1 ? modes : mode, goal: goal ?? null };
  }
}

/** @returns the unique modes of an array; empty if it is invalid; null if `mode` is not an array. */
function readModes({ mode: sent }: JsonObject, faults: ValidationErrors): readonly ExitMode[] | null {
  if (!Array.isArray(sent)) return null;
  const modes = EXIT_MODES.filter((mode) => sent.includes(mode));
  const isKnown = sent.length > 0 && sent.every((mode) => (EXIT_MODES as readonly unknown[]).includes(mode));
  if (isKnown && (modes.length === 1 || !modes.includes('complete'))) return modes;
  faults.add(
    'conditions.exit.mode',
    isKnown ? 'must not combine complete with another mode' : `must hold one or more of: ${EXIT_MODES.join(', ')}`,
  );
  return [];
}

function readReentry(sent: JsonObject, current: Reentry, faults: ValidationErrors): Reentry {
  const { run_multiple: multiple, reentry: input } = sent;
  const mode = multiple === undefined || multiple === null ? null : readMultiple(multiple, faults);
  if (input === undefined || input === null) return mode === null ? current : reentryOf(mode, current);
  const read = checked(REENTRY, input, 'conditions.reentry', faults) as Partial<Reentry> | null;
  if (read?.mode === undefined) return current;
  if (mode !== null && (mode === 'no') !== (read.mode === 'never'))
    faults.add('conditions.run_multiple', `must be ${read.mode === 'never' ? 'no' : 'yes'} with that reentry`);
  return { mode: read.mode, days: read.days ?? null };
}

function readMultiple(value: unknown, faults: ValidationErrors): 'yes' | 'no' | null {
  const read = checked(RUN_MULTIPLE, { run_multiple: value }, 'conditions', faults);
  return read === null ? null : (read['run_multiple'] as 'yes' | 'no');
}

function reentryOf(multiple: 'yes' | 'no', current: Reentry): Reentry {
  if (multiple === 'no') return { mode: 'never', days: null };
  return current.mode === 'never' ? { mode: 'always', days: null } : current;
}

function checkPayloadValues(conditions: unknown, faults: ValidationErrors): void {
  if (!Array.isArray(conditions)) return;
  for (const [index, condition] of (conditions as readonly PayloadCondition[]).entries()) {
    const fault = valueFault(condition);
    if (fault !== null) faults.add(`settings.payload.${index}.value`, fault);
  }
}
