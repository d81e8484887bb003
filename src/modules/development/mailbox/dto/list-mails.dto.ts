import { Flag, Text, WholeNumber } from '../../../../platform/http/dto-fields.js';
import type { PageRequest } from '../../../../platform/http/page.js';
import type { MailList } from '../mailbox.pages.js';

const PER_PAGE = 50;

export class ListMailsDto {
  @WholeNumber({ min: 1, max: 1_000_000, default: 1 }) page?: number;
  @Text({ description: 'Part of a subject or of an address' }) search?: string;
  @Flag({ default: true, description: 'Whether the page loads itself again' }) refresh?: boolean;

  toPage(): PageRequest {
    return { page: this.page ?? 1, perPage: PER_PAGE };
  }

  toSearch(): string {
    return this.search ?? '';
  }

  toList(): MailList {
    return { search: this.toSearch(), refresh: this.refresh ?? true };
  }
}
