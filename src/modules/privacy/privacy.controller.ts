import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequirePermission, Refuses, invalid, unknownRecord, Answers } from '../../platform/access/operation.js';
import { AnswersFile } from '../../platform/export/send-file.js';
import { IdPipe, PathId } from '../../platform/http/id.pipe.js';
import { OneContactQueries } from '../contacts/listing/one-contact.queries.js';
import { EraseContactDto } from './dto/erase-contact.dto.js';
import { erasureOf, erasureShape } from './dto/privacy.shapes.js';
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

@ApiTags('Contacts')
@Controller('subscribers/:id')
export class PrivacyController {
  constructor(
    private readonly erasures: PersonErasure,
    private readonly exports: PersonExports,
    private readonly contacts: OneContactQueries,
  ) {}

  @Post('erase')
  @RequirePermission('manage_contacts', {
    summary: 'Erase the personal data of a contact',
    description:
      'Erases everything that identifies the contact: fields, notes, emails, events, import rows, webhook deliveries. ' +
      'Report figures do not change. An erasure cannot be undone.',
  })
  @PathId('contact')
  @ApiBody({ type: EraseContactDto, examples: MODES })
  @Answers(erasureShape, 'The anonymized contact, or null')
  @Refuses({ 400: FAULTY_MODE, 404: UNKNOWN_CONTACT })
  async eraseContact(@Param('id', new IdPipe()) id: number, @Body() { mode }: EraseContactDto) {
    await this.erasures.erase(id, mode);
    return erasureOf(mode, mode === 'delete' ? null : (await this.contacts.one({ id })).view);
  }

  @Get('export')
  @RequirePermission('manage_contacts', {
    summary: 'Export the personal data of a contact',
    description: 'Returns all data stored about a contact as one JSON file, to answer a request for access.',
  })
  @PathId('contact')
  @AnswersFile('contact', '`person` is the contact; the other sections hold the data of each part of the product', {
    json: EXAMPLE,
  })
  @Refuses({ 404: UNKNOWN_CONTACT })
  async exportContactData(
    @Param('id', new IdPipe()) id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Record<string, unknown>> {
    const found = await this.exports.of(id);
    response.setHeader('Content-Disposition', `attachment; filename="contact-${id}.json"`);
    return found;
  }
}
