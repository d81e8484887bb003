import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { BulkAdded, RefusedContact } from '../bulk-add-update.service.js';

const IDS = { type: 'array', items: { type: 'integer' } } as const;

class RefusedContactResponse {
  @ApiProperty({ type: 'integer', example: 2, description: 'Position in `contacts`, from 0' }) readonly index: number;
  @ApiProperty({ example: 'email must be one email address', description: 'All reasons in one text' })
  readonly reason: string;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { email: 'must be one email address' },
    description: 'The reasons by field',
  })
  readonly params?: Readonly<Record<string, string>>;
  @ApiPropertyOptional({ type: 'integer', example: 1, description: 'The contact that already has the address' })
  readonly contact_id?: number;

  constructor({ index, reason, params, contactId }: RefusedContact) {
    this.index = index;
    this.reason = reason;
    if (params !== null) this.params = params;
    if (contactId !== null) this.contact_id = contactId;
  }
}

export class BulkAddUpdateResponse {
  @ApiProperty({ example: '1 contact created, 1 updated, 1 refused.' }) readonly message: string;
  @ApiProperty({ ...IDS, example: [2], description: 'Ids of created contacts' })
  readonly created: readonly number[];
  @ApiProperty({ ...IDS, example: [1], description: 'Ids of contacts that existed, including those without changes' })
  readonly updated: readonly number[];
  @ApiProperty({ ...IDS, example: [], description: 'Ids of contacts whose strict status was kept' })
  readonly kept_status: readonly number[];
  @ApiProperty({ type: [RefusedContactResponse], description: 'Contacts that were refused and not written' })
  readonly invalids: readonly RefusedContactResponse[];

  constructor({ created, updated, keptStatus, refused }: BulkAdded) {
    this.message = `${created.length} ${created.length === 1 ? 'contact' : 'contacts'} created, ${updated.length} updated, ${refused.length} refused.`;
    this.created = created;
    this.updated = updated;
    this.kept_status = keptStatus;
    this.invalids = refused.map((contact) => new RefusedContactResponse(contact));
  }
}
