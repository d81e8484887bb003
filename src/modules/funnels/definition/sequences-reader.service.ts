import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityReader } from '../../../platform/database/reader.js';
import type { Faults } from '../../../platform/errors/faults.js';
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js';
import { type Filters, SegmentsService } from '../../segments/segments.service.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import { FunnelSenders } from '../funnel-senders.service.js';
import { faultOfHeader, faultOfTemplateUrl, originOf } from '../http-calls/call-request.js';
import { isMasked } from '../http-calls/header-secrets.service.js';
import { ACTIONS, CONTACT_PROPERTIES } from './action-catalogue.js';
import type { DraftStep } from './draft-step.js';
import { isMailAction } from './funnel-definition.js';
import type { FunnelMailer } from './funnel-rules.js';
import { Meanings } from './meanings.service.js';
import { NamedThings } from './named-things.queries.js';
import { meaningsIn } from './schema-check.js';
import { type SentStep, readTree } from './sequence-input.js';
import { footerOf, type HttpRequestSettings, type MailSettings, type Step, type StepSettings } from './step.js';

export interface SequencesContext {
  /** The steps of the funnel whose ids may be sent, as they were worded last. */
  readonly known: ReadonlyMap<number, Step>;
  /** The number that the version is going to have. */
  readonly version: number;
  readonly now: Date;
  /** What the funnel says of its mails, which steps may add to. */
  readonly mailer: FunnelMailer;
}

type Wording = Readonly<Record<'action' | 'title' | 'description' | 'settings' | 'conditions' | 'delay', unknown>>;

const CUSTOM = 'custom.';

/** Reads the steps of a funnel as they come over the wire, and says everything that is wrong with them at once. */
@Injectable()
export class SequencesReader {
  constructor(
    private readonly segments: SegmentsService,
    private readonly contents: ContentsService,
    private readonly http: OutboundHttp,
    private readonly things: NamedThings,
    private readonly meanings: Meanings,
    private readonly senders: FunnelSenders,
  ) {}

  /**
   * @param path the name of the whole on the wire; faults are told by their place in it.
   * @returns the steps, parents first; not to be used if there are faults.
   */
  async read(
    reader: EntityReader,
    input: unknown,
    path: string,
    faults: Faults,
    { known, version, now, mailer }: SequencesContext,
  ): Promise<DraftStep[]> {
    const sent = readTree(input, path, known, faults).map((step) => withKeptHeaders(step, known, faults));
    await this.checkMeanings(reader, sent, faults);
    await this.checkProperties(reader, sent, faults);
    const drafts: DraftStep[] = [];
    for (const step of sent) {
      this.checkTexts(step, faults);
      await this.checkSender(reader, step, mailer, faults);
      const settings = await this.withRule(reader, step, faults);
      const conditions = await this.conditions(reader, step, faults);
      if (settings !== null) drafts.push(draftOf(step, settings, conditions, known, version, now));
    }
    return drafts;
  }

  private async checkMeanings(reader: EntityReader, steps: readonly SentStep[], faults: Faults): Promise<void> {
    const mailSteps = new Set(steps.flatMap(({ id, action }) => (id !== null && isMailAction(action) ? [id] : [])));
    const meanings = steps.flatMap(({ action, settings, path }) =>
      [...meaningsIn(ACTIONS[action].settings, settings, `${path}.settings`)].filter(
        // The texts of mails have a judge of their own.
        (meaning) => 'names' in meaning || action !== 'send_custom_email',
      ),
    );
    await this.meanings.check(reader, meanings, mailSteps, faults);
  }

  private async checkProperties(reader: EntityReader, steps: readonly SentStep[], faults: Faults): Promise<void> {
    const changing = steps.flatMap(({ action, settings, path }) =>
      action === 'update_contact_property' && settings !== null
        ? (settings as unknown as StepSettings['update_contact_property']).properties.map(({ key, value }, index) => ({
            ...{ key, value, index },
            path: `${path}.settings.properties`,
          }))
        : [],
    );
    if (changing.length === 0) return;
    const slugs = await this.things.customFields(reader);
    const seen = new Set<string>();
    for (const { key, value, index, path } of changing) {
      const isCustom = key.startsWith(CUSTOM);
      if (isCustom && !slugs.has(key.slice(CUSTOM.length)))
        faults.add(`${path}.${index}.key`, `Custom field '${key.slice(CUSTOM.length)}' does not exist`);
      if (!isCustom && !CONTACT_PROPERTIES.includes(key))
        faults.add(`${path}.${index}.key`, 'is no property of a contact that can be changed');
      if (!isCustom && Array.isArray(value)) faults.add(`${path}.${index}.value`, 'must be text, a number or null');
      if (seen.has(`${path} ${key}`)) faults.add(`${path}.${index}.key`, 'is sent twice');
      seen.add(`${path} ${key}`);
    }
  }

  private checkTexts({ action, settings, path }: SentStep, faults: Faults): void {
    if (settings === null) return;
    if (action === 'send_custom_email')
      for (const [field, reason] of Object.entries(this.mailFaults(settings as unknown as MailSettings)))
        faults.add(`${path}.settings.${field}`, reason);
    if (action === 'http_request') this.checkCall(settings as unknown as HttpRequestSettings, path, faults);
    if (action === 'funnel_split') checkKeys(settings as unknown as StepSettings['funnel_split'], path, faults);
  }

