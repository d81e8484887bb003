import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { slugOf } from '../../../platform/text/slug.js';
import { CampaignStates } from '../../campaigns/campaign-states.service.js';
import { CampaignsService } from '../../campaigns/campaigns.service.js';
import { OrdersService } from '../../commerce/orders/orders.service.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { SegmentsService } from '../../segments/segments.service.js';
import { FunnelStates } from '../../funnels/funnel-states.service.js';
import { FunnelsService } from '../../funnels/funnels.service.js';
import { LabelsService } from '../../labels/labels.service.js';
import {
  DEMO_FIELDS,
  DEMO_FUNNEL_TAGS,
  DEMO_LISTS,
  DEMO_MAIL,
  DEMO_SEGMENT,
  DEMO_TAGS,
  demoOrders,
  demoPeople,
} from './demo-data.js';
import { recipes, withIds } from './demo-recipes.js';

const CAMPAIGN_TITLE = 'Spring roasts';
const SHOP = 'demo';

/** Fills an installation with a small shop's readers, through the same services as the API. Loading twice is harmless. */
@Injectable()
export class DemoService {
  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly fields: CustomFieldsService,
    private readonly contacts: ContactsService,
    private readonly campaigns: CampaignsService,
    private readonly states: CampaignStates,
    private readonly segments: SegmentsService,
    private readonly funnels: FunnelsService,
    private readonly funnelStates: FunnelStates,
    private readonly orders: OrdersService,
    private readonly clock: Clock,
  ) {}

  async load(): Promise<{ contacts: number; orders: number; campaign: string | null; funnels: readonly string[] }> {
    const lists = await this.ids('lists', DEMO_LISTS, (list) => this.labels.create('list', list));
    const [tags, funnelTags] = [await this.tagIds(DEMO_TAGS), await this.tagIds(DEMO_FUNNEL_TAGS)];
    const known = new Set((await this.fields.list()).map((field) => field.label));
    for (const field of DEMO_FIELDS) if (!known.has(field.label)) await this.fields.create(field);
    const people = demoPeople();
    for (const [index, person] of people.entries()) await this.contact(person, index, lists, tags);
    const campaign = await this.campaign(lists[0] ?? 0);
    // Before there are funnels that would begin with them.
    const orders = await this.reportedOrders();
    return { contacts: people.length, orders, campaign, funnels: await this.publishedFunnels(lists, funnelTags) };
  }

  private tagIds(titles: readonly string[]): Promise<number[]> {
    const tags = titles.map((title) => ({ title }));
    return this.ids('tags', tags, (tag) => this.labels.create('tag', tag));
  }

  private async ids<Wanted extends { readonly title: string }>(
    table: 'lists' | 'tags' | 'segments',
    wanted: readonly Wanted[],
    create: (label: Wanted) => Promise<{ readonly id: number }>,
  ): Promise<number[]> {
    const ids: number[] = [];
    for (const label of wanted) {
      const [known] = await this.db.query<{ id: number }>(`SELECT id FROM ${table} WHERE slug = :slug`, {
        slug: slugOf(label.title),
      });
      ids.push((known ?? (await create(label))).id);
    }
    return ids;
  }

  private async contact(
    person: ReturnType<typeof demoPeople>[number],
    index: number,
    lists: readonly number[],
    tags: readonly number[],
  ): Promise<void> {
    const every = (step: number, ids: readonly number[], position: number): number[] =>
      index % step === 0 ? ids.slice(position, position + 1) : [];
    await this.contacts.createOrUpdate(
      {
        email: person.email,
        status: index % 16 === 7 ? 'pending' : 'subscribed',
        first_name: person.firstName,
        last_name: person.lastName,
        city: person.city,
        country: person.country,
        lists: [...every(2, lists, 0), ...every(3, lists, 1), ...every(7, lists, 2)],
        tags: [...every(2, tags, 0), ...every(5, tags, 1), ...every(11, tags, 2), ...every(13, tags, 4)],
        custom_values: {
          favourite_roast: ['light', 'medium', 'dark'][index % 3] ?? 'dark',
          interests: index % 2 === 0 ? ['brewing', 'events'] : ['recipes'],
        },
      },
      { forceUpdate: true },
    );
  }

  private async campaign(listId: number): Promise<string | null> {
    const [known] = await this.db.query('SELECT id FROM campaigns WHERE title = :title', { title: CAMPAIGN_TITLE });
    if (known !== undefined) return null;
    const { id, title } = await this.campaigns.create({
      title: CAMPAIGN_TITLE,
      emailSubject: DEMO_MAIL.subject,
      emailPreHeader: DEMO_MAIL.preHeader,
      emailBody: DEMO_MAIL.html,
      settings: { subscribers: [{ list: listId, tag: 'all' }] },
    });
    await this.states.send(id);
    return title;
  }

  /** Those that are there already stay on their days. @returns how many are new. */
  private async reportedOrders(): Promise<number> {
    const rows = await this.db.query<{ id: string }>('SELECT external_id AS id FROM orders WHERE provider = :SHOP', {
      SHOP,
    });
    const known = new Set(rows.map(({ id }) => id));
    const orders = demoOrders(this.clock.now()).filter(({ external_id }) => !known.has(external_id));
    for (const { refund, ...raw } of orders) {
      const { order } = await this.orders.report({ ...raw, provider: SHOP });
      if (refund) await this.orders.refund(order.id, { ...refund, external_id: `R-${raw.external_id}` });
    }
    return orders.length;
  }

  /** Those who are there already are not let in; whoever comes onto the list from now on is. */
  private async publishedFunnels(lists: readonly number[], tags: readonly number[]): Promise<readonly string[]> {
    const segments = await this.ids('segments', [DEMO_SEGMENT], (segment) => this.segments.create(segment));
    const made: string[] = [];
    for (const recipe of recipes()) {
      const { title } = recipe;
      const [known] = await this.db.query('SELECT id FROM funnels WHERE title = :title', { title });
      if (known !== undefined) continue;
      const { id } = await this.funnels.create(withIds(recipe, { lists, tags, segments }), null);
      await this.funnelStates.set(id, 'published', null);
      made.push(title);
    }
    return made;
  }
}
