import { hideLiquid } from './hide-liquid.js';
import { linkTarget } from './link-target.js';
import { LiquidTemplate, orOnFault } from './liquid.js';
import { type MergeValues, OWN_PAGES } from './merge-values.js';

/** Values known at the click. Variables assigned in the email are not. */
const KNOWN_AT_CLICK = ['contact', 'custom', 'company', 'business', 'timezone'] satisfies (keyof MergeValues)[];
export const isKnownAtClick = (name: string): boolean => (KNOWN_AT_CLICK as readonly string[]).includes(name);
/** Values of the caller of the API, or of a shop; contacts do not choose them. */
const DATA = ['data', 'trigger', 'event', 'order'] satisfies (keyof MergeValues)[];
/** Names that loops, tags, and the arguments of snippets give, each with the name whose members a loop or an argument has. */
const BINDINGS =
  /\b(?:for|tablerow)\s+([\w-]+)\s+in\s+([\w-]*)|\b(?:assign|capture|increment|decrement)\s+([\w-]+)|(?<![\w-])([\w-]+):\s*([\w-]*)/g;
/** Links of the email itself. Contacts cannot change them, and opting out must work without a redirect. */
const OWN_LINKS = OWN_PAGES.map((page) => `${page}_url`);
export const isOwnLink = (name: string): boolean => OWN_LINKS.some((link) => link === name);
const OWN_LINK = new RegExp(`^\\s*\\{\\{-?\\s*(?:${OWN_LINKS.join('|')})\\b`);

/** Finding variables takes time in proportion to their number times the length. */
const MAX_URL_LENGTH = 10_000;
const PRINTS = /\{\{|\b(?:echo|cycle|increment|decrement)\b/;
/** Differs in each rendering, or has values of its own. */
const VARIES = /(["'])(?:now|today)\1|\|\s*sample\b|\bcarillon_snippet\b/;
const BEFORE_PATH = /^\s*(?:https?:\/\/[^/\\?#]*)?$/i;

export const beginsWithOwnLink = (template: string): boolean => OWN_LINK.test(template);

/** Returns whether a link has the same value at the click as in the email, and its host is the author's. */
export function canFillLiquidUrl(template: string): boolean {
  if (!template.includes('{')) return true;
  return (steadyNamesIn(template)?.every(isKnownAtClick) ?? false) && !takesHostFromValue(template);
}

/** Returns whether a link has values of data, and a host of the author or of data. Then each email carries its target. */
export function canCarryTarget(template: string, isData: (name: string) => boolean): boolean {
  const names = /^(?:https?:\/\/|\{)/i.test(template) ? (steadyNamesIn(template) ?? []) : [];
  if (names.every(isData)) return names.length > 0;
  return (
    names.some(isData) && names.every((name) => isData(name) || isKnownAtClick(name)) && !takesHostFromValue(template)
  );
}

/** Tells which names have data in a template, also those of loops over data. A name that also has other values has none. */
export function dataNamesIn(template: string): (name: string) => boolean {
  const names = new Map<string, boolean>(DATA.map((name) => [name, true]));
  for (const [, item, list, assigned, argument, value] of piecesOf(template).join('\n').matchAll(BINDINGS)) {
    const name = item ?? assigned ?? argument ?? '';
    const isData = names.get(list ?? value ?? '') === true && !isKnownAtClick(name);
    names.set(name, isData && names.get(name) !== false);
  }
  return (name) => names.get(name) === true;
}

/** Returns whether an output prints a part of the host, or what precedes it. A contact could then choose where the link leads. */
export function takesHostFromValue(template: string): boolean {
  if (!template.includes('{') || beginsWithOwnLink(template)) return false;
  let text = '';
  for (const part of stretchesOf(template)) {
    if (part.kind === 'text') text += part.text;
    else if (piecesOf(part.source).some(printsValue)) return true;
    if (!BEFORE_PATH.test(text)) return false;
  }
  return false;
}

/** Returns the target of a tracked link; null if it leads nowhere with these values. */
export function fillLiquidUrl(template: string, values: MergeValues): string | null {
  return linkTarget(template.includes('{') ? new LiquidTemplate(template, 'link').render(values) : template);
}

const piecesOf = (template: string): string[] =>
  hideLiquid(template).ranges.map(([start, end]) => template.slice(start, end));
const printsValue = (piece: string): boolean => PRINTS.test(piece) && !variablesIn(piece)?.every(isOwnLink);
const stretchesOf = (template: string): LiquidTemplate['stretches'] => parsed(template)?.stretches ?? [];
const variablesIn = (template: string): string[] | undefined => parsed(template)?.variables();
/** @returns undefined if each rendering may differ. */
const steadyNamesIn = (template: string): string[] | undefined =>
  template.length > MAX_URL_LENGTH || piecesOf(template).some((piece) => VARIES.test(piece))
    ? undefined
    : variablesIn(template);

/** @returns undefined for Liquid that does not parse, such as half of a condition. */
export const parsed = (template: string): LiquidTemplate | undefined =>
  orOnFault<LiquidTemplate | undefined>(
    () => new LiquidTemplate(template, 'link'),
    () => undefined,
  );
