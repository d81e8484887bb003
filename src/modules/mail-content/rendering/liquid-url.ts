import { hideLiquid } from './hide-liquid.js';
import { linkTarget } from './link-target.js';
import { LiquidTemplate, orOnFault } from './liquid.js';
import { type MergeValues, OWN_PAGES } from './merge-values.js';

/** Values known at the click. Variables assigned in the email are not. */
const KNOWN_AT_CLICK = ['contact', 'custom', 'company', 'business', 'timezone'] satisfies (keyof MergeValues)[];
export const isKnownAtClick = (name: string): boolean => (KNOWN_AT_CLICK as readonly string[]).includes(name);
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
  if (template.length > MAX_URL_LENGTH || takesHostFromValue(template)) return false;
  if (piecesOf(template).some((piece) => VARIES.test(piece))) return false;
  return variablesIn(template)?.every(isKnownAtClick) ?? false;
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

/** @returns undefined for Liquid that does not parse, such as half of a condition. */
export const parsed = (template: string): LiquidTemplate | undefined =>
  orOnFault<LiquidTemplate | undefined>(
    () => new LiquidTemplate(template, 'link'),
    () => undefined,
  );
