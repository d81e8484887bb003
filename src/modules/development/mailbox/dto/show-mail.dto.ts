import { OneOf } from '../../../../platform/http/dto-fields.js';
import { MAIL_VIEWS, type MailView } from '../mailbox.pages.js';

export class ShowMailDto {
  @OneOf(MAIL_VIEWS) view?: MailView;

  toView(): MailView | null {
    return this.view ?? null;
  }
}
