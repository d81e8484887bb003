import { Inject, Injectable } from '@nestjs/common';
import { ulid } from '../../platform/ids/ulid.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { AppError, invalidParam, invalidParams, notFound } from '../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../platform/errors/database-errors.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { firstFree, slugOf } from '../../platform/text/slug.js';
import { titleKey } from '../../platform/text/title-key.js';
import { ContentsService } from '../emails/rendering/contents.service.js';
import { SendingsService } from '../emails/sending/sendings.service.js';
import { AudienceQueries } from './audience/audience.queries.js';
import { readinessProblems, senderOf, writtenContentOf } from './campaign-content.js';
import { type CampaignSettings, DEFAULT_SETTINGS } from './campaign-settings.js';
import { snapshotOf } from './campaign-snapshot.js';
import { CAMPAIGN_TRANSITIONS, type CampaignTransition, EDITABLE, isAllowed } from './campaign-status.js';
import { Campaign, type DesignTemplate } from './campaign.entity.js';

const TITLE_INDEX = 'ux_campaigns_live_title';
const SLUG_INDEX = 'ux_campaigns_slug';
/** Each new try sees the names that won. */
const MAX_NAME_RACES = 50;

/** What a caller may write; absent members stay as they are. */
export interface CampaignInput {
  readonly title?: string;
  readonly slug?: string;
  readonly emailSubject?: string;
  readonly emailPreHeader?: string;
  readonly emailBody?: string;
  readonly emailBodyText?: string;
  readonly designTemplate?: DesignTemplate;
  readonly settings?: Partial<CampaignSettings>;
}

/** How late a scheduled campaign may start before a person has to say that it still should. */
const MAX_LATENESS_HOURS = 6;

