import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { NAMED_COUNTRIES } from '../../../platform/countries/country-names.js';
import { Database } from '../../../platform/database/database.js';
import { CONTACT_STATUSES } from '../../contacts/contact/contact-status.js';
import type { ReportOptionsResponse } from './dto/report-options.shapes.js';

type Options = ReportOptionsResponse['options'];

interface NamedObject {
  readonly kind: 'list' | 'tag' | 'segment' | 'campaign' | 'funnel';
  readonly id: number;
  readonly title: string;
  readonly slug: string;
}

/** One statement, because each costs more than its rows. Campaigns and funnels are sorted from newest to oldest. */
const OBJECTS = `
  SELECT 'list' AS kind, id, title, slug, 0 AS place FROM lists
  UNION ALL SELECT 'tag', id, title, slug, 0 FROM tags
  UNION ALL SELECT 'segment', id, title, '', 0 FROM segments
  UNION ALL SELECT 'campaign', id, title, '', -CAST(id AS SIGNED) FROM campaigns WHERE deleted_at IS NULL
  UNION ALL SELECT 'funnel', id, title, '', -CAST(id AS SIGNED) FROM funnels WHERE deleted_at IS NULL
  ORDER BY place, title, id`;

@Injectable()
export class ReportOptionsQueries {
  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async all(): Promise<Options> {
    const reader = this.db.joined();
    const [objects, customFields] = await Promise.all([
      reader.query<NamedObject>(OBJECTS),
      reader.query<Omit<Options['custom_fields'][number], 'options'> & { options: string | null }>(
        'SELECT field_key, type, label, slug, options FROM custom_fields ORDER BY position, id',
      ),
    ]);
    const of = Map.groupBy(objects, ({ kind }) => kind);
    const titled = (kind: NamedObject['kind']) => (of.get(kind) ?? []).map(({ id, title }) => ({ id, title }));
    const labels = (kind: NamedObject['kind']) =>
      (of.get(kind) ?? []).map(({ id, title, slug }) => ({ id, title, slug }));
    return {
      countries: NAMED_COUNTRIES,
      lists: labels('list'),
      tags: labels('tag'),
      statuses: CONTACT_STATUSES.map(wordOption),
      contact_types: this.config.contactTypes.map(wordOption),
      campaigns: titled('campaign'),
      funnels: titled('funnel'),
      segments: titled('segment'),
      custom_fields: customFields.map(({ options, ...field }) => ({
        ...field,
        ...(options === null ? {} : { options: JSON.parse(options) as string[] }),
      })),
    };
  }
}

const wordOption = (word: string): Options['statuses'][number] => ({
  id: word,
  title: word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' '),
  slug: word,
});