  private mailFaults(mail: MailSettings): Record<string, string> {
    const { email_subject: subject, email_pre_header: preHeader, email_body: html, email_body_text: text } = mail;
    const design = mail.design_template;
    const written = { subject, preHeader, html, text, design, tracksClicks: true, footer: footerOf(mail) };
    const problem = this.contents.bodyProblem(html);
    const footer = this.contents.footerFault(written);
    return {
      ...(problem === null ? {} : { email_body: problem }),
      ...(footer === null ? {} : { footer }),
      ...this.contents.templateFaults(written),
    };
  }

  private async checkSender(
    reader: EntityReader,
    { action, settings, path }: SentStep,
    mailer: FunnelMailer,
    faults: Faults,
  ): Promise<void> {
    if (action !== 'send_custom_email' || settings === null) return;
    const { mailer_settings: own } = settings as unknown as MailSettings;
    const fault = await this.senders.fault(mailer, own, reader);
    if (fault !== null) faults.add(`${path}.settings.mailer_settings.from_email`, fault);
  }

  private checkCall({ url, method, headers, body }: HttpRequestSettings, path: string, faults: Faults): void {
    const fault = faultOfTemplateUrl(url, (filled) => this.http.faultOf(filled));
    if (fault !== null) faults.add(`${path}.settings.url`, fault);
    if (method === 'GET' && body !== null) faults.add(`${path}.settings.body`, 'must be null for GET');
    const seen = new Set<string>();
    for (const name of Object.keys(headers)) {
      const nameFault = faultOfHeader(name);
      if (nameFault !== null) faults.add(`${path}.settings.headers.${name}`, nameFault);
      if (seen.has(name.toLowerCase())) faults.add(`${path}.settings.headers.${name}`, 'is sent twice');
      seen.add(name.toLowerCase());
    }
  }

  /** The rule of a condition stands in its settings. */
  private async withRule(
    reader: EntityReader,
    { action, settings, path }: SentStep,
    faults: Faults,
  ): Promise<SentStep['settings']> {
    if (action !== 'funnel_condition' || settings === null) return settings;
    const rulePath = `${path}.settings.conditions`;
    return { conditions: await this.segments.readFilters(settings['conditions'], rulePath, faults, reader) };
  }

  private async conditions(reader: EntityReader, step: SentStep, faults: Faults): Promise<Filters | null> {
    if (step.conditions === null) return null;
    return this.segments.readFilters(step.conditions, `${step.path}.conditions`, faults, reader);
  }
}

/**
 * Puts the stored value where a header comes back as it is shown. A URL of another server needs the value itself, because
 * it would disclose the stored one.
 */
function withKeptHeaders(step: SentStep, known: ReadonlyMap<number, Step>, faults: Faults): SentStep {
  if (step.action !== 'http_request' || step.settings === null) return step;
  const sent = step.settings as unknown as HttpRequestSettings;
  const before = step.id === null ? undefined : known.get(step.id);
  const stored = before?.action === 'http_request' ? before.settings : null;
  const names = new Map(Object.keys(stored?.headers ?? {}).map((name) => [name.toLowerCase(), name]));
  const isSameServer = stored !== null && originOf(stored.url) === originOf(sent.url);
  const headers = Object.entries(sent.headers).map(([name, value]) => {
    if (!isMasked(name, value)) return [name, value] as const;
    const kept = stored?.headers[names.get(name.toLowerCase()) ?? ''];
    if (kept === undefined || !isSameServer)
      faults.add(
        `${step.path}.settings.headers.${name}`,
        kept === undefined ? 'must hold the value: none is stored' : 'is required when the URL leads to another server',
      );
    return [name, kept ?? value] as const;
  });
  return { ...step, settings: { ...step.settings, headers: Object.fromEntries(headers) } };
}

function checkKeys({ branches }: StepSettings['funnel_split'], path: string, faults: Faults): void {
  const seen = new Set<string>();
  for (const [index, { key }] of branches.entries()) {
    if (seen.has(key)) faults.add(`${path}.settings.branches.${index}.key`, 'is sent twice');
    seen.add(key);
  }
}

/** A step that says what it said before stays of the version and the time that brought it. */
function draftOf(
  { local, parent, branch, place, id, action, title, description, delay }: SentStep,
  settings: Readonly<Record<string, unknown>>,
  conditions: Filters | null,
  known: ReadonlyMap<number, Step>,
  version: number,
  now: Date,
): DraftStep {
  const wording = { action, title, description, settings, conditions, delay };
  const before = id === null ? undefined : known.get(id);
  const moment = now.toISOString();
  const { since, updatedAt } =
    before && isDeepStrictEqual(wordingOf(wording), wordingOf(before)) ? before : { since: version, updatedAt: moment };
  return {
    ...{ id, local, parent, branch, place },
    ...wording,
    ...{ since, createdAt: before?.createdAt ?? moment, updatedAt },
  } as DraftStep;
}

/** Plain JSON, as it is stored. */
function wordingOf({ action, title, description, settings, conditions, delay }: Wording): unknown {
  return JSON.parse(JSON.stringify({ action, title, description, settings, conditions, delay }));
}
