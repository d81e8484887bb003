import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx, EntityReader } from '../../../platform/database/database.js';
import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { readFlag } from '../../../platform/http/dto-fields.js';
import {
  CustomValuesService,
  type FieldDefinitions,
  type ValueChange,
  readCustomValues,
} from '../../custom-fields/custom-values.service.js';
import { type KnownLabel, type LabelKind, LabelsService } from '../../labels/labels.service.js';
import type { ConsentEvidence } from '../consent/consent-log.js';
import { readConsent } from '../consent/read-consent.js';
import { type ContactFields, type FieldRules, type RawContact, readFields } from '../contact/contact-fields.js';
import type { ContactStatus } from '../contact/contact-status.js';
import type { RequestedMemberships } from '../memberships/membership-change.js';
import { type LabelReference, readLabelReferences } from '../contact/read-ids.js';

/** A contact with labels and custom values, not validated yet. */
export interface ContactInput extends RawContact {
  readonly tags?: unknown;
  readonly lists?: unknown;
  readonly attach_tags?: unknown;
  readonly attach_lists?: unknown;
  readonly detach_tags?: unknown;
  readonly detach_lists?: unknown;
  readonly unsubscribe_lists?: unknown;
  readonly custom_values?: unknown;
  /** Evidence of consent as `{ip, text_version, proof}`. */
  readonly consent?: unknown;
  readonly forget_tracking?: unknown;
}

export interface CheckedContact {
  readonly fields: ContactFields;
  readonly requestedLabels: Readonly<Record<LabelKind, RequestedMemberships>>;
  /** All labels in `requestedLabels`, possibly with others. */
  readonly named: Readonly<Record<LabelKind, ReadonlyMap<number, KnownLabel>>>;
  readonly values: readonly ValueChange[];
  readonly consent: ConsentEvidence | null;
  /** Whether earlier opens and clicks are anonymized. */
  readonly forgetsTracking?: boolean;
}

export const NOTHING: CheckedContact = {
  fields: {},
  requestedLabels: { list: {}, tag: {} },
  named: { list: new Map(), tag: new Map() },
  values: [],
  consent: null,
};

export const onlyStatus = (status: ContactStatus): CheckedContact => ({ ...NOTHING, fields: { status } });

/** A request about lists only. */
export const requestOf = (list: RequestedMemberships, known: ReadonlyMap<number, KnownLabel>) => ({
  requestedLabels: { ...NOTHING.requestedLabels, list },
  named: { ...NOTHING.named, list: known },
});

/** Whether `tags` and `lists` replace the memberships or add to them. */
type LabelMode = 'replace' | 'attach';

/** A contact and its errors; with errors, `checked` must not be used. */
export interface CheckResult {
  readonly checked: CheckedContact;
  readonly faults: ValidationErrors;
}

interface CheckOptions {
  /** Whether to lock the custom field definitions until the transaction ends, which a dry run does not need. */
  readonly hold: boolean;
  /** Errors that are already known. */
  readonly faultsOf: (input: ContactInput) => ValidationErrors;
  readonly repeatable?: Tx;
}

/** Data that is read before contacts are validated. */
interface Known {
  readonly named: Readonly<Record<LabelKind, ReadonlyMap<number, KnownLabel>>>;
  readonly definitions: FieldDefinitions;
}

