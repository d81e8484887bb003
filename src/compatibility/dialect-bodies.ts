import { parseTimestamp, sqlTimestamp } from '../platform/clock/timestamps.js';
import { countryCode } from '../platform/countries/countries.js';
import { SETTABLE } from '../modules/contacts/contact/contact-field-catalog.js';
import { given } from '../platform/http/given.js';
import { isHttpUrl } from '../platform/text/http-url.js';
import type { Members, Translation, Warn } from './dialect-route.js';
import { inLiquid } from './merge-tags.js';
import { fromJson, isObject } from '../platform/values/json.js';

/** PHP encodes an object without members as an empty array; a form sends one empty item. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.every((each) => each === '');

/** A contact, flat or under `subscriber`. */
export async function contactBody(body: Members, warn: Warn, tools: Translation): Promise<Members> {
  const { subscriber } = body;
  return isObject(subscriber)
    ? { ...body, subscriber: await contactMembers(subscriber, warn, tools) }
    : contactMembers(body, warn, tools);
}

/** A note, of this moment unless it has a time. */
export function noteBody({ note, ...others }: Members): Members {
  const now = sqlTimestamp(new Date());
  return { ...others, note: isObject(note) ? { ...note, created_at: note['created_at'] ?? now } : note };
}

const LABEL_MEMBERS = (['tags', 'lists'] as const).flatMap((kind) =>
  ['', 'attach_', 'detach_'].map((way) => ({ member: way + kind, kind, creates: way !== 'detach_' })),
);

async function contactMembers(sent: Members, warn: Warn, tools: Translation): Promise<Members> {
  const { custom_values: values, avatar, ...others } = cutTexts(withReadableCountry(sent, warn), CONTACT_TEXTS, warn);
  const contact: Record<string, unknown> = { ...others, photo: usablePhoto(others['photo'] ?? avatar, warn) };
  for (const { member, kind, creates } of LABEL_MEMBERS) {
    const given = contact[member];
    if (given !== undefined) contact[member] = await tools.labels(kind, [given].flat(), { creates, warn });
  }
  const company = contact['company_id'];
  if (![undefined, null, ''].includes(company as string)) contact['company_id'] = await tools.company(company, warn);
  const kept = withAttachedKept(contact);
  if (values === undefined || isEmptyList(values)) return kept;
  return { ...kept, custom_values: isObject(values) ? await tools.customValues(values, warn) : values };
}

function usablePhoto(photo: unknown, warn: Warn): unknown {
  if ([undefined, null, ''].includes(photo as string) || (typeof photo === 'string' && isHttpUrl(photo))) return photo;
  warn('photo was left out: it is not an http or https URL');
  return undefined;
}

/** The members of contacts and companies that are texts of at most 190 characters. */
const TEXT_LENGTH = 190;
const CONTACT_TEXTS = SETTABLE.filter(({ sent }) => sent === undefined).map(({ name }) => name as string);
const COMPANY_TEXTS = [
  ...['name', 'industry', 'type', 'status', 'phone'],
  ...['address_line_1', 'address_line_2', 'city', 'state', 'postal_code'],
];

function cutTexts(sent: Members, names: readonly string[], warn: Warn): Members {
  const cut = names.flatMap((name): [string, string][] => {
    const text = cutTo(TEXT_LENGTH, name, sent[name], warn);
    return text === undefined ? [] : [[name, text]];
  });
  return { ...sent, ...Object.fromEntries(cut) };
}

/** Returns the beginning of a text that is longer than `most` characters; undefined for other values. */
export function cutTo(most: number, name: string, value: unknown, warn: Warn): string | undefined {
  if (typeof value !== 'string' || Array.from(value.trim()).length <= most) return undefined;
  warn(`${name} was cut to ${most} characters`);
  return Array.from(value.trim()).slice(0, most).join('');
}

const COMPANY_URLS = ['website', 'logo', 'linkedin_url', 'facebook_url', 'twitter_url'];
const WITHOUT_SCHEME = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:].*)?$/u;

/** A company. People write websites without `https://`. */
export function companyBody(body: Members, warn: Warn): Members {
  const company: Record<string, unknown> = { ...cutTexts(withReadableCountry(body, warn), COMPANY_TEXTS, warn) };
  for (const name of COMPANY_URLS) {
    const url = company[name];
    if (typeof url === 'string' && WITHOUT_SCHEME.test(url.trim())) company[name] = `https://${url.trim()}`;
  }
  return company;
}

/** Attaching wins over detaching in the same call. */
function withAttachedKept(contact: Members): Members {
  const kept: Record<string, unknown> = { ...contact };
  for (const kind of ['tags', 'lists']) {
    const [attach, detach] = [contact[`attach_${kind}`], contact[`detach_${kind}`]];
    if (!Array.isArray(attach) || !Array.isArray(detach)) continue;
    const attached = new Set(attach.map(String));
    kept[`detach_${kind}`] = detach.filter((id) => !attached.has(String(id)));
  }
  return kept;
}

const COUNTRIES: readonly string[] = ['country', 'Country'];

/** Ignores a country that cannot be parsed instead of refusing the contact, because forms and shops send free text. */
function withReadableCountry(sent: Members, warn: Warn): Members {
  const unreadable = new Set(COUNTRIES.filter((name) => isUnreadableCountry(sent[name])));
  for (const name of unreadable) warn(`${name} was left out: it is neither the code nor the name of a country`);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !unreadable.has(name)));
}

