import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { contactOf, type ContactResponse } from '../../modules/contacts/dto/contact.shapes.js';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { DIALECT_PATH } from '../dialect.js';
import { ContactSegments, type LabelNaming, LABEL_NAMINGS, type SegmentChanges } from './contact-segments.service.js';
import { Allow } from 'class-validator';
import { Ids, OneOf } from '../../platform/http/dto-fields.js';
import type { LabelKind } from '../../modules/labels/labels.service.js';

const KIND = { tags: 'tag', lists: 'list' } as const satisfies Record<string, LabelKind>;

class SyncSegmentsDto {
  @OneOf(['tags', 'lists'], { required: true }) type!: keyof typeof KIND;
  @Ids({ required: true, min: 1 }) subscribers!: number[];

  /** Validated by the service. */
  @Allow() attach?: unknown;
  @Allow() detach?: unknown;

  @OneOf(LABEL_NAMINGS) find_by?: LabelNaming;

  toChanges(): SegmentChanges {
    return {
      kind: KIND[this.type],
      contactIds: [...new Set(this.subscribers)],
      attach: this.attach,
      detach: this.detach,
      naming: this.find_by ?? null,
    };
  }
}

interface SyncedContacts {
  readonly message: string;
  readonly subscribers: readonly ContactResponse[];
}

@ApiExcludeController()
@Controller(`${DIALECT_PATH}/subscribers`)
export class ContactSegmentsController {
  constructor(private readonly segments: ContactSegments) {}

  @Post('sync-segments')
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Update lists or tags of contacts' })
  async sync(@Body() body: SyncSegmentsDto): Promise<SyncedContacts> {
    const contacts = await this.segments.sync(body.toChanges());
    return {
      message: `Successfully updated the ${contacts.length === 1 ? 'subscriber' : 'subscribers'}.`,
      subscribers: contacts.map(contactOf),
    };
  }
}
