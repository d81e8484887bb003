import { counted } from '../../../platform/text/counted.js';
import { titleKey } from '../../../platform/text/title-key.js';
import type { CustomFieldType } from '../../custom-fields/custom-field.entity.js';
import type { LabelKind } from '../../labels/labels.service.js';
import type { ContactStatus } from '../../contacts/contact/contact-status.js';
import type { ForeignContact } from './foreign-contact.js';

/** What the first pass over the files has found. */
export class Findings {
  people = 0;
  withoutAddress = 0;
  blocked = 0;
  withEvidence = 0;
  readonly statuses = new Map<ContactStatus, number>();
  /** Titles by key, in the first spelling found. */
  readonly labels: Readonly<Record<LabelKind, Map<string, string>>> = { list: new Map(), tag: new Map() };
  readonly values = new Map<string, FoundValue>();
  private readonly spellings: Readonly<Record<LabelKind, Set<string>>> = { list: new Set(), tag: new Set() };

  add(contact: ForeignContact): void {
    this.people += 1;
    if (contact.email === '') this.withoutAddress += 1;
    if (contact.blocked) this.blocked += 1;
    if (contact.evidence !== null) this.withEvidence += 1;
    this.statuses.set(contact.status, (this.statuses.get(contact.status) ?? 0) + 1);
    this.addLabels('tag', contact.tags);
    this.addLabels('list', contact.lists);
    for (const [title, text] of Object.entries(contact.values)) this.addValue(title, text);
  }

  private addLabels(kind: LabelKind, titles: readonly string[]): void {
    for (const title of titles) {
      if (this.spellings[kind].has(title)) continue;
      this.spellings[kind].add(title);
      const key = titleKey(title);
      if (!this.labels[kind].has(key)) this.labels[kind].set(key, title);
    }
  }

  private addValue(title: string, text: string): void {
    const found = this.values.get(title) ?? { people: 0, type: 'text' };
    found.people += 1;
    if (found.type === 'text' && needsSeveralLines(text)) found.type = 'textarea';
    this.values.set(title, found);
  }
}

export interface FoundValue {
  people: number;
  /** The field type that fits all values. */
  type: CustomFieldType & ('text' | 'textarea');
}

/** The maximum length of a single-line field. */
const SHORT_TEXT = 190;

function needsSeveralLines(text: string): boolean {
  return /[\r\n]/.test(text) || (text.length > SHORT_TEXT && Array.from(text).length > SHORT_TEXT);
}

/** A value of another platform and its custom field. */
export interface PlannedField {
  readonly title: string;
  readonly people: number;
  readonly type: CustomFieldType;
  /** The existing field; null if a new one is created with `label`. */
  readonly slug: string | null;
  readonly label: string;
}

export interface PlannedLabel {
  readonly title: string;
  /** Null if it will be created. */
  readonly id: number | null;
}

/** What the import would do. */
export interface PlatformImportPlan {
  readonly system: string;
  readonly files: readonly { readonly name: string; readonly people: number }[];
  readonly people: number;
  readonly withoutAddress: number;
  readonly withEvidence: number;
  readonly blocked: number;
  readonly statuses: ReadonlyMap<ContactStatus, number>;
  readonly labels: Readonly<Record<LabelKind, readonly PlannedLabel[]>>;
  /** Labels for every contact, independent of the files. */
  readonly forAllContacts: Readonly<Record<LabelKind, readonly PlannedLabel[]>>;
  readonly fields: readonly PlannedField[];
  readonly ignored: readonly string[];
  /** Numbers of invalid values, by field. */
  readonly dropped: ReadonlyMap<string, number>;
}

const MAX_TITLES = 12;

/** Formats the plan as lines for the terminal. */
export function inWords(plan: PlatformImportPlan): string[] {
  const lines = [`From ${plan.system}: ${counted(plan.people, 'person', 'people')}`];
  for (const { name, people } of plan.files) lines.push(`  ${name}: ${people}`);
  lines.push('Statuses:');
  for (const [status, people] of plan.statuses) lines.push(`  ${status}: ${people}`);
  if (plan.withoutAddress > 0) lines.push(`Without an email address (rejected): ${plan.withoutAddress}`);
  if (plan.blocked > 0) lines.push(`Blocklisted (also suppressed): ${plan.blocked}`);
  if (plan.withEvidence > 0) lines.push(`With evidence for the consent log: ${plan.withEvidence}`);
  lines.push(...labelLines(plan), ...fieldLines(plan));
  if (plan.ignored.length > 0) lines.push(`Ignored columns: ${plan.ignored.join(', ')}`);
  for (const [name, values] of plan.dropped) lines.push(`Invalid for ${name} (left out): ${counted(values, 'value')}`);
  return lines;
}

function labelLines(plan: PlatformImportPlan): string[] {
  const lines: string[] = [];
  for (const kind of ['list', 'tag'] as const) {
    const [made, known] = apart(plan.labels[kind], ({ id }) => id === null);
    if (made.length > 0) lines.push(`New ${kind}s (${made.length}): ${some(made.map(({ title }) => title))}`);
    if (known.length > 0) lines.push(`Existing ${kind}s (${known.length}): ${some(known.map(({ title }) => title))}`);
  }
  for (const kind of ['list', 'tag'] as const)
    for (const { title, id } of plan.forAllContacts[kind])
      lines.push(`For every contact: ${kind} ${title}${id === null ? ' (new)' : ''}`);
  return lines;
}

function fieldLines(plan: PlatformImportPlan): string[] {
  const lines: string[] = [];
  const [made, known] = apart(plan.fields, ({ slug }) => slug === null);
  if (made.length > 0) lines.push(`New custom fields (${made.length}):`);
  for (const { label, type, people } of made) lines.push(`  ${label} (${type}): ${people}`);
  if (known.length > 0) lines.push(`Existing custom fields (${known.length}):`);
  for (const { title, slug, people } of known) lines.push(`  ${title} as ${slug ?? ''}: ${people}`);
  return lines;
}

function some(titles: readonly string[]): string {
  const more = titles.length - MAX_TITLES;
  return titles.slice(0, MAX_TITLES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function apart<Item>(items: readonly Item[], wanted: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(wanted), items.filter((item) => !wanted(item))];
}
