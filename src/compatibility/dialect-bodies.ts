import { parseTimestamp } from '../platform/clock/timestamps.js';
import { countryCode } from '../platform/countries/countries.js';
import { isMembers, type Members, type Warn } from './dialect-route.js';
import { inLiquid } from './merge-tags.js';

/** PHP encodes an object without members as an empty array. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** A contact, flat or under `subscriber`. */
export function contactBody(body: Members, warn: Warn): Members {
  const { subscriber } = body;
  return isMembers(subscriber) ? { ...body, subscriber: contactMembers(subscriber, warn) } : contactMembers(body, warn);
}

function contactMembers(sent: Members, warn: Warn): Members {
  const { custom_values: values, avatar, ...contact } = withAttachedKept(withReadableCountry(sent, warn));
  return {
    ...(avatar === undefined ? {} : { photo: avatar }),
    ...contact,
    ...(values === undefined || isEmptyList(values) ? {} : { custom_values: values }),
  };
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

/** Both member names of a country. */
const COUNTRIES: readonly string[] = ['country', 'Country'];

/** Ignores a country that cannot be parsed instead of refusing the contact, because forms and shops send free text. */
export function withReadableCountry(sent: Members, warn: Warn): Members {
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
  if (!isMembers(settings) || !isMembers(settings['mailer_settings'])) return campaign;
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
  const sent: Record<string, unknown> = { ...(isMembers(template) ? template : body) };
  for (const [theirs, ours] of Object.entries(TEMPLATE_NAMES)) sent[ours] ??= sent[theirs];
  return inLiquid(withKnownDesign(sent), warn);
}

/** Returns a template also with the names of a WordPress post. */
export function asPost(template: unknown): unknown {
  if (!isMembers(template)) return template;
  const post = Object.entries(TEMPLATE_NAMES).map(([theirs, ours]) => [theirs, template[ours]]);
  return { ...template, ...Object.fromEntries(post) };
}

/** A funnel, flat or under `funnel`. */
export function funnelBody(body: Members, warn: Warn): Members {
  const { funnel, ...others } = body;
  return inLiquid(isMembers(funnel) ? { ...others, ...funnel } : body, warn);
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
