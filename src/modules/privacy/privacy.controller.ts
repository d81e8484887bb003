import { contactOf } from '../contacts/dto/contact.shapes.js';
import { ContactMerges } from './merging/contact-merges.service.js';
import { Get, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { RequirePermission, Refuses, invalid, unknownRecord, Answers } from '../../platform/access/operation.js';
import { AnswersFile } from '../../platform/export/send-file.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { OneContactQueries } from '../contacts/listing/one-contact.queries.js';
import { contactsMergedShape, EraseContactDto, erasureShape, MergeContactsDto } from './dto/privacy.dto.js';
import { PersonErasure } from './person-erasure.service.js';
import { PersonExports } from './person-export.service.js';
import { oneOfRule } from '../../platform/text/closest-name.js';
import { ERASURE_MODES } from '../../platform/personal-data/personal-data-store.js';

const UNKNOWN_CONTACT = unknownRecord('No contact has this id');
const FAULTY_MODE = invalid('The mode is missing or invalid', { mode: oneOfRule(ERASURE_MODES) });
const MODES = {
  anonymize: { summary: 'Keep an anonymized row', value: { mode: 'anonymize' } },
  delete: { summary: 'Delete the contact', value: { mode: 'delete' } },
};
const EXAMPLE = {
  person: { id: 1, email: 'ada@example.com', first_name: 'Ada', status: 'subscribed' },
  contact: { custom_values: {}, lists: [], tags: [], notes: [], tracked_events: [], consents: [] },
  emails: [{ subject: 'Spring is here', to: 'ada@example.com', status: 'sent' }],
  events: [{ event: 'contact.created', occurred_at: '2026-01-02T03:04:05.678Z' }],
};

@Resource('subscribers', 'Contacts')
export class PrivacyController {
  constructor(
    private readonly erasures: PersonErasure,
    private readonly exports: PersonExports,
    private readonly contacts: OneContactQueries,
    private readonly merges: ContactMerges,
  ) {}

  @Post('merge')
  @RequirePermission('manage_contacts', {
    summary: 'Merge contacts',
    description:
      'Moves the history, memberships, custom values, and orders of the other contacts to the kept one and removes them. Empty fields are filled from the others, oldest first. The strictest status wins; a bounce counts for its address only, and a bounced address is replaced by one that did not bounce. A merge cannot be undone.',
  })
  @Answers(contactsMergedShape, 'The kept contact')
  @Refuses({
    400: invalid('Ids are unknown, duplicate, or of erased contacts; nothing is written', { merge_ids: 'unknown: 99' }),
    404: unknownRecord('The contact to keep does not exist'),
  })
  async mergeContacts(
    @BodyLike({ two: { summary: 'Merge contact 2 into contact 1', value: { keep_id: 1, merge_ids: [2] } } }) {
      keep_id,
      merge_ids,
    }: MergeContactsDto,
  ) {
    const kept = await this.merges.merge(keep_id, merge_ids);
    return { message: 'Subscribers have been merged successfully', subscriber: contactOf(kept) };
  }

  @Post(':id/erase')
  @RequirePermission('manage_contacts', {
    summary: 'Erase the personal data of a contact',
    description:
      'Erases everything that identifies the contact: fields, notes, emails, events, import rows, webhook deliveries. ' +
      'Report figures do not change. An erasure cannot be undone.',
  })
  @Answers(erasureShape, 'The anonymized contact, or null')
  @Refuses({ 400: FAULTY_MODE, 404: UNKNOWN_CONTACT })
  async eraseContact(@RecordId('contact') id: number, @BodyLike(MODES) { mode }: EraseContactDto) {
    await this.erasures.erase(id, mode);
    const subscriber = mode === 'delete' ? null : contactOf((await this.contacts.one({ id })).view);
    return { message: 'The personal data of the contact has been erased', mode, subscriber };
  }

  @Get(':id/export')
  @RequirePermission('manage_contacts', {
    summary: 'Export the personal data of a contact',
    description: 'Returns all data stored about a contact as one JSON file, to answer a request for access.',
  })
  @AnswersFile('contact', '`person` is the contact; the other sections hold the data of each part of the product', {
    json: EXAMPLE,
  })
  @Refuses({ 404: UNKNOWN_CONTACT })
  async exportContactData(
    @RecordId('contact') id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Record<string, unknown>> {
    const found = await this.exports.of(id);
    response.setHeader('Content-Disposition', `attachment; filename="contact-${id}.json"`);
    return found;
  }
}
