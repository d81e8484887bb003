import type { Faults } from '../../../platform/errors/faults.js';
import { ACTIONS, isAction, titleOf } from './action-catalogue.js';
import { checked, isObject } from './schema-check.js';
import type { ActionName, Step } from './step.js';

/** A step as it was sent, as far as it can be judged without asking anybody. */
export interface SentStep {
  /** On the wire, for the faults. */
  readonly path: string;
  readonly local: number;
  readonly parent: number | null;
  readonly branch: string | null;
  readonly place: number;
  readonly id: number | null;
  readonly action: ActionName;
  readonly title: string;
  readonly description: string;
  /** By the schema of the action; null when something is wrong with them. */
  readonly settings: Readonly<Record<string, unknown>> | null;
  /** Not judged yet; null for everybody. */
  readonly conditions: unknown;
  readonly delay: number;
}

type Json = Readonly<Record<string, unknown>>;

interface Place {
  readonly path: string;
  readonly parent: number | null;
  readonly branch: string | null;
  readonly place: number;
  readonly depth: number;
}

const MAX_STEPS = 200;
/** Each takes three levels of JSON and its settings up to four, and bodies may have 32. */
const MAX_DEPTH = 9;
const TITLE_LENGTH = 190;
const DESCRIPTION_LENGTH = 5_000;
/** A year. */
const LONGEST_DELAY = 31_536_000;

/**
 * Reads a tree of steps, parents before their children.
 * @param known the steps of the funnel whose ids may be sent.
 */
export function readTree(input: unknown, path: string, known: ReadonlyMap<number, Step>, faults: Faults): SentStep[] {
  return new TreeReader(path, known, faults).read(input);
}

class TreeReader {
  private readonly steps: SentStep[] = [];
  private readonly ids = new Set<number>();
  private count = 0;

  constructor(
    private readonly path: string,
    private readonly known: ReadonlyMap<number, Step>,
    private readonly faults: Faults,
  ) {}

  read(input: unknown): SentStep[] {
    if (input === undefined) this.faults.add(this.path, 'is required');
    else this.way(input, { path: this.path, parent: null, branch: null, depth: 1 });
    return this.steps;
  }

  private way(input: unknown, { path, ...within }: Omit<Place, 'place'>): void {
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
      this.faults.add(`${path}.action_name`, action === undefined ? 'is required' : 'is not an action');
      return;
    }
    const before = id === null ? undefined : this.known.get(id);
    if (before && before.action !== action)
      this.faults.add(`${path}.action_name`, `is ${before.action} in this step; leave out the id for another step`);
    const local = this.steps.length + 1;
    const read = checked(ACTIONS[action].settings, settings ?? {}, `${path}.settings`, this.faults);
    this.steps.push({
      ...{ path, local, parent, branch, place, id, action },
      title: this.text(input['title'], `${path}.title`, TITLE_LENGTH) || titleOf(action),
      description: this.text(input['description'], `${path}.description`, DESCRIPTION_LENGTH),
      settings: read,
      conditions: emptyIsNone(input['conditions']),
      delay: this.delay(input['delay'], `${path}.delay`),
    });
    this.ways(action, read, children, { path: `${path}.children`, parent: local, depth: depth + 1 });
  }

  private ways(
    action: ActionName,
    settings: Json | null,
    children: unknown,
    { path, parent, depth }: Pick<Place, 'path' | 'parent' | 'depth'>,
  ): void {
    if (children === undefined || children === null) return;
    const ways = namesOfWays(action, settings);
    // Forms send an empty array for what is empty.
    const sent = Array.isArray(children) && children.length === 0 ? {} : children;
    if (!isObject(sent)) {
      this.faults.add(path, 'must be an object of arrays of steps');
      return;
    }
    for (const [way, steps] of Object.entries(sent)) {
      const isEmpty = Array.isArray(steps) && steps.length === 0;
      if (ways?.length === 0) {
        if (!isEmpty) this.faults.add(path, `${action} has no ways under it`);
      } else if (ways?.includes(way) === false) this.faults.add(`${path}.${way}`, `must be one of: ${ways.join(', ')}`);
      else if (depth > MAX_DEPTH && !isEmpty)
        this.faults.add(`${path}.${way}`, `must not be nested deeper than ${MAX_DEPTH} steps`);
      else this.way(steps, { path: `${path}.${way}`, parent, branch: way, depth });
    }
  }

  private id(value: unknown, path: string): number | null {
    if (value === undefined || value === null) return null;
    if (typeof value !== 'number' || !this.known.has(value)) this.faults.add(path, 'is no step of this funnel');
    else if (this.ids.has(value)) this.faults.add(path, 'is sent twice');
    else {
      this.ids.add(value);
      return value;
    }
    return null;
  }

  private text(value: unknown, path: string, longest: number): string {
    if (value === undefined || value === null) return '';
    const text = typeof value === 'string' ? value.trim() : '';
    if (typeof value !== 'string') this.faults.add(path, 'must be text');
    else if (Array.from(text).length > longest) this.faults.add(path, `must be at most ${longest} characters long`);
    return text;
  }

  private delay(value: unknown, path: string): number {
    if (value === undefined || value === null) return 0;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LONGEST_DELAY) return value;
    this.faults.add(path, `must be a whole number of seconds from 0 to ${LONGEST_DELAY}`);
    return 0;
  }
}

/** Null when nobody can say, because the settings that name them are wrong. */
function namesOfWays(action: ActionName, settings: Json | null): readonly string[] | null {
  const { branches } = ACTIONS[action];
  if (branches !== 'settings.branches') return branches ?? [];
  return settings === null ? null : (settings['branches'] as readonly { readonly key: string }[]).map(({ key }) => key);
}

/** An optional rule without any rows is none, as clients with an empty form send it. */
export function emptyIsNone(filters: unknown): unknown {
  return filters === undefined || (Array.isArray(filters) && filters.length === 0) ? null : filters;
}