/** Campaigns and their states. Every change of state is one compare-and-set under the campaign's row lock. */
@Injectable()
export class CampaignsService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly audience: AudienceQueries,
    private readonly contents: ContentsService,
    private readonly sendings: SendingsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async create(input: CampaignInput & { readonly title: string }): Promise<Campaign> {
    return this.translatingDuplicates(() =>
      this.writingGenerated(input.slug === undefined ? [SLUG_INDEX] : [], async (tx) => {
        const campaign = tx.manager.create(Campaign, {
          status: 'draft',
          emailSubject: '',
          emailPreHeader: '',
          emailBody: '',
          emailBodyText: '',
          designTemplate: 'simple',
          settings: DEFAULT_SETTINGS,
        });
        await this.apply(tx, campaign, input);
        if (input.slug === undefined) campaign.slug = await this.freeSlug(tx, input.title);
        return this.insert(tx, campaign);
      }),
    );
  }

  /** @throws AppError rest_invalid_param for anything but the title once the campaign is on its way. */
  async update(id: number, input: CampaignInput): Promise<Campaign> {
    return this.translatingDuplicates(() =>
      this.db.transaction(async (tx) => {
        const campaign = await this.lock(tx, id);
        const onlyTitle = Object.keys(input).every((field) => field === 'title');
        if (!onlyTitle && !EDITABLE.includes(campaign.status))
          throw invalidParam('status', `only the title of a campaign that is ${campaign.status} can be changed`);
        await this.apply(tx, campaign, input);
        // What waits for its time stays as fit to be sent as it had to be when it was scheduled.
        if (campaign.status === 'scheduled' && !onlyTitle) await this.refuseUnready(tx, campaign);
        return this.save(tx, campaign);
      }),
    );
  }

  /** A new draft with the same content and settings. */
  async duplicate(id: number): Promise<Campaign> {
    return this.writingGenerated([SLUG_INDEX, TITLE_INDEX], async (tx) => {
      const original = await this.lock(tx, id);
      const title = await this.freeDuplicateTitle(tx, original.title);
      const copy = tx.manager.create(Campaign, {
        title,
        liveTitleKey: titleKey(title),
        slug: await this.freeSlug(tx, title),
        status: 'draft',
        emailSubject: original.emailSubject,
        emailPreHeader: original.emailPreHeader,
        emailBody: original.emailBody,
        emailBodyText: original.emailBodyText,
        designTemplate: original.designTemplate,
        settings: original.settings,
      });
      return this.insert(tx, copy);
    });
  }

  /** Soft: links that are in people's mails go on working, and so do reports' totals. */
  async delete(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const campaign = await this.lock(tx, id);
      if (campaign.status === 'working')
        throw new AppError('rest_invalid_param', 'Campaign cannot be deleted in current status.');
      campaign.deletedAt = new Date();
      campaign.liveTitleKey = null;
      // A deleted campaign must not wake up, and its slug is free for another; the one it gets is nobody's.
      campaign.slug = `deleted-${ulid()}`;
      await this.save(tx, campaign);
      await this.sendings.close(tx, { type: 'campaign', id });
      await this.sendings.cancelPending(tx, { type: 'campaign', id });
    });
  }

  /** @throws AppError naming every problem at once. */
  async schedule(id: number, at: Date): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.lockFor(tx, id, 'schedule');
      if (at.getTime() <= Date.now()) throw invalidParam('scheduled_at', 'must be in the future');
      await this.refuseUnready(tx, campaign);
      campaign.status = 'scheduled';
      campaign.scheduledAt = at;
      return this.save(tx, campaign);
    });
  }

  async unschedule(id: number): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.lockFor(tx, id, 'unschedule');
      campaign.status = 'draft';
      campaign.scheduledAt = null;
      return this.save(tx, campaign);
    });
  }

  /** @throws AppError naming every problem at once. */
  async send(id: number): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.lockFor(tx, id, 'send');
      await this.refuseUnready(tx, campaign);
      return this.begin(tx, campaign);
    });
  }

  /** What the clock does with a campaign whose time has come. Any number of workers may try. */
  async startScheduled(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const [due] = await tx.query<{ too_late: number }>(
        `SELECT scheduled_at < NOW(3) - INTERVAL ${MAX_LATENESS_HOURS} HOUR AS too_late FROM campaigns
          WHERE id = :id AND status = 'scheduled' AND scheduled_at <= NOW(3) AND deleted_at IS NULL FOR UPDATE`,
        { id },
      );
      if (!due) return;
      const campaign = await this.lock(tx, id);
      if (due.too_late === 1) await this.putOnHold(tx, campaign, 'missed_window');
      // Lists and configuration may have changed since it was scheduled.
      else if (Object.keys(this.readinessProblems(campaign)).length > 0)
        await this.putOnHold(tx, campaign, 'not_ready');
      else if (!(await this.audience.reachesAnybody(tx, audienceOf(campaign))))
        await this.putOnHold(tx, campaign, 'no_recipients');
      else await this.begin(tx, campaign);
    });
  }

  async pause(id: number, reason: string | null = null): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.lockFor(tx, id, 'pause');
      campaign.status = 'paused';
      campaign.waitingReason = reason;
      await this.save(tx, campaign);
      await this.sendings.hold(tx, { type: 'campaign', id });
      await this.announcePaused(tx, campaign, reason);
      return campaign;
    });
  }

  /** Goes on where it stopped; a campaign that the clock had held begins now. */
  async resume(id: number): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.lockFor(tx, id, 'resume');
      campaign.waitingReason = null;
      if (campaign.contentId === null) {
        await this.refuseUnready(tx, campaign);
        await this.begin(tx, campaign);
      } else {
        campaign.status = 'working';
        await this.save(tx, campaign);
        await this.sendings.resume(tx, { type: 'campaign', id });
        await this.outbox.append(tx, 'campaign.started', id, { id });
      }
      await this.outbox.append(tx, 'campaign.resumed', id, {
        campaign: snapshotOf(campaign),
        resumed_at: new Date().toISOString(),
        reason: null,
      });
      return campaign;
    });
  }

  /** Stops for good: what is not sent yet never will be. */
  async cancel(id: number): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.lockFor(tx, id, 'cancel');
      campaign.status = 'archived';
      campaign.scheduledAt = null;
      campaign.snapshotDone = 1;
      await this.save(tx, campaign);
      await this.sendings.close(tx, { type: 'campaign', id });
      await this.sendings.cancelPending(tx, { type: 'campaign', id });
      return campaign;
    });
  }

  async find(id: number): Promise<Campaign> {
    const campaign = await this.db.manager.findOneBy(Campaign, { id });
    if (campaign?.deletedAt !== null) throw notFound('campaign');
    return campaign;
  }

  private async begin(tx: Tx, campaign: Campaign): Promise<Campaign> {
    const sender = senderOf(campaign, this.config.mail.from);
    campaign.contentId = await this.contents.freeze(
      tx,
      writtenContentOf(campaign),
      sender,
      campaign.settings.open_tracker,
    );
    campaign.status = 'working';
    campaign.startedAt = new Date();
    campaign.waitingReason = null;
    await this.save(tx, campaign);
    await this.sendings.open(tx, { type: 'campaign', id: campaign.id }, campaign.contentId);
    await this.outbox.append(tx, 'campaign.started', campaign.id, { id: campaign.id });
    return campaign;
  }

  private async putOnHold(
    tx: Tx,
    campaign: Campaign,
    reason: 'missed_window' | 'not_ready' | 'no_recipients',
  ): Promise<void> {
    campaign.status = CAMPAIGN_TRANSITIONS.hold.to;
    campaign.waitingReason = reason;
    await this.save(tx, campaign);
    await this.announcePaused(tx, campaign, reason);
  }

  private async announcePaused(tx: Tx, campaign: Campaign, reason: string | null): Promise<void> {
    await this.outbox.append(tx, 'campaign.paused', campaign.id, {
      campaign: snapshotOf(campaign),
      paused_at: new Date().toISOString(),
      reason,
    });
  }

  private readinessProblems(campaign: Campaign): Record<string, string> {
    return readinessProblems(campaign, senderOf(campaign, this.config.mail.from), {
      offersOptOut: this.contents.offersOptOut(campaign.emailBody),
      unavailableReason: this.sendings.unavailableReason,
    });
  }

  private async refuseUnready(tx: Tx, campaign: Campaign): Promise<void> {
    const problems = this.readinessProblems(campaign);
    const audience = audienceOf(campaign);
    if (audience.subscribers.length > 0 && !(await this.audience.reachesAnybody(tx, audience)))
      problems['settings.subscribers'] = 'must match at least one subscribed contact';
    if (Object.keys(problems).length > 0) throw invalidParams(problems);
  }

  private async apply(tx: Tx, campaign: Campaign, input: CampaignInput): Promise<void> {
    if (input.title !== undefined) {
      campaign.title = input.title;
      campaign.liveTitleKey = titleKey(input.title);
    }
    if (input.slug !== undefined) campaign.slug = input.slug;
    campaign.emailSubject = input.emailSubject ?? campaign.emailSubject;
    campaign.emailPreHeader = input.emailPreHeader ?? campaign.emailPreHeader;
    campaign.emailBody = input.emailBody ?? campaign.emailBody;
    campaign.emailBodyText = input.emailBodyText ?? campaign.emailBodyText;
    campaign.designTemplate = input.designTemplate ?? campaign.designTemplate;
    if (input.settings) campaign.settings = { ...campaign.settings, ...input.settings };
    const problems = {
      ...this.contents.templateFaults(writtenContentOf(campaign)),
      ...(await this.unknownLabels(tx, input.settings)),
    };
    if (Object.keys(problems).length > 0) throw invalidParams(problems);
  }

  private async unknownLabels(tx: Tx, settings: Partial<CampaignSettings> = {}): Promise<Record<string, string>> {
    const problems: Record<string, string> = {};
    for (const field of ['subscribers', 'excludedSubscribers'] as const) {
      const pairs = settings[field] ?? [];
      const unknown = [
        ...(
          await missingIds(
            tx,
            'lists',
            pairs.map((pair) => pair.list),
          )
        ).map((id) => `list ${id}`),
        ...(
          await missingIds(
            tx,
            'tags',
            pairs.map((pair) => pair.tag),
          )
        ).map((id) => `tag ${id}`),
      ];
      if (unknown.length > 0) problems[`settings.${field}`] = `names unknown ids: ${unknown.join(', ')}`;
    }
    return problems;
  }

  private async insert(tx: Tx, campaign: Campaign): Promise<Campaign> {
    const { id } = await tx.save(campaign);
    const created = await tx.manager.findOneByOrFail(Campaign, { id });
    await this.outbox.append(tx, 'campaign.created', id, { campaign: snapshotOf(created) });
    return created;
  }

  /** The database says when a campaign was changed, and whoever changed it wants to know. */
  private async save(tx: Tx, campaign: Campaign): Promise<Campaign> {
    await tx.save(campaign);
    const [row] = await tx.query<{ updated_at: Date }>('SELECT updated_at FROM campaigns WHERE id = :id', {
      id: campaign.id,
    });
    campaign.updatedAt = row?.updated_at ?? campaign.updatedAt;
    return campaign;
  }

  private async lock(tx: Tx, id: number): Promise<Campaign> {
    const campaign = await tx.manager.findOne(Campaign, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (campaign?.deletedAt !== null) throw notFound('campaign');
    return campaign;
  }

  private async lockFor(tx: Tx, id: number, transition: CampaignTransition): Promise<Campaign> {
    const campaign = await this.lock(tx, id);
    if (!isAllowed(transition, campaign.status))
      throw new AppError(
        'rest_invalid_param',
        `Campaign cannot be ${CAMPAIGN_TRANSITIONS[transition].participle} in current status.`,
        { data: { params: { status: `is ${campaign.status}` } } },
      );
    return campaign;
  }

  private async freeSlug(tx: Tx, title: string): Promise<string> {
    const base = slugOf(title) || 'campaign';
    const rows = await tx.query<{ slug: string }>(
      'SELECT slug FROM campaigns WHERE slug = :base OR slug LIKE :numbered',
      {
        base,
        numbered: `${base}-%`,
      },
    );
    return firstFree(base, new Set(rows.map((row) => row.slug)));
  }

  private async freeDuplicateTitle(tx: Tx, title: string): Promise<string> {
    for (let copy = 1; ; copy += 1) {
      const candidate = `[Duplicate${copy === 1 ? '' : ` ${copy}`}] ${title}`.slice(0, 190);
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
  private async writingGenerated<T>(generated: readonly string[], write: (tx: Tx) => Promise<T>): Promise<T> {
    const isRace = (error: unknown): boolean => generated.includes(violatedUniqueIndex(error) ?? '');
    return this.db.racingTransaction(MAX_NAME_RACES, isRace, write);
  }

  private async translatingDuplicates<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const index = violatedUniqueIndex(error);
      if (index === TITLE_INDEX) throw invalidParam('title', 'is taken', 'Campaign with this title already exists');
      if (index === SLUG_INDEX) throw invalidParam('slug', 'is taken');
      throw error;
    }
  }
}

export function audienceOf({ settings }: Campaign): Parameters<AudienceQueries['estimate']>[0] {
  return { subscribers: settings.subscribers, excluded: settings.excludedSubscribers };
}

async function missingIds(tx: Tx, table: 'lists' | 'tags', wanted: readonly (number | 'all')[]): Promise<number[]> {
  const ids = [...new Set(wanted.filter((id) => id !== 'all'))];
  if (ids.length === 0) return [];
  const rows = await tx.query<{ id: number }>(`SELECT id FROM ${table} WHERE id IN (:ids)`, { ids });
  const known = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !known.has(id));
}
