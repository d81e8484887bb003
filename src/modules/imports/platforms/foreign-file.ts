import { isIP } from 'node:net';
import { invalidParam } from '../../../platform/errors/app-error.js';
import type { ContactStatus } from '../../contacts/contact/contact-status.js';
import { fieldsByName, keyOf } from '../import-columns.js';
import {
  type ColumnMap,
  distinctTitles,
  FOREIGN_FIELDS,
  type ForeignContact,
  type ForeignSystem,
  stricter,
  type Target,
} from './foreign-system.js';

export interface ForeignFile {
  /** Titles of ignored columns. */
  readonly ignored: readonly string[];
  /** The least strict status in this file; files are read in this order. */
  readonly best: ContactStatus;
  /** @param cells of one record; missing ones are empty. */
  readonly read: (cells: readonly string[]) => ForeignContact;
}

export interface OpeningOptions {
  readonly map: ColumnMap;
  /** The least strict status that a contact can get; null leaves it to the file. */
  readonly atBest: ContactStatus | null;
}

const GIVEN_TARGETS: readonly string[] = ['email', ...FOREIGN_FIELDS, '-'];
/** Ids and types of other platforms have no meaning here. */
const SAME_NAMES: readonly string[] = FOREIGN_FIELDS.filter((name) => name !== 'user_id' && name !== 'contact_type');

/** @param name without its folder. @throws AppError rest_invalid_param for an invalid map, or another platform. */
export function openForeignFile(
  system: ForeignSystem,
  name: string,
  header: readonly string[],
  { map, atBest }: OpeningOptions,
): ForeignFile {
  const own = fieldsByName<Target>(system.columns);
  // A map that names the email column excludes other email columns.
  if ([...map.values()].includes('email')) for (const key of system.columns.email ?? []) own.set(key, 'custom');
  const columns = distinct(header).map((title, at) => ({ at, title, target: targetOf(title, map, own) }));
  checkTargets(name, columns, map);
  const hasStatus = columns.some(({ target }) => target === 'status');
  const titles = new Set(columns.map(({ title }) => keyOf(title)));
  const best = system.leastStrict({ name, titles, hasStatus }, atBest);
  const statuses = new Map(Object.entries(system.statuses));
  const {
    titlesIn = () => [],
    partsOf = () => ({ fields: {}, values: {} }),
    consentIps = [],
    blockedWord = null,
  } = system;
  const used = columns
    .filter(({ target }) => target !== '-')
    .map(({ at, title, target }) => ({ at, target, member: target === 'evidence' ? nameOf(title) : title }));
  return {
    ignored: columns.filter(({ target, title }) => target === '-' && title !== '').map(({ title }) => title),
    best,
    read: (cells) => {
      const { said, values, facts } = byTarget(cells, used);
      const { email = '', status: spelled = '', tags = '', lists = '', parts = '', ...fields } = said;
      const word = spelled.toLowerCase();
      const status = hasStatus ? stricter(best, statuses.get(word) ?? 'unsubscribed') : best;
      const split = partsOf(parts, (title) => targetOf(title, map));
      const agrees = status === 'subscribed' || status === 'pending';
      const ip = agrees ? consentIps.map((fact) => facts[fact] ?? '').find((text) => isIP(text) !== 0) : undefined;
      return {
        email,
        status,
        fields: { ...split.fields, ...fields },
        values: Object.assign(values, split.values),
        tags: distinctTitles(titlesIn(tags)),
        lists: distinctTitles(titlesIn(lists)),
        evidence: Object.keys(facts).length === 0 ? null : { ip: ip ?? null, facts },
        blocked: word === blockedWord,
      };
    },
  };
}

/** Sorts the non-empty cells: the first one of each target, custom values, and the facts of the consent evidence. */
function byTarget(
  cells: readonly string[],
  columns: readonly { readonly at: number; readonly target: Target; readonly member: string }[],
) {
  const said: Partial<Record<Target, string>> = {};
  const values = Object.create(null) as Record<string, string>;
  const facts: Record<string, string> = {};
  for (const { at, target, member } of columns) {
    const text = cells[at]?.trim() ?? '';
    if (text === '') continue;
    if (target === 'custom') values[member] = text;
    else if (target === 'evidence') facts[member] = text;
    else said[target] ??= text;
  }
  return { said, values, facts };
}

/** Returns the target of a column by the map, by the platform, or by its name: `Postal Code` is `postal_code`. */
function targetOf(title: string, map: ColumnMap, own?: ReadonlyMap<string, Target>): Target {
  const key = keyOf(title);
  const known = map.get(key) ?? (key === '' ? '-' : own?.get(key));
  const name = nameOf(title);
  return (known as Target | undefined) ?? (SAME_NAMES.includes(name) ? (name as Target) : 'custom');
}

const nameOf = (title: string): string => keyOf(title).replaceAll(' ', '_');

function checkTargets(
  file: string,
  columns: readonly { readonly title: string; readonly target: Target }[],
  map: ColumnMap,
): void {
  for (const [title, target] of map)
    if (!GIVEN_TARGETS.includes(target))
      throw invalidParam('map', `has an unknown field ${target} for ${title}; allowed: ${GIVEN_TARGETS.join(', ')}`);
  if (columns.some(({ target }) => target === 'email')) return;
  const titles = columns.map(({ title }) => title);
  throw invalidParam(
    'map',
    `must name the email column of ${file}, for example --map "${titles[0] ?? 'Address'}=email"; ` +
      `its columns are: ${titles.filter((title) => title !== '').join(', ')}`,
  );
}

/** Makes repeated titles unique, so that both values are kept. */
function distinct(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((spelled) => {
    const title = spelled.trim();
    const count = (seen.get(keyOf(title)) ?? 0) + 1;
    seen.set(keyOf(title), count);
    return count === 1 || title === '' ? title : `${title} (${count})`;
  });
}
