import { AppError } from '../../../../platform/errors/app-error.js';
import type { Results } from '../../../contacts/automation/contact-automation.service.js';
import type { EntryAtStep, StepResult } from '../step-action.js';

/** Deleted while the step was about to run. */
export const CONTACT_GONE: StepResult = { outcome: 'skipped', detail: 'contact_deleted' };
/** What the step is for was so already. */
export const NO_CHANGE: StepResult = { outcome: 'done', detail: 'no_change' };

const LONGEST = 190;

export const skipped = (detail: string): StepResult => ({ outcome: 'skipped', detail });
export const failed = (detail: string): StepResult => ({ outcome: 'failed', detail: detail.slice(0, LONGEST) });

/** Where something that a step names has been deleted since: with all of it gone there is nothing to do. */
export function resultAmong(
  what: string,
  wanted: readonly number[],
  missing: readonly number[],
  otherwise: StepResult,
): StepResult {
  if (missing.length === 0) return otherwise;
  const detail = `${what} deleted: ${missing.join(', ')}`;
  return missing.length === wanted.length ? failed(detail) : { ...otherwise, detail: detail.slice(0, LONGEST) };
}

/** What became of each contact, as results of the step. */
export function resultsOf<Result>(
  entries: readonly EntryAtStep[],
  results: Results<Result>,
  said: (result: Result) => StepResult,
): [number, StepResult][] {
  return entries.map(({ id, contactId }) => {
    const result = results.get(contactId);
    if (result === undefined) return [id, CONTACT_GONE];
    return [id, result instanceof AppError ? failed(reasonOf(result)) : said(result)];
  });
}

/** The first thing that is wrong, by the name of its field. No values: they are somebody's own. */
function reasonOf(error: AppError): string {
  if (error.code === null) return 'email: belongs to another contact';
  const params = (error.options.data?.['params'] ?? {}) as Readonly<Record<string, string>>;
  const [fault] = Object.entries(params);
  return fault ? fault.join(': ') : error.message;
}
