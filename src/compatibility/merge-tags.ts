import { FIELDS } from '../modules/contacts/contact/contact-field-catalog.js';
import { isLiquidFilter } from '../modules/mail-content/rendering/liquid.js';
import type { Members, Warn } from './dialect-route.js';
import { isObject } from '../platform/values/json.js';

type Format = 'html' | 'text';

/** The members with Liquid: those of campaigns, variants, templates, and steps of funnels. */
const TEXTS: ReadonlyMap<string, Format> = new Map([
  ['email_subject', 'text'],
  ['email_pre_header', 'text'],
  ['email_body', 'html'],
  ['email_body_text', 'text'],
  ['subject', 'text'],
  ['pre_header', 'text'],
  ['body', 'html'],
]);

/** Merge tags with another name; those of `contact.custom` and `contact.company` only lose their first part. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['contact.avatar', 'contact.photo'],
  ['crm.business_name', 'business.name'],
  ['crm.business_address', 'business.address'],
  ['crm.unsubscribe_url', 'unsubscribe_url'],
  ['crm.manage_subscription_url', 'preferences_url'],
  ['crm.activate_link', 'confirm_url'],
  ['web_preview_url', 'view_url'],
]);

/** Merge tags that are whole links, with their default text. */
const LINKS: ReadonlyMap<string, readonly [url: string, text: string]> = new Map([
  ['crm.unsubscribe_html', ['unsubscribe_url', 'Unsubscribe']],
  ['crm.manage_subscription_html', ['preferences_url', 'Manage Preference']],
  ['crm.activate_button', ['confirm_url', 'Confirm Subscription']],
]);

const TRANSFORMERS: ReadonlyMap<string, string> = new Map([
  ['trim', 'strip'],
  ['strtolower', 'downcase'],
  ['strtoupper', 'upcase'],
]);

const CONTACT_VALUES: ReadonlySet<string> = new Set([
  'contact.full_name',
  'contact.created_at',
  ...FIELDS.filter(({ isMergeTag }) => isMergeTag !== false).map(({ name }) => `contact.${name}`),
]);

const FOREIGN_NAME = /^(?:contact|crm|wp|user|other)\./;
const PART_OF_CONTACT = /^contact\.(?=(?:custom|company)\.[\w-]+$)/;
const TAG = /\{\{([^{}]{1,500})\}\}|##((?:contact|crm)\.[^#{}]{1,300}|web_preview_url)##/g;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'" };
const ENTITY = /&(amp|lt|gt|quot|#0?39);/g;

/** Translates the merge tags of FluentCRM in all texts of emails within a body, which has at most 32 levels. */
export function inLiquid(body: Members, warn: Warn): Members {
  const translated = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => translated(item, ''));
    if (isObject(value)) return inLiquid(value, warn);
    const format = TEXTS.get(name);
    return typeof value === 'string' && format !== undefined ? liquidOf(value, format, warn) : value;
  };
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, translated(value, name)]));
}

/** Returns a text with its merge tags in Liquid. What already is Liquid remains. */
export function liquidOf(source: string, format: Format, warn: Warn): string {
  return source.replace(TAG, (tag: string, inBraces?: string, inHashes?: string) => {
    const [name = '', ...rest] = (inBraces ?? inHashes ?? '').split('|').map((part) => part.trim());
    const value = valueOf(name);
    const [filter = ''] = /^\w+(?=:|$)/.exec(rest[0] ?? '') ?? [];
    if (inBraces !== undefined && isLiquidFilter(filter)) return value ? tag.replace(name, () => value) : tag;
    return outputOf(tag, { name, value, rest }, format, warn);
  });
}

function outputOf(
  tag: string,
  { name, value, rest }: { name: string; value: string | null | undefined; rest: readonly string[] },
  format: Format,
  warn: Warn,
): string {
  const [fallback = '', transformer = ''] = rest;
  const link = LINKS.get(name);
  if (link) {
    const [url, text] = link;
    return format === 'html' ? `<a href="{{ ${url} }}">${fallback || text}</a>` : `{{ ${url} }}`;
  }
  if (value === undefined) return tag;
  if (value === null) {
    warn(`The merge tag ${tag} has no counterpart and was replaced by its default.`);
    return fallback;
  }
  const filter = TRANSFORMERS.get(transformer);
  if (transformer !== '' && filter === undefined) warn(`The transformer of the merge tag ${tag} was left out.`);
  const output = fallback === '' ? value : `${value} | default: ${quoted(fallback, format)}`;
  return filter === undefined ? `{{ ${output} }}` : `{{ ${output} | ${filter} }}`;
}

/** @returns null for a value that only FluentCRM has; undefined for what is no merge tag of FluentCRM. */
function valueOf(name: string): string | null | undefined {
  if (CONTACT_VALUES.has(name)) return name;
  if (PART_OF_CONTACT.test(name)) return name.replace(PART_OF_CONTACT, '');
  return NAMES.get(name) ?? (FOREIGN_NAME.test(name) ? null : undefined);
}

/** Returns a default as a literal of Liquid. In HTML, it is escaped when it is printed. */
function quoted(fallback: string, format: Format): string {
  const text = format === 'html' ? fallback.replace(ENTITY, (_, name: string) => ENTITIES[name] ?? '') : fallback;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
