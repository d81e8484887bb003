import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError, invalidParam, notFound } from '../../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../../platform/errors/database-errors.js';
import { type TitledFilter, titledPage } from '../../../platform/http/titled-page.js';
import type { Page, PageRequest, Sorting } from '../../../platform/http/page.js';
import { firstFree, slugOf } from '../../../platform/text/slug.js';
import { titleKey } from '../../../platform/text/title-key.js';
import type { WrittenContent } from '../../mail-content/rendering/contents.service.js';
import { recordUses } from '../../mail-content/rendering/snippet-texts.js';
import { CampaignEvents } from './campaign-events.js';
import type { CampaignStatus } from '../../../events/campaign-state.js';
import { type CampaignOperation, isAllowed, refusalOf } from './campaign-status.js';
import { Campaign } from './campaign.entity.js';

export const CAMPAIGN_SORT_FIELDS = ['id', 'title', 'status', 'created_at', 'updated_at', 'scheduled_at'] as const;
export type CampaignSortField = (typeof CAMPAIGN_SORT_FIELDS)[number];

export type CampaignFilter = TitledFilter<CampaignStatus>;

export const TITLE_INDEX = 'ux_campaigns_live_title';
export const SLUG_INDEX = 'ux_campaigns_slug';
/** Each retry sees the names that were taken meanwhile. */
const MAX_NAME_RACES = 50;
const TITLE_LENGTH = 190;

/** Reads and writes campaign rows. A change holds the row lock. */
@Injectable()
export class CampaignRows {
  constructor(
    private readonly db: Database,
    private readonly events: CampaignEvents,
  ) {}

  async list(
    filter: CampaignFilter,
    sorting: Sorting<CampaignSortField>,
    request: PageRequest,
  ): Promise<Page<Campaign>> {
    return titledPage(this.db, Campaign, filter, sorting, request);
  }

  async find(id: number): Promise<Campaign> {
    const campaign = await this.db.manager.findOneBy(Campaign, { id });
    if (campaign?.deletedAt !== null) throw notFound('campaign');
    return campaign;
  }

  async lock(tx: Tx, id: number): Promise<Campaign> {
    const campaign = await tx.manager.findOne(Campaign, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (campaign?.deletedAt !== null) throw notFound('campaign');
    return campaign;
  }

  /** Returns null when another worker holds the lock: waiting workers would delay a pause. */
  async lockUnlessLocked(tx: Tx, id: number): Promise<Campaign | null> {
    return tx.manager.findOne(Campaign, {
      where: { id },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  async lockFor(tx: Tx, id: number, operation: CampaignOperation): Promise<Campaign> {
    const campaign = await this.lock(tx, id);
    if (!isAllowed(operation, campaign.status)) throw refused(operation, `is ${campaign.status}`);
    return campaign;
  }

  /** Holds the campaign's row lock. @param operation null for a change that every state allows. */
  async change(
    id: number,
    operation: CampaignOperation | null,
    change: (tx: Tx, campaign: Campaign) => Promise<Campaign>,
  ): Promise<Campaign> {
    return this.db.transaction(async (tx) =>
      change(tx, await (operation === null ? this.lock(tx, id) : this.lockFor(tx, id, operation))),
    );
  }

  /** @param contents its contents, which may name snippets. */
  async insert(tx: Tx, campaign: Campaign, contents: readonly WrittenContent[]): Promise<Campaign> {
    const { id } = await tx.save(campaign);
    await recordUses(tx, 'campaign', id, contents);
    const created = await tx.manager.findOneByOrFail(Campaign, { id });
    await this.events.created(tx, created);
    return created;
  }

  /** Saves a campaign and reads `updatedAt`, which the database sets. */
  async save(tx: Tx, campaign: Campaign): Promise<Campaign> {
    await tx.save(campaign);
    const [row] = await tx.query<{ updated_at: Date }>('SELECT updated_at FROM campaigns WHERE id = :id', {
      id: campaign.id,
    });
    campaign.updatedAt = row?.updated_at ?? campaign.updatedAt;
    return campaign;
  }

  async freeSlug(tx: Tx, title: string): Promise<string> {
    const base = slugOf(title) || 'campaign';
    const rows = await tx.query<{ slug: string }>(
      'SELECT slug FROM campaigns WHERE slug = :base OR slug LIKE :numbered',
      { base, numbered: `${base}-%` },
    );
    return firstFree(base, new Set(rows.map((row) => row.slug)));
  }

  /** Returns `[Mark] Title`, or `[Mark 2] Title` and so on if it is taken. */
  async freeTitle(tx: Tx, mark: string, title: string): Promise<string> {
    for (let copy = 1; ; copy += 1) {
      const marked = `[${mark}${copy === 1 ? '' : ` ${copy}`}] ${title}`;
      const candidate = Array.from(marked).slice(0, TITLE_LENGTH).join('');
      const taken = await tx.query('SELECT id FROM campaigns WHERE live_title_key = :key', {
        key: titleKey(candidate),
      });
      if (taken.length === 0) return candidate;
    }
  }

  /** Repeats a transaction that generates names of these unique indexes when a concurrent one took a name. */
  async writingGenerated<T>(generated: readonly string[], write: (tx: Tx) => Promise<T>): Promise<T> {
    const isRace = (error: unknown): boolean => generated.includes(violatedUniqueIndex(error) ?? '');
    return this.db.racingTransaction(MAX_NAME_RACES, isRace, write);
  }
}

/** @param state the actual state, for the error details. */
export function refused(operation: CampaignOperation, state: string): AppError {
  return invalidParam('status', state, refusalOf(operation));
}
