import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityReader } from '../../../platform/database/database.js';
import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js';
import type { Filters } from '../../segments/filter-language/filter.js';
import { FiltersService } from '../../segments/filter-language/filters.service.js';
import { canonical } from '../../mail-content/rendering/translations.js';
import { withSnippets } from '../../mail-content/rendering/snippet-texts.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import {
  ACTIONS,
  CONTACT_PROPERTIES,
  type HttpRequestSettings,
  type EmailSettings,
} from '../definition/action-catalog.js';
import { isEmailAction } from '../definition/funnel-definition.js';
import type { FunnelMailer } from '../definition/funnel-rules.js';
import { type PayloadCondition, payloadCondition, valueFault } from '../definition/trigger-conditions.js';
import { isObject } from '../../../platform/values/json.js';
import { type Step, contentOfStep } from '../definition/step.js';
import { headerError, placeOf, templateUrlError } from '../../http-calls/call-request.js';
import { isMasked } from '../http-calls/header-secrets.service.js';
import { FunnelSenders } from './funnel-senders.service.js';
import { type Reading, SettingChecks } from './setting-checks.service.js';
import { checked, checksIn } from './schema-check.js';
import { type DraftStep, type SentStep, readTree } from './sequence-input.js';
import { nearestFirst } from '../../../platform/text/closest-name.js';

interface SequencesContext {
  /** The existing steps, in their latest version. */
  readonly known: ReadonlyMap<number, Step>;
  readonly version: number;
  readonly now: Date;
  readonly mailer: FunnelMailer;
}

type Wording = Pick<DraftStep, 'action' | 'title' | 'description' | 'settings' | 'conditions' | 'delay'>;

const CUSTOM = 'custom.';
/** Stands for a row on the data of the enrollment while the filter language reads the others. */
const STAND_IN = { source: ['subscriber', 'id'], operator: 'not_null' };

@Injectable()
export class SequencesReader {
  constructor(
    private readonly filters: FiltersService,
    private readonly contents: ContentsService,
    private readonly http: OutboundHttp,
    private readonly checks: SettingChecks,
    private readonly senders: FunnelSenders,
  ) {}

  /** @returns the steps, parents first; use them only if there are no errors. */
  async read(reading: Reading, input: unknown, context: SequencesContext): Promise<DraftStep[]> {
    const { known, mailer } = context;
    const { faults } = reading;
    const sent = readTree(input, 'sequences', known, faults).map((step) => withKeptHeaders(step, known, faults));
    await this.checkReferences(reading, sent);
    await this.checkProperties(reading, sent);
    const drafts: DraftStep[] = [];
    for (const step of sent) {
      await this.checkSettings(reading, step, mailer);
      const settings = await this.withRule(reading, step);
      const conditions =
        step.conditions === null ? null : await this.rule(reading, step.conditions, `${step.path}.conditions`);
      if (settings !== null) drafts.push(draftOf(step, { settings, conditions }, context));
    }
    return drafts;
  }

  private async checkReferences(reading: Reading, steps: readonly SentStep[]): Promise<void> {
    const mailSteps = new Set(steps.flatMap(({ id, action }) => (id !== null && isEmailAction(action) ? [id] : [])));
    const checks = steps.flatMap(({ action, settings, path }) =>
      [...checksIn(ACTIONS[action].settings, settings, `${path}.settings`)].filter(
        // Email texts are validated by `emailErrors`.
        (check) => 'names' in check || action !== 'send_custom_email',
      ),
    );
    await this.checks.check(reading, checks, mailSteps);
  }

  private async checkProperties({ reader, faults }: Reading, steps: readonly SentStep[]): Promise<void> {
    const changing = steps.flatMap(({ action, settings, path }) =>
      action === 'update_contact_property' && settings !== null
        ? settings.properties.map((each, index) => ({ ...each, path, at: `${path}.settings.properties.${index}` }))
        : [],
    );
    if (changing.length === 0) return;
    const slugs = await this.checks.customFields(reader);
    const seen = new Set<string>();
    for (const { key, value, path, at } of changing) {
      const slug = key.startsWith(CUSTOM) ? key.slice(CUSTOM.length) : null;
      if (slug !== null && !slugs.has(slug)) faults.add(`${at}.key`, `Custom field '${slug}' does not exist`);
      if (slug === null && !CONTACT_PROPERTIES.includes(key)) {
        const known = `${nearestFirst(key, CONTACT_PROPERTIES)}, custom.<slug>`;
        faults.add(`${at}.key`, `is not a property of a contact that can be changed; known: ${known}`);
      }
      if (slug === null && Array.isArray(value)) faults.add(`${at}.value`, 'must be text, a number or null');
      if (seen.has(`${path} ${key}`)) faults.add(`${at}.key`, 'is sent twice');
      seen.add(`${path} ${key}`);
    }
  }

  private async checkSettings(
    { reader, faults }: Reading,
    { action, settings, path }: SentStep,
    mailer: FunnelMailer,
  ): Promise<void> {
    if (settings === null) return;
    if (action === 'send_custom_email') {
      for (const [field, reason] of Object.entries(await this.emailErrors(reader, settings)))
        faults.add(`${path}.settings.${field}`, reason);
      const fault = await this.senders.fault(mailer, settings.mailer_settings, reader);
      if (fault !== null) faults.add(`${path}.settings.mailer_settings.from_email`, fault);
    }
    if (action === 'http_request') this.checkCall(settings, path, faults);
    if (action === 'funnel_split')
      for (const index of repeated(settings.branches.map(({ key }) => key)))
        faults.add(`${path}.settings.branches.${index}.key`, 'is sent twice');
  }

