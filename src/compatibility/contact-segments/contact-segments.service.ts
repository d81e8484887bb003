import { Injectable } from '@nestjs/common';
import { LabelChanges } from '../../modules/contacts/automation/label-changes.service.js';
import { ContactWriter } from '../../modules/contacts/contact-writer.service.js';
import { ContactsQueries, type ContactView } from '../../modules/contacts/contacts.queries.js';
import { type Label, type LabelKind, LabelsService } from '../../modules/labels/labels.service.js';
import { Database } from '../../platform/database/database.js';
import { Faults } from '../../platform/errors/faults.js';
import { isErasedAddress } from '../../platform/text/erased-address.js';

export const LABEL_NAMINGS = ['id', 'slug'] as const;
/** How lists and tags are named. */
export type LabelNaming = (typeof LABEL_NAMINGS)[number];

/** What contacts are to get and to lose, as it came in. */
export interface SegmentsWish {
  readonly kind: LabelKind;
  readonly contactIds: readonly number[];
  readonly attach: unknown;
  readonly detach: unknown;
  /** Null: a number is an id, a text is a slug, or an id if there is no such slug. */
  readonly naming: LabelNaming | null;
}

const CONTACTS_AT_ONCE = 500;
const MOST_LABELS = 1_000;

/** Gives named contacts lists or tags and takes others from them, which may be said by their slugs. */
@Injectable()
export class ContactSegments {
  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly writer: ContactWriter,
    private readonly changes: LabelChanges,
    private readonly queries: ContactsQueries,
  ) {}

  /**
   * For all of them or for none.
   * @returns the contacts as they are now, in the order in which they were named.
   * @throws AppError rest_invalid_param naming every contact, list or tag that does not exist.
   */
  async sync({ kind, contactIds, naming, ...raw }: SegmentsWish): Promise<ContactView[]> {
    const faults = new Faults();
    const known = await this.labels.list(kind, { sorting: { field: 'id', direction: 'ASC' } });
    const attach = readLabels('attach', raw.attach, known, naming, faults);
    // What is to be attached stays attached.
    const detach = readLabels('detach', raw.detach, known, naming, faults).filter((id) => !attach.includes(id));
    await this.db.transaction(async (tx) => {
      const contacts = await this.writer.lockAll(tx, contactIds);
      const present = new Set(contacts.map(({ id }) => id));
      const unknown = contactIds.filter((id) => !present.has(id));
      if (unknown.length > 0) faults.add('subscribers', `unknown: ${unknown.join(', ')}`);
      faults.throwIfAny();
      if (attach.length + detach.length === 0) return;
      // Nothing is written about whoever has been erased.
      const living = contacts.filter(({ email }) => !isErasedAddress(email)).map(({ id }) => id);
      for (let start = 0; start < living.length; start += CONTACTS_AT_ONCE)
        await this.changes.applyToMany(tx, living.slice(start, start + CONTACTS_AT_ONCE), { kind, attach, detach });
    });
    return this.views(contactIds);
  }

  private async views(contactIds: readonly number[]): Promise<ContactView[]> {
    const { items } = await this.queries.list(
      {
        memberOf: {},
        condition: { sql: 'c.id IN (:synced)', params: { synced: contactIds } },
        sorting: { field: 'id', direction: 'ASC' },
        withCustomValues: false,
      },
      { page: 1, perPage: contactIds.length },
    );
    const views = new Map(items.map((view) => [view.contact.id, view]));
    return contactIds.flatMap((id) => views.get(id) ?? []);
  }
}

function readLabels(
  field: 'attach' | 'detach',
  raw: unknown,
  known: readonly Label[],
  naming: LabelNaming | null,
  faults: Faults,
): number[] {
  if (raw === undefined || raw === null || raw === '') return [];
  const names = Array.isArray(raw) ? (raw as readonly unknown[]) : [raw];
  if (names.length > MOST_LABELS) {
    faults.add(field, `must hold at most ${MOST_LABELS} items`);
    return [];
  }
  if (!names.every((name) => typeof name === 'string' || typeof name === 'number')) {
    faults.add(field, 'must hold ids or slugs only');
    return [];
  }
  const ids = new Map(known.map(({ id }) => [String(id), id]));
  const slugs = new Map(known.map(({ id, slug }) => [slug, id]));
  const find = (name: string | number): number | undefined => {
    const text = String(name).trim();
    const bySlug = (): number | undefined => slugs.get(text.toLowerCase());
    if (naming === 'slug') return bySlug();
    if (naming === 'id' || typeof name === 'number') return ids.get(text);
    return bySlug() ?? ids.get(text);
  };
  const unknown = names.filter((name) => find(name) === undefined);
  if (unknown.length > 0) faults.add(field, `unknown: ${unknown.map((name) => shortened(name)).join(', ')}`);
  return [...new Set(names.flatMap((name) => find(name) ?? []))];
}

const LONGEST_SHOWN = 64;

const shortened = (name: string | number): string => String(name).slice(0, LONGEST_SHOWN);
