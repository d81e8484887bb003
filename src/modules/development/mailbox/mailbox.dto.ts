import type { PageRequest } from '../../../platform/http/page.js';
import { EMAIL_VIEWS, type EmailView } from './mailbox.pages.js';
import { Flag, OneOf, Text, WholeNumber } from '../../../platform/http/dto-fields.js';

const PER_PAGE = 50;

export class ListEmailsDto {
  @WholeNumber({ min: 1, max: 1_000_000, default: 1 }) page?: number;
  @Text({ description: 'Words, and operators such as `from:` and `is:unread`' }) search?: string;
  @Flag({ default: true, description: 'Whether the page reloads itself' }) refresh?: boolean;

  toPage(): PageRequest {
    return { page: this.page ?? 1, perPage: PER_PAGE };
  }
}

export class ShowEmailDto {
  @OneOf(EMAIL_VIEWS) view?: EmailView;
}