  private async emailErrors(reader: EntityReader, settings: EmailSettings): Promise<Record<string, string>> {
    const written = await withSnippets(reader, contentOfStep({ settings }));
    const problem = this.contents.bodyProblem(written);
    const footer = this.contents.footerFault(written);
    return {
      ...(problem === null ? {} : { email_body: problem }),
      ...(footer === null ? {} : { footer }),
      ...this.contents.templateFaults(written),
    };
  }

  private checkCall({ url, method, headers, body }: HttpRequestSettings, path: string, faults: ValidationErrors): void {
    const fault = templateUrlError(url, (filled) => this.http.faultOf(filled));
    if (fault !== null) faults.add(`${path}.settings.url`, fault);
    if (method === 'GET' && body !== null) faults.add(`${path}.settings.body`, 'must be null for GET');
    const names = Object.keys(headers);
    const twice = new Set(repeated(names.map((name) => name.toLowerCase())));
    for (const [index, name] of names.entries()) {
      const nameFault = headerError(name);
      if (nameFault !== null) faults.add(`${path}.settings.headers.${name}`, nameFault);
      if (twice.has(index)) faults.add(`${path}.settings.headers.${name}`, 'is sent twice');
    }
  }

  /** The rule of a condition and the translations of an email are part of their settings. */
  private async withRule(reading: Reading, { action, settings, path }: SentStep): Promise<SentStep['settings']> {
    if (action === 'send_custom_email' && settings !== null)
      return { ...settings, translations: canonical(settings.translations) };
    if (action !== 'funnel_condition' || settings === null) return settings;
    return { conditions: await this.rule(reading, settings.conditions, `${path}.settings.conditions`) };
  }

  /** Reads a rule, which can have rows on the data of the enrollment. */
  private async rule({ reader, faults }: Reading, input: unknown, path: string): Promise<Filters> {
    const read = new Map<string, Filters[number][number]>();
    const withoutTrigger = (value: unknown, place: string): unknown => {
      if (Array.isArray(value)) return value.map((each, index) => withoutTrigger(each, `${place}.${index}`));
      const { source, ...row } = isObject(value) ? value : {};
      const [entity, field] = (Array.isArray(source) ? source : []) as unknown[];
      if (entity !== 'trigger') return value;
      const condition = checked(payloadCondition, { ...row, path: field }, place, faults) as PayloadCondition | null;
      const fault = condition && valueFault(condition);
      if (fault !== null) faults.add(`${place}.value`, fault);
      read.set(place, { source, ...row } as Filters[number][number]);
      return STAND_IN;
    };
    const others = await this.filters.read(withoutTrigger(input, path), path, faults, reader);
    return others.map((group, at) => group.map((row, index) => read.get(`${path}.${at}.${index}`) ?? row));
  }
}

/** Replaces masked header values with the stored ones. For another origin or path, the value is required, to not disclose it. */
function withKeptHeaders(step: SentStep, known: ReadonlyMap<number, Step>, faults: ValidationErrors): SentStep {
  if (step.action !== 'http_request' || step.settings === null) return step;
  const sent = step.settings;
  const before = step.id === null ? undefined : known.get(step.id);
  const stored = before?.action === 'http_request' ? before.settings : null;
  const names = new Map(Object.keys(stored?.headers ?? {}).map((name) => [name.toLowerCase(), name]));
  const isSamePlace = stored !== null && placeOf(stored.url) === placeOf(sent.url);
  const headers = Object.entries(sent.headers).map(([name, value]) => {
    if (!isMasked(name, value)) return [name, value] as const;
    const kept = stored?.headers[names.get(name.toLowerCase()) ?? ''];
    if (kept === undefined || !isSamePlace)
      faults.add(
        `${step.path}.settings.headers.${name}`,
        kept === undefined
          ? 'must contain the value, because none is stored'
          : 'is required if the origin or the path of the URL changes',
      );
    return [name, kept ?? value] as const;
  });
  return { ...step, settings: { ...step.settings, headers: Object.fromEntries(headers) } };
}

/** Returns the indexes of texts that occur earlier in the array. */
const repeated = (texts: readonly string[]): number[] =>
  [...texts.keys()].filter((index) => texts.indexOf(texts[index] ?? '') < index);

/** An unchanged step keeps its version and time of change. */
function draftOf(
  { local, parent, branch, place, id, action, title, description, delay }: SentStep,
  validated: Pick<Step, 'settings' | 'conditions'>,
  { known, version, now }: SequencesContext,
): DraftStep {
  const wording = { action, title, description, delay, ...validated };
  const before = id === null ? undefined : known.get(id);
  const moment = now.toISOString();
  const { since, updatedAt } =
    before && isDeepStrictEqual(wordingOf(wording), wordingOf(before)) ? before : { since: version, updatedAt: moment };
  return {
    ...{ id, local, parent, branch, place },
    ...wording,
    ...{ since, createdAt: before?.createdAt ?? moment, updatedAt },
  };
}

function wordingOf({ action, title, description, settings, conditions, delay }: Wording): unknown {
  return JSON.parse(JSON.stringify({ action, title, description, settings, conditions, delay }));
}
