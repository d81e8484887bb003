import { Body, Injectable } from '@nestjs/common';
import { Allow } from 'class-validator';
import { LabelChanges } from '../../modules/contacts/automation/label-changes.service.js';
import { lockContacts } from '../../modules/contacts/contact/contact-locks.js';
import { contactOf } from '../../modules/contacts/dto/contact.shapes.js';
import { ContactsQueries, type ContactView } from '../../modules/contacts/listing/contacts.queries.js';
import { type Label, LabelsService } from '../../modules/labels/labels.service.js';
import { Database } from '../../platform/database/database.js';
import { ValidationErrors } from '../../platform/errors/app-error.js';
import { Ids, OneOf } from '../../platform/http/dto-fields.js';
import { idsOf } from '../../platform/ids/ids.js';
import { isErasedAddress } from '../../platform/text/erased-address.js';
import { inParts } from '../../platform/values/collections.js';
import { DialectController, DialectPost } from '../dialect-controller.js';

const LABEL_NAMINGS = ['id', 'slug'] as const;
/** How lists and tags are referenced. */
type LabelNaming = (typeof LABEL_NAMINGS)[number];

const KIND = { tags: 'tag', lists: 'list' } as const;

class SyncSegmentsDto {
  @OneOf(['tags', 'lists'], { required: true }) type!: keyof typeof KIND;
  @Ids({ required: true, min: 1 }) subscribers!: number[];

  /** Validated by the service. */
  @Allow() attach?: unknown;
  @Allow() detach?: unknown;

  /** By default, a number is an id; a string is a slug, or an id if no such slug exists. */
  @OneOf(LABEL_NAMINGS) find_by?: LabelNaming;
}

const CONTACTS_AT_ONCE = 500;
const MAX_LABELS = 1_000;

/** Adds lists or tags to contacts and removes others, by id or slug. */
@Injectable()
export class ContactSegments {
  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly changes: LabelChanges,
    private readonly queries: ContactsQueries,
  ) {}

  /**
   * Changes all contacts or none.
   * @returns the updated contacts in the order of the request.
   */
  async sync(request: SyncSegmentsDto): Promise<ContactView[]> {
    const kind = KIND[request.type];
    const contactIds = [...new Set(request.subscribers)];
    const faults = new ValidationErrors();
    const known = await this.labels.list(kind, { sorting: { field: 'id', direction: 'ASC' } });
    const attach = readLabels('attach', request, known, faults);
    // Attaching wins over detaching.
    const detach = readLabels('detach', request, known, faults).filter((id) => !attach.includes(id));
    await this.db.transaction(async (tx) => {
      const contacts = await lockContacts(tx, contactIds);
      const present = new Set(idsOf(contacts));
      faults.addUnknown(
        'subscribers',
        contactIds.filter((id) => !present.has(id)),
      );
      faults.throwIfAny();
      if (attach.length + detach.length === 0) return;
      // Erased contacts must not be written.
      const active = idsOf(contacts.filter(({ email }) => !isErasedAddress(email)));
      for (const part of inParts(active, CONTACTS_AT_ONCE))
        await this.changes.applyToMany(tx, part, { kind, attach, detach });
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
  { [field]: raw, find_by: naming }: SyncSegmentsDto,
  known: readonly Label[],
  faults: ValidationErrors,
): number[] {
  if (raw === undefined || raw === null || raw === '') return [];
  const names = Array.isArray(raw) ? (raw as readonly unknown[]) : [raw];
  if (names.length > MAX_LABELS) {
    faults.add(field, `must hold at most ${MAX_LABELS} items`);
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
  faults.addUnknown(field, unknown);
  return [...new Set(names.flatMap((name) => find(name) ?? []))];
}

@DialectController('/subscribers')
export class ContactSegmentsController {
  constructor(private readonly segments: ContactSegments) {}

  @DialectPost('sync-segments', 'manage_contacts', 'Update lists or tags of contacts')
  async sync(@Body() body: SyncSegmentsDto) {
    const contacts = await this.segments.sync(body);
    return {
      message: `Successfully updated the ${contacts.length === 1 ? 'subscriber' : 'subscribers'}.`,
      subscribers: contacts.map(contactOf),
    };
  }
}
