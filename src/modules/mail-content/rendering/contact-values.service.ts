import { Injectable } from '@nestjs/common';
import type { Reader } from '../../../platform/database/database.js';
import { RecipientsQueries } from '../recipients.queries.js';
import { ContentsService } from './contents.service.js';
import type { MergeValues } from './merge-values.js';

export type { MergeValues } from './merge-values.js';

/** Reads the merge values of contacts: the same ones that their emails use. */
@Injectable()
export class ContactValues {
  constructor(
    private readonly recipients: RecipientsQueries,
    private readonly contents: ContentsService,
  ) {}

  /** @returns values by contact id; deleted contacts are missing. */
  async of(contactIds: readonly number[], reader: Reader): Promise<ReadonlyMap<number, MergeValues>> {
    const recipients = await this.recipients.byIds(contactIds, reader);
    return new Map([...recipients].map(([id, recipient]) => [id, this.contents.mergeValues(recipient)]));
  }
}
