import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { lastChanges } from '../../labels/members-log.js';
import { type LabelState, MEMBERSHIP, MembershipsService, memberFilterOf } from '../memberships/memberships.service.js';
import { ContactSet } from './contact-set.js';

const MAX_BYTES = 64 * 1024 * 1024;
/** SQL counts fewer members within milliseconds. */
const MIN_MEMBERS = 1_000;
/** Together with the size of a bitmap, bounds the memory and the loads of one request. */
const MAX_LABELS = 8;
/** A bitmap that is being loaded, or that a concurrent request brought to a later version, needs a new look at the versions. */
const MAX_ATTEMPTS = 3;
/** The ids of one statement fit into 1 MB of text. */
const IDS_AT_ONCE = 65_536;
/** MySQL would truncate the ids; MariaDB has a limit of 1 MB and ignores the hint. */
const ROOM_FOR_IDS = '/*+ SET_VAR(group_concat_max_len = 1048576) */';

interface Bitmap {
  version: number;
  readonly contacts: ContactSet;
}

/**
 * Keeps the members of large labels as bitmaps in memory, because SQL takes up to a microsecond per member to intersect them.
 *
 * Exact: each request reads the versions of its labels in one statement, and a bitmap is used only at that version. It catches up
 * by the changes that the label's row holds, or is read again.
 */
@Injectable()
export class MembershipBitmaps {
  /** The least recently used first. */
  private readonly bitmaps = new Map<string, Bitmap>();
  private readonly loads = new Map<string, Promise<void>>();
  private lastLoad: Promise<unknown> = Promise.resolve();
  bytes = 0;

  constructor(
    private readonly db: Database,
    private readonly memberships: MembershipsService,
  ) {}

  /** Returns the contacts with any label of each kind; null if SQL is better. @param labels as just read. */
  async common(labels: readonly LabelState[]): Promise<ContactSet | null> {
    let known = new Map<string, number>();
    for (let attempt = 1; isSuitable(labels) && !this.db.isInTransaction; attempt += 1) {
      const sets = labels.map((label) => this.at(label, known.get(keyOf(label)) ?? 0));
      // Synchronous from here: another request may bring a bitmap to a later version.
      if (sets.every((set) => set !== null)) return ContactSet.inEach(groupedByKind(sets, labels));
      if (attempt === MAX_ATTEMPTS) return null;
      await Promise.all(labels.filter((label) => !this.bitmaps.has(keyOf(label))).map((label) => this.load(label)));
      known = new Map([...this.bitmaps].map(([key, { version }]) => [key, version]));
      labels = await this.memberships.states(memberFilterOf(labels));
    }
    return null;
  }

  /** @param known the version of the bitmap before the state was read; a lower one means a restored backup. */
  private at(label: LabelState, known: number): ContactSet | null {
    const key = keyOf(label);
    const bitmap = this.bitmaps.get(key);
    if (!bitmap) return null;
    const changes = lastChanges(label.log, label.version - bitmap.version);
    if (changes === null) {
      if (label.version > bitmap.version || label.version < known) this.forget(key);
      return null;
    }
    this.forget(key);
    for (const change of changes) bitmap.contacts.set(Math.abs(change), change > 0);
    bitmap.version = label.version;
    this.keep(key, bitmap);
    // Rows that were written without the counter have no version either.
    return bitmap.contacts.size === label.total ? bitmap.contacts : null;
  }

  /** One load at a time, so that loads cannot use up the connections. */
  private async load(label: LabelState): Promise<void> {
    const key = keyOf(label);
    const load =
      this.loads.get(key) ?? this.lastLoad.then(() => this.read(label)).finally(() => this.loads.delete(key));
    this.loads.set(key, load);
    this.lastLoad = load.catch(() => undefined);
    await load;
  }

  private async read({ kind, id }: LabelState): Promise<void> {
    const { table, column } = MEMBERSHIP[kind];
    await this.db.snapshot(async (reader) => {
      const [label] = await this.memberships.states({ [kind]: [id] }, reader);
      const [range] = await reader.query<{ last: number | null }>(
        `SELECT MAX(contact_id) AS last FROM ${table} WHERE ${column} = :id`,
        { id },
      );
      if (!label) return;
      const last = range?.last ?? 0;
      const contacts = ContactSet.upTo(last);
      for (let after = 0; after < last; after += IDS_AT_ONCE) {
        const [part] = await reader.query<{ ids: string | null }>(
          `SELECT ${ROOM_FOR_IDS} GROUP_CONCAT(contact_id) AS ids FROM ${table}
            WHERE ${column} = :id AND contact_id > :after AND contact_id <= :until`,
          { id, after, until: after + IDS_AT_ONCE },
        );
        for (const contactId of part?.ids?.split(',') ?? []) contacts.set(Number(contactId), true);
      }
      this.forget(keyOf(label));
      this.keep(keyOf(label), { version: label.version, contacts });
    });
  }

  private keep(key: string, bitmap: Bitmap): void {
    this.bitmaps.set(key, bitmap);
    this.bytes += bitmap.contacts.bytes;
    for (const oldest of this.bitmaps.keys()) {
      if (this.bytes <= MAX_BYTES) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.bytes -= this.bitmaps.get(key)?.contacts.bytes ?? 0;
    this.bitmaps.delete(key);
  }
}

/** The counter has the total of one label alone, and a small label costs SQL little. */
function isSuitable(labels: readonly LabelState[]): boolean {
  const smallest = Math.min(
    ...groupedByKind(labels, labels).map((group) => group.reduce((sum, { total }) => sum + total, 0)),
  );
  return labels.length > 1 && labels.length <= MAX_LABELS && smallest >= MIN_MEMBERS;
}

/** @param items one for each label. */
function groupedByKind<Item>(items: readonly Item[], labels: readonly LabelState[]): readonly (readonly Item[])[] {
  return [...Map.groupBy(items, (_, index) => labels[index]?.kind).values()];
}

const keyOf = ({ kind, id }: LabelState): string => `${kind} ${id}`;
