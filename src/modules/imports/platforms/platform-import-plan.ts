import { counted } from '../../../platform/text/counted.js';
import { titleKey } from '../../../platform/text/title-key.js';
import type { CustomField, CustomFieldType } from '../../custom-fields/custom-field.entity.js';
import { LABEL_KINDS, type LabelKind } from '../../labels/labels.service.js';
import type { ContactStatus } from '../../contacts/contact/contact-status.js';
import { byStrictness, type ForeignContact } from './foreign-system.js';

export class Findings {
  people = 0;
  withoutAddress = 0;
  blocked = 0;
  withEvidence = 0;
  readonly statuses = new Map<ContactStatus, number>();
  readonly values = new Map<string, FoundValue>();
  private readonly spellings = { list: new Set<string>(), tag: new Set<string>() };

  add(contact: ForeignContact): void {
    this.people += 1;
    if (contact.email === '') this.withoutAddress += 1;
    if (contact.blocked) this.blocked += 1;
    if (contact.evidence !== null) this.withEvidence += 1;
    this.statuses.set(contact.status, (this.statuses.get(contact.status) ?? 0) + 1);
    for (const title of contact.tags) this.spellings.tag.add(title);
    for (const title of contact.lists) this.spellings.list.add(title);
    for (const [title, text] of Object.entries(contact.values)) {
      const found = this.values.get(title) ?? { people: 0, type: 'text' };
      found.people += 1;
      if (found.type === 'text' && needsSeveralLines(text)) found.type = 'textarea';
      this.values.set(title, found);
    }
  }

  /** Returns the titles of labels, in the first spelling found. */
  titles(kind: LabelKind): string[] {
    const titles = new Map<string, string>();
    for (const title of this.spellings[kind]) {
      const key = titleKey(title);
      if (!titles.has(key)) titles.set(key, title);
    }
    return [...titles.values()];
  }
}

interface FoundValue {
  people: number;
  /** The field type that fits all values. */
  type: CustomFieldType & ('text' | 'textarea');
}

const SHORT_TEXT = 190;

function needsSeveralLines(text: string): boolean {
  return /[\r\n]/.test(text) || (text.length > SHORT_TEXT && Array.from(text).length > SHORT_TEXT);
}

export interface PlannedField {
  readonly title: string;
  readonly people: number;
  readonly type: CustomFieldType;
  /** Null if a new one is created with `label`. */
  readonly existing: CustomField | null;
  readonly label: string;
}

/** Ids of labels by title; null for a label that will be created. */
export type PlannedLabels = Readonly<Record<LabelKind, ReadonlyMap<string, number | null>>>;

export interface PlatformImportPlan {
  readonly system: string;
  readonly files: readonly { readonly name: string; readonly people: number }[];
  readonly findings: Findings;
  readonly labels: PlannedLabels;
  /** Labels for every contact, independent of the files. */
  readonly forAllContacts: PlannedLabels;
  readonly fields: readonly PlannedField[];
  readonly ignored: ReadonlySet<string>;
  /** Numbers of invalid values, by field. */
  readonly dropped: ReadonlyMap<string, number>;
}

export function inWords({ findings, ...plan }: PlatformImportPlan): string[] {
  const { people, withoutAddress, blocked, withEvidence } = findings;
  const newFields = plan.fields.filter(({ existing }) => existing === null);
  const knownFields = plan.fields.filter(({ existing }) => existing !== null);
  return [
    `From ${plan.system}: ${counted(people, 'person', 'people')}`,
    ...plan.files.map((file) => `  ${file.name}: ${file.people}`),
    'Statuses:',
    ...[...findings.statuses]
      .sort(([one], [other]) => byStrictness(one, other))
      .map(([status, count]) => `  ${status}: ${count}`),
    ...(withoutAddress > 0 ? [`Without an email address (rejected): ${withoutAddress}`] : []),
    ...(blocked > 0 ? [`Blocklisted (also suppressed): ${blocked}`] : []),
    ...(withEvidence > 0 ? [`With evidence for the consent log: ${withEvidence}`] : []),
    ...LABEL_KINDS.flatMap((kind) => [
      ...titlesLine(`New ${kind}s`, plan.labels[kind], (id) => id === null),
      ...titlesLine(`Existing ${kind}s`, plan.labels[kind], (id) => id !== null),
    ]),
    ...LABEL_KINDS.flatMap((kind) =>
      Array.from(
        plan.forAllContacts[kind],
        ([title, id]) => `For every contact: ${kind} ${title}${id === null ? ' (new)' : ''}`,
      ),
    ),
    ...(newFields.length > 0 ? [`New custom fields (${newFields.length}):`] : []),
    ...newFields.map((field) => `  ${field.label} (${field.type}): ${field.people}`),
    ...(knownFields.length > 0 ? [`Existing custom fields (${knownFields.length}):`] : []),
    ...knownFields.map((field) => `  ${field.title} as ${field.existing?.slug ?? ''}: ${field.people}`),
    ...(plan.ignored.size > 0 ? [`Ignored columns: ${[...plan.ignored].join(', ')}`] : []),
    ...Array.from(plan.dropped, ([name, count]) => `Invalid for ${name} (left out): ${counted(count, 'value')}`),
  ];
}

const MAX_TITLES = 12;

function titlesLine(
  what: string,
  labels: ReadonlyMap<string, number | null>,
  isWanted: (id: number | null) => boolean,
): string[] {
  const titles = [...labels].filter(([, id]) => isWanted(id)).map(([title]) => title);
  if (titles.length === 0) return [];
  const more = titles.length - MAX_TITLES;
  const shown = titles.slice(0, MAX_TITLES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return [`${what} (${titles.length}): ${shown}`];
}
