import type { SqlValue } from '../../platform/sql/named-parameters.js';

/** Bounds the column `members_log`; readers that missed more changes read all members. */
const LOGGED_CHANGES = 64;
const ENTRY_LENGTH = 8;

/**
 * Changes of the memberships of one label, in order: the contact id, negative if the contact left. Setting or leaving twice has no
 * further effect.
 */
export type MemberChanges = readonly number[];

/**
 * Returns assignments, with a leading comma, that add the number of changes to `members_version` and the changes to `members_log`;
 * empty without changes. The row lock of the label orders them, so a version stands for exactly one set of members.
 */
export function memberAssignments(
  labels: readonly (readonly [id: number, change: { readonly members?: MemberChanges }])[],
  params: Record<string, SqlValue>,
): string {
  const changed = labels.flatMap(([id, { members = [] }]) => (members.length === 0 ? [] : [{ id, members }]));
  if (changed.length === 0) return '';
  changed.forEach(({ id, members }, index) => {
    params[`label${index}`] = id;
    params[`steps${index}`] = members.length;
    params[`log${index}`] = members.slice(-LOGGED_CHANGES).map(entryOf).join('');
  });
  const cases = (what: string): string =>
    changed.map((_, index) => `WHEN :label${index} THEN :${what}${index}`).join(' ');
  return `,
              members_version = members_version + CASE id ${cases('steps')} ELSE 0 END,
              members_log = RIGHT(CONCAT(members_log, CASE id ${cases('log')} ELSE '' END), ${LOGGED_CHANGES * ENTRY_LENGTH})`;
}

/** Returns the last `steps` changes; null if the log does not hold them. */
export function lastChanges(log: string, steps: number): MemberChanges | null {
  const start = log.length - steps * ENTRY_LENGTH;
  if (steps < 0 || start < 0) return null;
  return Array.from({ length: steps }, (_, index) =>
    parseInt(log.slice(start + index * ENTRY_LENGTH, start + (index + 1) * ENTRY_LENGTH), 36),
  );
}

function entryOf(change: number): string {
  return (
    (change < 0 ? '-' : '+') +
    Math.abs(change)
      .toString(36)
      .padStart(ENTRY_LENGTH - 1, '0')
  );
}
