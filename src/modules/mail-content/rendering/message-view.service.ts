import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { RecipientsQueries } from '../recipients.queries.js';
import { triggerDataOfEmails } from '../trigger-data.js';
import { ContentsService } from './contents.service.js';

/** Renders an email again, as its recipient got it. */
@Injectable()
export class MessageViewService {
  constructor(
    private readonly db: Database,
    private readonly contents: ContentsService,
    private readonly recipients: RecipientsQueries,
  ) {}

  /** @returns null if the message or its contact was deleted. */
  async html(messageId: number): Promise<string | null> {
    const [message] = await this.db.query<{
      content_id: number;
      contact_id: number | null;
      recipient_key: string;
      tracked: number | null;
    }>('SELECT content_id, contact_id, recipient_key, tracked FROM email_messages WHERE id = :messageId', {
      messageId,
    });
    if (message?.contact_id == null) return null;
    const recipient = (await this.recipients.byIds([message.contact_id])).get(message.contact_id);
    if (!recipient) return null;
    const data = (await triggerDataOfEmails(this.db, [message]))(message);
    const content = await this.contents.load(message.content_id);
    // Without the decoy: browser extensions that prefetch links would make people look like bots.
    const isPlain = message.tracked === 0 || recipient.contact['tracking_consent'] === 'denied';
    const links = {
      ...this.contents.linksOf(content, messageId),
      decoy: null,
      ...(isPlain ? this.contents.plainLinks(content, { ...recipient, data }) : {}),
    };
    return content.renderer.render(this.contents.mergeValues({ ...recipient, data }), links).html;
  }
}