/** Validates contacts. It finds all errors of all parts before anything is written. */
@Injectable()
export class ContactCheck {
  constructor(
    private readonly labels: LabelsService,
    private readonly values: CustomValuesService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Returns the rules by which contact fields are validated today. */
  fieldRules(): FieldRules {
    return { contactTypes: this.config.contactTypes, today: this.clock.now().toISOString().slice(0, 10) };
  }

  /**
   * @param faults receives the errors; if there are any, the result must not be used.
   * @param isRepeatable whether the transaction may fail with StaleLabels, because the caller repeats it
   */
  async check(
    tx: Tx,
    input: ContactInput,
    mode: LabelMode,
    faults: ValidationErrors,
    isRepeatable = false,
  ): Promise<CheckedContact> {
    const options = { faultsOf: () => faults, hold: true, ...(isRepeatable && { repeatable: tx }) };
    const [result] = await this.checkMany(tx, [input], mode, options);
    if (result === undefined) throw new Error('the result for the contact is missing');
    return result.checked;
  }

  /**
   * Validates many contacts in as many statements as one.
   */
  async checkMany(
    reader: EntityReader,
    inputs: readonly ContactInput[],
    mode: LabelMode,
    { hold, faultsOf, repeatable }: CheckOptions,
  ): Promise<CheckResult[]> {
    const rules = this.fieldRules();
    const started = inputs.map((input): Started => {
      const faults = faultsOf(input);
      const fields = readFields(input, rules, faults);
      const asked = { list: readLabels('list', input, faults), tag: readLabels('tag', input, faults) };
      return { input, faults, fields, asked };
    });
    const references = {
      list: referencesIn(started.map(({ asked }) => asked.list)),
      tag: referencesIn(started.map(({ asked }) => asked.tag)),
    };
    const named = await (repeatable
      ? this.labels.lastKnownOf(repeatable, references)
      : this.labels.knownOf(reader, references));
    const sentValues = inputs.map(({ custom_values: values }) => values);
    const definitions = await this.values.definitionsFor(reader, sentValues, hold);
    return started.map((each) => checked(each, { named, definitions }, mode));
  }
}

interface Started {
  readonly input: ContactInput;
  readonly faults: ValidationErrors;
  readonly fields: ContactFields;
  readonly asked: Readonly<Record<LabelKind, AskedLabels>>;
}

function checked(
  { input, faults, fields, asked }: Started,
  { named, definitions }: Known,
  mode: LabelMode,
): CheckResult {
  const requestedLabels = {
    list: askedOf('list', asked.list, named.list, mode, faults),
    tag: askedOf('tag', asked.tag, named.tag, mode, faults),
  };
  const values = readCustomValues(input.custom_values, definitions, faults);
  const forgetsTracking = readFlag('forget_tracking', input.forget_tracking, faults);
  if (forgetsTracking && fields.trackingConsent !== 'denied')
    faults.add('forget_tracking', 'is possible only with tracking_consent denied');
  const consent = readConsent(input.consent, faults);
  return { checked: { fields, requestedLabels, named, values, consent, forgetsTracking }, faults };
}

/** The labels in a request; `set` is undefined if none was sent. */
interface AskedLabels {
  readonly set: readonly LabelReference[] | undefined;
  readonly attach: readonly LabelReference[];
  readonly detach: readonly LabelReference[];
  /** Of lists only. */
  readonly unsubscribe: readonly LabelReference[];
}

const NONE: readonly LabelReference[] = [];
const NO_REQUEST: RequestedMemberships = {};

function readLabels(kind: LabelKind, input: ContactInput, faults: ValidationErrors): AskedLabels {
  const name = `${kind}s` as const;
  return {
    set: readLabelReferences(name, input[name], faults),
    attach: readLabelReferences(`attach_${name}`, input[`attach_${name}`], faults) ?? NONE,
    detach: readLabelReferences(`detach_${name}`, input[`detach_${name}`], faults) ?? NONE,
    unsubscribe:
      (kind === 'list' ? readLabelReferences('unsubscribe_lists', input.unsubscribe_lists, faults) : NONE) ?? NONE,
  };
}

function referencesIn(asked: readonly AskedLabels[]): LabelReference[] {
  const references = new Set<LabelReference>();
  for (const { set = NONE, attach, detach, unsubscribe } of asked)
    for (const part of [set, attach, detach, unsubscribe]) for (const each of part) references.add(each);
  return [...references];
}

function askedOf(
  kind: LabelKind,
  asked: AskedLabels,
  named: ReadonlyMap<number, KnownLabel>,
  mode: LabelMode,
  faults: ValidationErrors,
): RequestedMemberships {
  if (asked.set === undefined && [asked.attach, asked.detach, asked.unsubscribe].every(({ length }) => length === 0))
    return NO_REQUEST;
  const name = `${kind}s`;
  const found = (field: string, references: readonly LabelReference[]): number[] => {
    const ids = references.map((each) => (typeof each === 'number' ? each : idOfSlug(each, named)));
    const unknown = references.filter((_, index) => !named.has(ids[index] ?? 0));
    faults.addUnknown(field, unknown);
    return [...new Set(ids.filter((id) => id !== undefined))];
  };
  const set = asked.set && found(name, asked.set);
  const attach = found(`attach_${name}`, asked.attach);
  const detach = found(`detach_${name}`, asked.detach);
  const unsubscribe = found('unsubscribe_lists', asked.unsubscribe);
  const groups = Object.entries({ attach, detach, unsubscribe });
  for (const [index, [second, ids]] of groups.entries())
    for (const [first, others] of groups.slice(0, index)) {
      const both = ids.filter((id) => others.includes(id));
      if (both.length > 0) faults.add(`${second}_${name}`, `also in ${first}_${name}: ${both.join(', ')}`);
    }
  const others = unsubscribe.filter((id) => named.get(id)?.subscription === undefined);
  if (others.length > 0) faults.add('unsubscribe_lists', `names lists that are no subscriptions: ${others.join(', ')}`);
  const changes = { detach, ...(unsubscribe.length > 0 && { unsubscribe }) };
  if (mode === 'attach') return { attach: [...(set ?? []), ...attach], ...changes };
  return { attach, ...changes, ...(set === undefined ? {} : { replace: set }) };
}

const idOfSlug = (slug: string, named: ReadonlyMap<number, KnownLabel>): number | undefined =>
  [...named.values()].find((label) => label.slug === slug)?.id;
