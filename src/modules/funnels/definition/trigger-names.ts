import { FAMILIES, type TriggerFamily, isNative } from './trigger-catalogue.js';

const LONGEST = 190;
/** Stands for the rest of a name, after an underscore. */
const WILDCARD = '*';

/** Whether funnels may begin with this: an exact name, or a beginning of names with `*` at its end. */
export function isTriggerName(name: string): boolean {
  return isNative(name) || familyOf(name) !== undefined;
}

/** Whether somebody may report that this has happened: what we notice by ourselves nobody can. */
export function isFireable(name: string): boolean {
  return !name.endsWith(WILDCARD) && !isNative(name) && familyOf(name) !== undefined;
}

/** Every trigger that a funnel may have to begin when this happens: the name, and the beginnings of it. */
export function candidatesFor(firedName: string): string[] {
  const beginnings = [...firedName.matchAll(/_/g)].map(({ index }) => `${firedName.slice(0, index + 1)}${WILDCARD}`);
  return [firedName, ...beginnings].filter(isTriggerName);
}

/** The family of a name, or of a beginning of names. */
export function familyOf(name: string): TriggerFamily | undefined {
  if (name.length > LONGEST) return undefined;
  const sample = name.endsWith(`_${WILDCARD}`) ? `${name.slice(0, -WILDCARD.length)}1` : name;
  return FAMILIES.find(({ pattern }) => pattern.test(sample));
}
