import { Inject, Injectable } from '@nestjs/common';
import type { LabelSnapshot } from '../../events/contact.events.js';
import { Clock } from '../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import type { Tx } from '../../platform/database/database.js';
import type { EntityReader } from '../../platform/database/reader.js';
import type { Faults } from '../../platform/errors/faults.js';
import {
  CustomValuesService,
  type FieldDefinitions,
  type ValueChange,
  readCustomValues,
} from '../custom-fields/custom-values.service.js';
import { type LabelKind, LabelsService } from '../labels/labels.service.js';
import type { ConsentEvidence } from './consent/consent-log.js';
import { readConsent } from './consent/read-consent.js';
import { type ContactFields, type RawContact, readFields } from './contact-fields.js';
import type { ContactStatus } from './contact-status.js';
import type { MembershipWish } from './memberships/membership-change.js';
import { readIds } from './read-ids.js';

/** A contact with everything around it, as it came in. */
export interface ContactInput extends RawContact {
  readonly tags?: unknown;
  readonly lists?: unknown;
  readonly attach_tags?: unknown;
  readonly attach_lists?: unknown;
  readonly detach_tags?: unknown;
  readonly detach_lists?: unknown;
  readonly custom_values?: unknown;
  /** How the person agreed, as `{ip, text_version, proof}`. */
  readonly consent?: unknown;
}

/** The same once it is known to be sound. */
export interface CheckedContact {
  readonly fields: ContactFields;
  readonly wishes: Readonly<Record<LabelKind, MembershipWish>>;
  /** Every label that the wishes name, and maybe others. */
  readonly named: Readonly<Record<LabelKind, ReadonlyMap<number, LabelSnapshot>>>;
  readonly values: readonly ValueChange[];
  /** Null when nothing was said of it. */
  readonly consent: ConsentEvidence | null;
}

/** A change of the status and nothing else. */
export function onlyStatus(status: ContactStatus): CheckedContact {
  return {
    fields: { status },
    wishes: { list: {}, tag: {} },
    named: { list: new Map(), tag: new Map() },
    values: [],
    consent: null,
  };
}

/** What `tags` and `lists` mean: the set, or ones to add to what is there. */
export type LabelMode = 'replace' | 'attach';

/** A contact that came in, and what is wrong with it; with any fault the rest must not be used. */
export interface JudgedContact {
  readonly checked: CheckedContact;
  readonly faults: Faults;
}

/** What is looked up before contacts are judged. */
interface Known {
  readonly named: Readonly<Record<LabelKind, ReadonlyMap<number, LabelSnapshot>>>;
  readonly definitions: FieldDefinitions;
}

/** Judges contacts that come in. It finds all faults of all parts before anything is written. */
@Injectable()
export class ContactCheck {
  constructor(
    private readonly labels: LabelsService,
    private readonly values: CustomValuesService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @param faults gets what is wrong; with any in it the result must not be used. */
  async check(tx: Tx, input: ContactInput, mode: LabelMode, faults: Faults): Promise<CheckedContact> {
    const [judgement] = await this.checkMany(tx, [input], mode, { faultsOf: () => faults, hold: true });
    if (judgement === undefined) throw new Error('one contact has one judgement');
    return judgement.checked;
  }

  /**
   * The same for many, in as many statements as for one.
   * @param options `hold`: whether the definitions that they use are kept from change until the transaction ends, which a
   * dry run need not; `faultsOf`: what is known to be wrong with one already.
   */
  async checkMany(
    reader: EntityReader,
    inputs: readonly ContactInput[],
    mode: LabelMode,
    { hold, faultsOf }: { readonly hold: boolean; readonly faultsOf: (input: ContactInput) => Faults },
  ): Promise<JudgedContact[]> {
    const rules = { contactTypes: this.config.contactTypes, today: this.clock.now().toISOString().slice(0, 10) };
    const begun = inputs.map((input): Begun => {
      const faults = faultsOf(input);
      const fields = readFields(input, rules, faults);
      const asked = { list: readLabels('list', input, faults), tag: readLabels('tag', input, faults) };
      return { input, faults, fields, asked };
    });
    const named = await this.labels.knownOf(reader, {
      list: idsIn(begun.map(({ asked }) => asked.list)),
      tag: idsIn(begun.map(({ asked }) => asked.tag)),
    });
    const sentValues = inputs.map(({ custom_values: values }) => values);
    const definitions = await this.values.definitionsFor(reader, sentValues, hold);
    return begun.map((each) => judged(each, { named, definitions }, mode));
  }
}

interface Begun {
  readonly input: ContactInput;
  readonly faults: Faults;
  readonly fields: ContactFields;
  readonly asked: Readonly<Record<LabelKind, AskedLabels>>;
}

function judged(
  { input, faults, fields, asked }: Begun,
  { named, definitions }: Known,
  mode: LabelMode,
): JudgedContact {
  const wishes = {
    list: wishOf('list', asked.list, named.list, mode, faults),
    tag: wishOf('tag', asked.tag, named.tag, mode, faults),
  };
  const values = readCustomValues(input.custom_values, definitions, faults);
  return { checked: { fields, wishes, named, values, consent: readConsent(input.consent, faults) }, faults };
}

/** The ids that a body names of one kind of label; no set where none was sent. */
interface AskedLabels {
  readonly set: readonly number[] | undefined;
  readonly attach: readonly number[];
  readonly detach: readonly number[];
}

const NO_IDS: readonly number[] = [];
const NO_WISH: MembershipWish = {};

function readLabels(kind: LabelKind, input: ContactInput, faults: Faults): AskedLabels {
  const name = `${kind}s` as const;
  return {
    set: readIds(name, input[name], faults),
    attach: readIds(`attach_${name}`, input[`attach_${name}`], faults) ?? NO_IDS,
    detach: readIds(`detach_${name}`, input[`detach_${name}`], faults) ?? NO_IDS,
  };
}

function idsIn(asked: readonly AskedLabels[]): number[] {
  const ids = new Set<number>();
  for (const { set = NO_IDS, attach, detach } of asked)
    for (const part of [set, attach, detach]) for (const id of part) ids.add(id);
  return [...ids];
}

function wishOf(
  kind: LabelKind,
  { set, attach, detach }: AskedLabels,
  named: ReadonlyMap<number, LabelSnapshot>,
  mode: LabelMode,
  faults: Faults,
): MembershipWish {
  if (set === undefined && attach.length === 0 && detach.length === 0) return NO_WISH;
  const name = `${kind}s`;
  for (const [field, ids] of [
    [name, set ?? []],
    [`attach_${name}`, attach],
    [`detach_${name}`, detach],
  ] as const) {
    const unknown = ids.filter((id) => !named.has(id));
    if (unknown.length > 0) faults.add(field, `unknown: ${unknown.join(', ')}`);
  }
  const contradictory = attach.filter((id) => detach.includes(id));
  if (contradictory.length > 0) faults.add(`detach_${name}`, `also in attach_${name}: ${contradictory.join(', ')}`);
  if (mode === 'attach') return { attach: [...(set ?? []), ...attach], detach };
  return { attach, detach, ...(set === undefined ? {} : { replace: set }) };
}
