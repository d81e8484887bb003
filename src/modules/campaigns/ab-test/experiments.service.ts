import { Injectable } from '@nestjs/common';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { RecipientsQueries } from '../../mail-content/recipients.queries.js';
import { translationFor } from '../../mail-content/rendering/translations.js';
import { UNTIL_RELEASED } from '../../sending/ledger/held-emails.service.js';
import type { NewRecipient } from '../../sending/ledger/sending-runs.service.js';
import type { AudienceMember } from '../audience/audience.queries.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import { contentsOf } from '../lifecycle/variant-contents.js';
import { assignmentOf, type DecidedBy, EXPERIMENTS } from '../campaign/ab-test.js';
import type { ExperimentProgress } from './dto/ab-test.shapes.js';
import { oneOfRule } from '../../../platform/text/closest-name.js';

export interface VariantFigures {
  readonly key: string;
  readonly content_id: number;
  readonly subject: string;
  readonly enrolled: number;
  readonly sent: number;
  readonly bounced: number;
  /** Delivered without tracking. */
  readonly untracked: number;
  readonly opened: number;
  readonly clicked: number;
}

/** Assigns variants to recipients and reads A/B tests; `ExperimentProgressService` advances them. */
@Injectable()
export class ExperimentsService {
  constructor(
    private readonly db: Database,
    private readonly rows: CampaignRows,
    private readonly contacts: RecipientsQueries,
  ) {}

  /** The sample gets its variants, the others the winner, once known. The caller holds the campaign's row lock. */
  async recipients(tx: Tx, campaign: Campaign, members: readonly AudienceMember[]): Promise<NewRecipient[]> {
    const { id, contentId } = campaign;
    if (contentId === null) throw new Error('campaign has no content');
    const test = campaign.settings.ab_test;
    const alike = members.map((member) => ({ ...recipientOf(member), contentId }));
    if (!test) return this.translated(tx, campaign, alike);
    const experiment = await this.progress(id, tx);
    const contents = new Map((await this.variants(id, tx)).map(({ key, content_id }) => [key, content_id]));
    const winner = experiment?.winner ?? null;
    const enrolled = new Map<string, number>();
    const recipients = members.map((member) => {
      const variant = assignmentOf(test, id, member.id)?.key ?? winner;
      if (variant !== null) enrolled.set(variant, (enrolled.get(variant) ?? 0) + 1);
      return {
        ...recipientOf(member),
        contentId: (variant === null ? undefined : contents.get(variant)) ?? contentId,
        variant,
        notBefore: variant === null ? UNTIL_RELEASED : null,
      };
    });
    await this.countEnrolled(tx, id, enrolled);
    return this.translated(tx, campaign, recipients);
  }

  /** Gives each recipient the content in their language. */
  private async translated(tx: Tx, campaign: Campaign, recipients: NewRecipient[]): Promise<NewRecipient[]> {
    const [written] = contentsOf(campaign);
    if (!written || Object.keys(written.translations ?? {}).length === 0) return recipients;
    const ids = recipients.map(({ contactId }) => contactId);
    const spoken = await this.contacts.languages(ids, tx);
    const contents = await this.contentIds(campaign.id, tx);
    return recipients.map((recipient) => {
      const language = translationFor(written, spoken.get(recipient.contactId) ?? null);
      const contentId = contents.get(`${recipient.variant ?? ''}:${language ?? ''}`) ?? recipient.contentId;
      return { ...recipient, contentId, language };
    });
  }

  /** Returns the contents of a campaign with translations, by variant and language. */
  async contentIds(id: number, reader: Reader): Promise<ReadonlyMap<string, number>> {
    const rows = await reader.query<{ place: string; content_id: number }>(
      `SELECT CONCAT(variant_key, ':', language) AS place, content_id FROM campaign_contents WHERE campaign_id = :id`,
      { id },
    );
    return new Map(rows.map(({ place, content_id }) => [place, content_id]));
  }

  /** Adds newly enrolled recipients to the counters of the variants. */
  async countEnrolled(tx: Tx, campaignId: number, more: ReadonlyMap<string, number>): Promise<void> {
    for (const [key, count] of [...more].sort(([one], [other]) => (one < other ? -1 : 1)))
      await tx.execute(
        'UPDATE campaign_variants SET enrolled = enrolled + :count WHERE campaign_id = :campaignId AND variant_key = :key',
        { campaignId, key, count },
      );
  }

  /** Ends the test. @throws AppError when there is no test, it is over, or no variant has this key. */
  async chooseWinner(id: number, key: string): Promise<Campaign> {
    return this.rows.change(id, null, async (tx, campaign) => {
      const experiment = await this.progress(id, tx);
      const words = 'Winner cannot be chosen in current status.';
      if (campaign.status !== 'working' && campaign.status !== 'paused')
        throw invalidParam('status', `is ${campaign.status}`, words);
      if (!experiment) throw invalidParam('settings.ab_test', 'is required', words);
      if (!EXPERIMENTS.allows(experiment.state, 'choose'))
        throw invalidParam('key', `has been chosen: ${experiment.winner ?? ''}`, words);
      const keys = (await this.variants(id, tx)).map((variant) => variant.key);
      if (!keys.includes(key)) throw invalidParam('key', oneOfRule(keys));
      await this.decide(tx, id, { winner: key, by: 'manager', confidence: null });
      if (campaign.waitingReason === 'choose_winner') campaign.waitingReason = null;
      return this.rows.save(tx, campaign);
    });
  }

  /** The caller holds the campaign's row lock and has checked that the test is undecided. */
  async decide(
    tx: Tx,
    id: number,
    decision: { readonly winner: string; readonly by: DecidedBy; readonly confidence: number | null },
  ): Promise<void> {
    await EXPERIMENTS.move(tx, 'choose', {
      where: 'campaign_id = :id',
      set: 'winner = :winner, decided_by = :by, confidence = :confidence, decided_at = NOW(3)',
      params: { ...decision, id },
    });
  }

  async progress(id: number, reader: Reader = this.db): Promise<ExperimentProgress | null> {
    const [row] = await reader.query<ExperimentProgress>(
      `SELECT state, sample_ended_at, decides_at, winner, decided_by, confidence, decided_at
         FROM campaign_experiments WHERE campaign_id = :id`,
      { id },
    );
    return row ?? null;
  }

  async variants(id: number, reader: Reader = this.db): Promise<VariantFigures[]> {
    return reader.query<VariantFigures>(
      `SELECT v.variant_key AS \`key\`, v.content_id, c.subject, v.enrolled, v.sent, v.bounced, v.untracked, v.opened, v.clicked
         FROM campaign_variants v JOIN email_contents c ON c.id = v.content_id
        WHERE v.campaign_id = :id ORDER BY v.position`,
      { id },
    );
  }
}

const recipientOf = ({ id, email }: AudienceMember) => ({ key: String(id), contactId: id, email });
