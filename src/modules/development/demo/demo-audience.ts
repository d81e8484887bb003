import { Injectable } from '@nestjs/common';
import { ContactsService } from '../../contacts/contacts.service.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { LabelsService } from '../../labels/labels.service.js';
import { DEMO_FIELDS, DEMO_FUNNEL_TAGS, DEMO_LISTS, DEMO_TAGS, type DemoPerson, demoPeople } from './demo-data.js';
import { DemoRows } from './demo-rows.js';

/** Loads lists, tags, custom fields, and contacts. */
@Injectable()
export class DemoAudience {
  constructor(
    private readonly rows: DemoRows,
    private readonly labels: LabelsService,
    private readonly fields: CustomFieldsService,
    private readonly contacts: ContactsService,
  ) {}

  async load(): Promise<{ lists: number[]; funnelTags: number[]; contacts: number }> {
    const lists = await this.rows.ids('lists', DEMO_LISTS, (list) => this.labels.create('list', list));
    const [tags, funnelTags] = [await this.tagIds(DEMO_TAGS), await this.tagIds(DEMO_FUNNEL_TAGS)];
    const known = new Set((await this.fields.list()).map((field) => field.label));
    for (const field of DEMO_FIELDS) if (!known.has(field.label)) await this.fields.create(field);
    const people = demoPeople();
    for (const [index, person] of people.entries()) await this.contact(person, index, lists, tags);
    return { lists, funnelTags, contacts: people.length };
  }

  private tagIds(titles: readonly string[]): Promise<number[]> {
    const tags = titles.map((title) => ({ title }));
    return this.rows.ids('tags', tags, (tag) => this.labels.create('tag', tag));
  }

  private async contact(
    { email, firstName: first_name, lastName: last_name, city, country }: DemoPerson,
    index: number,
    lists: readonly number[],
    tags: readonly number[],
  ): Promise<void> {
    const every = (step: number, ids: readonly number[], position: number): number[] =>
      index % step === 0 ? ids.slice(position, position + 1) : [];
    await this.contacts.createOrUpdate(
      {
        ...{ email, first_name, last_name, city, country },
        status: index % 16 === 7 ? 'pending' : 'subscribed',
        lists: [...every(2, lists, 0), ...every(3, lists, 1), ...every(7, lists, 2)],
        tags: [...every(2, tags, 0), ...every(5, tags, 1), ...every(11, tags, 2), ...every(13, tags, 4)],
        custom_values: {
          favorite_roast: ['light', 'medium', 'dark'][index % 3] ?? 'dark',
          interests: index % 2 === 0 ? ['brewing', 'events'] : ['recipes'],
        },
      },
      { forceUpdate: true },
    );
  }
}