function isUnreadableCountry(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== 'string' || (value.trim() !== '' && countryCode(value) === null);
}

const ADDRESSES = ['from_email', 'reply_to_email'] as const;

/** A campaign. Empty forms send an empty string as an address. */
export function campaignBody(body: Members, warn: Warn): Members {
  const campaign = inLiquid(withKnownDesign(body), warn);
  const { settings } = campaign;
  if (!isObject(settings) || !isObject(settings['mailer_settings'])) return campaign;
  const mailer: Record<string, unknown> = { ...settings['mailer_settings'] };
  for (const name of ADDRESSES) if (mailer[name] === '') mailer[name] = null;
  return { ...campaign, settings: { ...settings, mailer_settings: mailer } };
}

/** The designs of FluentCRM with a counterpart of another name. */
const DESIGNS: ReadonlyMap<unknown, string> = new Map([
  ['classic', 'simple'],
  ['raw_classic', 'plain'],
  ['visual_builder', 'raw_html'],
]);

function withKnownDesign(body: Members): Members {
  const design = DESIGNS.get(body['design_template']);
  return design === undefined ? body : { ...body, design_template: design };
}

const TEMPLATE_NAMES = { post_title: 'title', post_content: 'email_body', post_excerpt: 'email_pre_header' } as const;

/** A template, under `template` with the names of a WordPress post, or as in the API. */
export function templateBody(body: Members, warn: Warn): Members {
  const { template } = body;
  const sent: Record<string, unknown> = { ...(isObject(template) ? template : body) };
  for (const [theirs, ours] of Object.entries(TEMPLATE_NAMES)) sent[ours] ??= sent[theirs];
  return inLiquid(withKnownDesign(sent), warn);
}

/** Returns a template also with the names of a WordPress post. */
export function asPost(template: unknown): unknown {
  if (!isObject(template)) return template;
  const post = Object.entries(TEMPLATE_NAMES).map(([theirs, ours]) => [theirs, template[ours]]);
  return { ...template, ...Object.fromEntries(post) };
}

/** A funnel, flat or under `funnel`. */
export function funnelBody(body: Members, warn: Warn): Members {
  const { funnel, ...others } = body;
  return inLiquid(isObject(funnel) ? { ...others, ...funnel } : body, warn);
}

/** A bulk action, whose funnel is in `new_status`. */
export function bulkActionBody(body: Members): Members {
  const { action_name: name, funnel_id: funnelId, new_status: funnel } = body;
  return name === 'add_to_automation' && funnelId === undefined ? { ...body, funnel_id: funnel } : body;
}

/** Tolerance for clients that send the current time of their own clock. */
const NOW_IS_SO_LONG_MS = 60_000;

/** Returns whether a campaign must be sent immediately: without a date, or with a current one. */
export function isDueNow({ scheduled_at: at }: Members, now: number = Date.now()): boolean {
  if (at === undefined || at === null || at === '') return true;
  const moment = typeof at === 'string' ? parseTimestamp(at) : null;
  return moment !== null && moment.getTime() <= now && moment.getTime() > now - NOW_IS_SO_LONG_MS;
}

/** The body of a call that needs none, from clients that always send JSON. */
export const isEmptyBody = (body: unknown): boolean => body === null || body === '' || isEmptyList(body);

/** The steps of a funnel, also as JSON text. The email of a step may be stored in a campaign. */
export async function sequencesBody(body: Members, warn: Warn, { emailOf }: Translation): Promise<Members> {
  const withEmail = async (step: unknown): Promise<unknown> => {
    if (!isObject(step)) return step;
    const { settings, children } = step;
    const campaign =
      isObject(settings) && settings['email_body'] === undefined && Number(settings['reference_campaign']);
    return {
      ...step,
      ...(campaign && campaign > 0 && { settings: { ...settings, ...(await emailOf(campaign)) } }),
      ...(isObject(children) && { children: await withEmails(children) }),
    };
  };
  const withEmails = async (branches: Members): Promise<Members> => {
    const read = Object.entries(branches).map(async ([name, steps]) => [
      name,
      Array.isArray(steps) ? await Promise.all(steps.map(withEmail)) : steps,
    ]);
    return Object.fromEntries(await Promise.all(read)) as Members;
  };
  const { sequences, migrate } = body;
  return inLiquid(await withEmails({ sequences: fromJson(sequences), ...given({ migrate }) }), warn);
}

export async function savedFunnelBody(body: Members, warn: Warn, tools: Translation): Promise<Members> {
  const { funnel_title: title, status } = body;
  return { ...(await sequencesBody(body, warn, tools)), ...given({ title }), status };
}

/** The email of a step, under `action_data`, also as JSON text. */
export function stepEmailBody(body: Members, warn: Warn): Members {
  const data = fromJson(body['action_data']);
  const campaign = isObject(data) ? data['campaign'] : body['campaign'];
  return isObject(campaign) ? campaignBody(campaign, warn) : {};
}

/** A test email; the campaign is named by its id, or is sent whole. */
export function testEmailBody({ campaign_id, campaign, email }: Members): Members {
  return { campaign_id: campaign_id ?? (isObject(campaign) ? campaign['id'] : undefined), email };
}
