import { Inject, Injectable } from '@nestjs/common';
import type { LabelSnapshot } from '../../events/contact.events.js';
import { Clock } from '../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import type { Tx } from '../../platform/database/database.js';
import type { Faults } from '../../platform/errors/faults.js';
import { CustomValuesService, type ValueChange } from '../custom-fields/custom-values.service.js';
import { type LabelKind, LabelsService } from '../labels/labels.service.js';
import type { ConsentEvidence } from './consent/consent-log.js';
import { readConsent } from './consent/read-consent.js';
import { type ContactFields, type RawContact, readFields } from './contact-fields.js';
import type { ContactStatus } from './contact-status.js';
import type { MembershipWish } from './memberships/membership-change.js';

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
  /** Every label that the wishes name. */
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

const MAX_IDS = 1_000;
const MAX_ID = 4_294_967_295;

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
    const rules = { contactTypes: this.config.contactTypes, today: this.clock.now().toISOString().slice(0, 10) };
    const fields = readFields(input, rules, faults);
    const asked = { list: readLabels('list', input, faults), tag: readLabels('tag', input, faults) };
    const named = await this.labels.knownOf(tx, { list: idsIn(asked.list), tag: idsIn(asked.tag) });
    const wishes = {
      list: wishOf('list', asked.list, named.list, mode, faults),
      tag: wishOf('tag', asked.tag, named.tag, mode, faults),
    };
    const values = await this.values.check(tx, input.custom_values, faults);
    return { fields, wishes, named, values, consent: readConsent(input.consent, faults) };
  }
}

/** The ids that a body names of one kind of label; no set where none was sent. */
interface AskedLabels {
  readonly set: readonly number[] | undefined;
  readonly attach: readonly number[];
  readonly detach: readonly number[];
}

function readLabels(kind: LabelKind, input: ContactInput, faults: Faults): AskedLabels {
  const name = `${kind}s` as const;
  return {
    set: readIds(name, input[name], faults),
    attach: readIds(`attach_${name}`, input[`attach_${name}`], faults) ?? [],
    detach: readIds(`detach_${name}`, input[`detach_${name}`], faults) ?? [],
  };
}

const idsIn = ({ set = [], attach, detach }: AskedLabels): number[] => [...new Set([...set, ...attach, ...detach])];

function wishOf(
  kind: LabelKind,
  { set, attach, detach }: AskedLabels,
  named: ReadonlyMap<number, LabelSnapshot>,
  mode: LabelMode,
  faults: Faults,
): MembershipWish {
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

/** @returns undefined when nothing usable was sent; a fault says which of the two it was. */
function readIds(field: string, value: unknown, faults: Faults): number[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    faults.add(field, 'must be an array of ids');
    return undefined;
  }
  if (value.length > MAX_IDS) {
    faults.add(field, `must hold at most ${MAX_IDS} ids`);
    return undefined;
  }
  const ids = (value as readonly unknown[]).map(readId);
  if (ids.every((id) => id !== null)) return [...new Set(ids)];
  faults.add(field, 'must hold ids only');
  return undefined;
}

function readId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= MAX_ID ? id : null;
}
