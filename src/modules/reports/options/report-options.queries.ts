import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { NAMED_COUNTRIES } from '../../../platform/countries/country-names.js';
import { Database } from '../../../platform/database/database.js';
import type { ReportOptionsResponse } from './dto/report-options.response.js';

type Options = ReportOptionsResponse['options'];

/** Reads the values that reports can be filtered by. */
@Injectable()
export class ReportOptionsQueries {
  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async all(): Promise<Options> {
    const [lists, tags, statuses, campaigns, funnels, segments, customFields] = await Promise.all([
      this.db.query<Options['lists'][number]>('SELECT id, title, slug FROM lists ORDER BY title, id'),
      this.db.query<Options['tags'][number]>('SELECT id, title, slug FROM tags ORDER BY title, id'),
      // An ENUM sorts by its definition, and every status has a counter from the start.
      this.db.query<{ status: string }>('SELECT DISTINCT status FROM contact_counters ORDER BY status'),
      this.db.query<Options['campaigns'][number]>(
        'SELECT id, title FROM campaigns WHERE deleted_at IS NULL ORDER BY id DESC',
      ),
      this.db.query<Options['funnels'][number]>(
        'SELECT id, title FROM funnels WHERE deleted_at IS NULL ORDER BY id DESC',
      ),
      this.db.query<Options['segments'][number]>('SELECT id, title FROM segments ORDER BY title, id'),
      this.db.query<Omit<Options['custom_fields'][number], 'options'> & { options: string | null }>(
        'SELECT field_key, type, label, slug, options FROM custom_fields ORDER BY position, id',
      ),
    ]);
    return {
      countries: NAMED_COUNTRIES,
      lists,
      tags,
      statuses: statuses.map(({ status }) => wordOption(status)),
      contact_types: this.config.contactTypes.map(wordOption),
      campaigns,
      funnels,
      segments,
      custom_fields: customFields.map(({ options, ...field }) => ({
        ...field,
        ...(options === null ? {} : { options: JSON.parse(options) as string[] }),
      })),
    };
  }
}

/** A value of the API with its display name. */
const wordOption = (word: string): Options['statuses'][number] => ({
  id: word,
  title: word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' '),
  slug: word,
});
