import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { type Recipient, RecipientsQueries } from '../recipients.queries.js';
import type { TriggerData } from '../trigger-data.js';
import { ContentsService, type LoadedContent, NO_SENDER, type WrittenContent } from './contents.service.js';
import { orOnFault } from './liquid.js';
import { type MergeValues, type OwnLinks, ownLinks } from './merge-values.js';
import type { RecipientLinks, RenderedEmail } from './renderer.js';
import { type SampledField, samplePerson } from './sample-person.js';
import { contentTo } from './translations.js';

export type { RenderedEmail } from './renderer.js';

/** Renders emails without sending, storing, or tracking anything. */
@Injectable()
export class ContentPreviewsService {
  constructor(
    private readonly db: Database,
    private readonly contents: ContentsService,
    private readonly recipients: RecipientsQueries,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @param contactId whose values are inserted; sample values if null. */
  async preview(written: WrittenContent, contactId: number | null, data?: TriggerData): Promise<RenderedEmail> {
    const recipient = await this.recipient(contactId, data);
    const content = await this.contents.compile(contentTo(recipient, written), NO_SENDER);
    return orOnFault(
      () => content.renderer.render(this.contents.mergeValues(recipient), this.linksOf(content, recipient)),
      ({ reason }) => {
        throw invalidParam('email_body', `cannot be rendered: ${reason}`);
      },
    );
  }

  /** @param data of an enrollment in a funnel. */
  async recipient(contactId: number | null, data?: TriggerData): Promise<Recipient> {
    if (contactId === null) {
      const fields = await this.db.query<SampledField>('SELECT slug, type, options FROM custom_fields');
      return { ...samplePerson(fields), data };
    }
    const recipient = (await this.recipients.byIds([contactId])).get(contactId);
    if (!recipient) throw invalidParam('contact_id', 'names no contact');
    return { ...recipient, data };
  }

  /** Returns untracked links to the final targets, and own links to pages that have no effect. */
  linksOf(content: LoadedContent, recipient: Recipient): RecipientLinks {
    return { ...this.contents.plainLinks(content, recipient), own: this.sampleLinks };
  }

  /** Returns all values that a template can use. */
  valuesOf(recipient: Recipient): MergeValues & OwnLinks {
    return { ...this.contents.mergeValues(recipient), ...this.sampleLinks };
  }

  get ownLinkNames(): readonly string[] {
    return Object.keys(this.sampleLinks);
  }

  private get sampleLinks(): OwnLinks {
    return ownLinks((page) => `${this.config.http.publicUrl}/t/sample/${page}`);
  }
}
