import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { accepted, readText } from '../../../platform/values/read-value.js';
import {
  ACTIONS,
  type ActionName,
  type StepSettings,
  branchesOf,
  isAction,
  notAnAction,
} from '../definition/action-catalog.js';
import { checked, sentObject } from './schema-check.js';
import type { Step } from '../definition/step.js';
import { isObject, type JsonObject } from '../../../platform/values/json.js';
import { oneOfRule } from '../../../platform/text/closest-name.js';

interface SentStepOf<Action extends ActionName> extends Pick<
  Step,
  'branch' | 'place' | 'title' | 'description' | 'delay'
> {
  readonly path: string;
  /** From 1 in the order of reading; parents come before children. */
  readonly local: number;
  readonly parent: number | null;
  readonly id: number | null;
  readonly action: Action;
  readonly settings: StepSettings[Action] | null;
  /** Not validated yet; null for all contacts. */
  readonly conditions: unknown;
}

type SentSteps = { readonly [Action in ActionName]: SentStepOf<Action> };

export type SentStep<Action extends ActionName = ActionName> = SentSteps[Action];

/** A validated step, maybe without an id; parents are identified by local numbers. */
export type DraftStep = Omit<SentStep, 'path' | 'conditions'> &
  Pick<Step, 'conditions' | 'since' | 'createdAt' | 'updatedAt'>;

interface Place {
  readonly path: string;
  readonly parent: number | null;
  readonly branch: string | null;
  readonly place: number;
  readonly depth: number;
}

const MAX_STEPS = 200;
/** A step takes three levels of JSON, its settings up to four; bodies can have 32. */
const MAX_DEPTH = 9;
const TITLE_LENGTH = 190;
const DESCRIPTION_LENGTH = 5_000;
/** One year, in seconds. */
const MAX_DELAY = 31_536_000;

/** Reads a tree of steps, parents before children. `known` has the steps whose ids can be sent. */
export function readTree(
  input: unknown,
  path: string,
  known: ReadonlyMap<number, Step>,
  faults: ValidationErrors,
): SentStep[] {
  return new TreeReader(path, known, faults).read(input);
}

class TreeReader {
  private readonly steps: SentStep[] = [];
  private readonly ids = new Set<number>();
  private count = 0;

  constructor(
    private readonly path: string,
    private readonly known: ReadonlyMap<number, Step>,
    private readonly faults: ValidationErrors,
  ) {}

  read(input: unknown): SentStep[] {
    if (input === undefined) this.faults.add(this.path, 'is required');
    else this.readSteps(input, { path: this.path, parent: null, branch: null, depth: 1 });
    return this.steps;
  }

  private readSteps(input: unknown, { path, ...within }: Omit<Place, 'place'>): void {
    if (!Array.isArray(input)) {
      this.faults.add(path, 'must be an array of steps');
      return;
    }
    for (const [index, step] of (input as readonly unknown[]).entries()) {
      this.count += 1;
      if (this.count > MAX_STEPS) {
        this.faults.add(this.path, `must hold at most ${MAX_STEPS} steps in all`);
        return;
      }
      this.step(step, { ...within, path: `${path}.${index}`, place: index + 1 });
    }
  }

  private step(input: unknown, { path, parent, branch, place, depth }: Place): void {
    if (!isObject(input)) {
      this.faults.add(path, 'must be an object');
      return;
    }
    const { action_name: action, settings = {}, children } = input;
    const id = this.id(input['id'], `${path}.id`);
    if (!isAction(action)) {
      this.faults.add(`${path}.action_name`, action === undefined ? 'is required' : notAnAction(action));
      return;
    }
    const before = id === null ? undefined : this.known.get(id);
    if (before && before.action !== action)
      this.faults.add(`${path}.action_name`, `is ${before.action} in this step; leave out the id for another step`);
    const local = this.steps.length + 1;
    const read = checked(ACTIONS[action].settings, settings ?? {}, `${path}.settings`, this.faults);
    this.steps.push({
      ...{ path, local, parent, branch, place, id, action },
      title: this.text(input['title'], `${path}.title`, TITLE_LENGTH) || ACTIONS[action].title,
      description: this.text(input['description'], `${path}.description`, DESCRIPTION_LENGTH),
      settings: read,
      conditions: nullIfEmpty(input['conditions']),
      delay: this.delay(input['delay'], `${path}.delay`),
    } as SentStep);
    this.readBranches(action, read, children, { path: `${path}.children`, parent: local, depth: depth + 1 });
  }

