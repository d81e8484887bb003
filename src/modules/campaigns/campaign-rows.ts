import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { AppError, invalidParam, notFound } from '../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../platform/errors/database-errors.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { firstFree, slugOf } from '../../platform/text/slug.js';
import { titleKey } from '../../platform/text/title-key.js';
import { snapshotOf } from './campaign-snapshot.js';
import { type CampaignOperation, isAllowed, refusalOf } from './campaign-status.js';
import { Campaign } from './campaign.entity.js';

export const TITLE_INDEX = 'ux_campaigns_live_title';
export const SLUG_INDEX = 'ux_campaigns_slug';
/** Each new try sees the names that won. */
const MAX_NAME_RACES = 50;
const TITLE_LENGTH = 190;

/** A campaign's row: whoever changes it holds it. */
@Injectable()
export class CampaignRows {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError rest_post_invalid_id */
  async find(id: number): Promise<Campaign> {
    const campaign = await this.db.manager.findOneBy(Campaign, { id });
    if (campaign?.deletedAt !== null) throw notFound('campaign');
    return campaign;
  }

  /** @throws AppError rest_post_invalid_id */
  async lock(tx: Tx, id: number): Promise<Campaign> {
    const campaign = await tx.manager.findOne(Campaign, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (campaign?.deletedAt !== null) throw notFound('campaign');
    return campaign;
  }

  /** @throws AppError rest_post_invalid_id; rest_invalid_param in a state that does not allow the operation. */
  async lockFor(tx: Tx, id: number, operation: CampaignOperation): Promise<Campaign> {
    const campaign = await this.lock(tx, id);
    if (!isAllowed(operation, campaign.status)) throw refused(operation, `is ${campaign.status}`);
    return campaign;
  }

  /** A new one, with the event that says so. */
  async insert(tx: Tx, campaign: Campaign): Promise<Campaign> {
    const { id } = await tx.save(campaign);
    const created = await tx.manager.findOneByOrFail(Campaign, { id });
    await this.outbox.append(tx, 'campaign.created', id, { campaign: snapshotOf(created) });
    return created;
  }

  /** The database says when a campaign was changed, and whoever changed it wants to know. */
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

  /** `[Mark] Title`, or `[Mark 2] Title` and so on where that is taken. */
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

  /**
   * A transaction that makes up names. Others make them up at the same moment, and whoever comes second tries again.
   * @param generated the unique indexes of those names.
   */
  async writingGenerated<T>(generated: readonly string[], write: (tx: Tx) => Promise<T>): Promise<T> {
    const isRace = (error: unknown): boolean => generated.includes(violatedUniqueIndex(error) ?? '');
    return this.db.racingTransaction(MAX_NAME_RACES, isRace, write);
  }
}

/** @param state what the campaign is instead. */
export function refused(operation: CampaignOperation, state: string): AppError {
  return invalidParam('status', state, refusalOf(operation));
}
