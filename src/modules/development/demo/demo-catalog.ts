import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { slugOf } from '../../../platform/text/slug.js';
import { CompaniesService } from '../../companies/companies.service.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { LabelsService } from '../../labels/labels.service.js';
import { SegmentsService } from '../../segments/segments.service.js';
import { DEMO_COMPANIES, DEMO_FIELDS, DEMO_FUNNEL_TAGS, DEMO_LISTS, DEMO_SEGMENTS, DEMO_TAGS } from './demo-data.js';
import type { RecipeIds } from './demo-content.js';

/** Ids of what contacts and funnels refer to, in the order of demo-data.ts. */
export interface DemoIds extends RecipeIds {
  /** Tags of contacts; `tags` are those that the funnels set. */
  readonly contactTags: readonly number[];
  readonly companies: readonly number[];
}

/** Creates the lists, tags, fields, companies, and segments of the shop; keeps what exists. */
@Injectable()
export class DemoCatalog {
  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly fields: CustomFieldsService,
    private readonly companies: CompaniesService,
    private readonly segments: SegmentsService,
  ) {}

  async prepare(): Promise<DemoIds> {
    const tagIds = (titles: readonly string[]): Promise<number[]> => {
      const tags = titles.map((title) => ({ title }));
      return this.idsOf('tags', tags, (tag) => this.labels.create('tag', tag));
    };
    const lists = await this.idsOf('lists', DEMO_LISTS, (list) => this.labels.create('list', list));
    const [contactTags, tags] = [await tagIds(DEMO_TAGS), await tagIds(DEMO_FUNNEL_TAGS)];
    const known = new Set((await this.fields.list()).map((field) => field.label));
    for (const field of DEMO_FIELDS) if (!known.has(field.label)) await this.fields.create(field);
    const segments = await this.idsOf('segments', DEMO_SEGMENTS, (segment) => this.segments.create(segment));
    const companies: number[] = [];
    for (const company of DEMO_COMPANIES) companies.push((await this.companies.create(company)).id);
    return { lists, tags, segments, contactTags, companies };
  }

  /** Returns the ids of all wanted rows, and creates the missing ones. */
  private async idsOf<Wanted extends { readonly title: string }>(
    table: 'lists' | 'tags' | 'segments',
    wanted: readonly Wanted[],
    create: (label: Wanted) => Promise<{ readonly id: number }>,
  ): Promise<number[]> {
    const ids: number[] = [];
    for (const label of wanted) {
      const slug = slugOf(label.title);
      const [known] = await this.db.query<{ id: number }>(`SELECT id FROM ${table} WHERE slug = :slug`, { slug });
      ids.push((known ?? (await create(label))).id);
    }
    return ids;
  }
}