  private readBranches(
    action: ActionName,
    settings: JsonObject | null,
    children: unknown,
    { path, parent, depth }: Pick<Place, 'path' | 'parent' | 'depth'>,
  ): void {
    if (children === undefined || children === null) return;
    const branches = branchNames(action, settings);
    const sent = sentObject(children);
    if (sent === null) {
      this.faults.add(path, 'must be an object of arrays of steps');
      return;
    }
    for (const [branch, steps] of Object.entries(sent)) {
      const fault = branchError(action, branches, branch);
      if (fault === null && (depth <= MAX_DEPTH || isEmpty(steps)))
        this.readSteps(steps, { path: `${path}.${branch}`, parent, branch, depth });
      else if (fault === null)
        this.faults.add(`${path}.${branch}`, `must not be nested deeper than ${MAX_DEPTH} steps`);
      else if (branches?.length !== 0) this.faults.add(`${path}.${branch}`, fault);
      else if (!isEmpty(steps)) this.faults.add(path, fault);
    }
  }

  private id(value: unknown, path: string): number | null {
    if (value === undefined || value === null) return null;
    if (typeof value !== 'number' || !this.known.has(value)) this.faults.add(path, 'is not a step of this funnel');
    else if (this.ids.has(value)) this.faults.add(path, 'is sent twice');
    else {
      this.ids.add(value);
      return value;
    }
    return null;
  }

  private text(sent: unknown, path: string, longest: number): string {
    if (sent === undefined || sent === null) return '';
    return accepted(readText(sent, longest), path, this.faults) ?? '';
  }

  private delay(value: unknown, path: string): number {
    if (value === undefined || value === null) return 0;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_DELAY) return value;
    this.faults.add(path, `must be a whole number of seconds from 0 to ${MAX_DELAY}`);
    return 0;
  }
}

const isEmpty = (steps: unknown): boolean => Array.isArray(steps) && steps.length === 0;

function branchError(action: ActionName, branches: readonly string[] | null, branch: string): string | null {
  if (branches === null || branches.includes(branch)) return null;
  return branches.length === 0 ? `${action} has no branches` : oneOfRule(branches);
}

/** Returns null if the settings that define the branches are invalid. */
function branchNames(action: ActionName, settings: JsonObject | null): readonly string[] | null {
  return settings === null && ACTIONS[action].branches === 'settings.branches'
    ? null
    : branchesOf(action, settings ?? {});
}

/** An empty optional rule means no rule; clients with empty forms send it. */
export function nullIfEmpty(filters: unknown): unknown {
  return filters === undefined || (Array.isArray(filters) && filters.length === 0) ? null : filters;
}

export const countNewSteps = (drafts: readonly DraftStep[]): number => drafts.filter(({ id }) => id === null).length;

export function numbered(drafts: readonly DraftStep[], ids: readonly number[]): Step[] {
  const unused = ids.values();
  const idOf = new Map(
    drafts.map(({ local, id }) => {
      const own = id ?? unused.next().value;
      if (own === undefined) throw new Error('there are more new steps than ids');
      return [local, own];
    }),
  );
  return drafts.map((draft) => {
    const { local, parent, ...step } = draft;
    return { ...step, id: idOf.get(local), parentId: parent === null ? null : idOf.get(parent) } as Step;
  });
}
