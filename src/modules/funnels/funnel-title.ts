import type { Faults } from '../../platform/errors/faults.js';

export const TITLE_LENGTH = 190;

/** Titles need not differ: a funnel is known by its id. */
export function readTitle(value: unknown, faults: Faults): string {
  const title = typeof value === 'string' ? value.trim() : '';
  if (value === undefined) faults.add('title', 'is required');
  else if (typeof value !== 'string') faults.add('title', 'must be text');
  else if (title === '') faults.add('title', 'must not be empty');
  else if (Array.from(title).length > TITLE_LENGTH)
    faults.add('title', `must be at most ${TITLE_LENGTH} characters long`);
  return title;
}
