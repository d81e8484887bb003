import { Injectable } from '@nestjs/common';
import type { EmailSource } from '../../../events/email-state.js';
import { SendingNotifier } from '../../sending/sending-notifier.service.js';
import { NOTICE_SOURCE } from '../../system-emails/notices/notices.service.js';
import { isEmailAction } from '../definition/funnel-definition.js';
import type { ActionName } from '../definition/action-catalog.js';
import { HttpCalls } from '../../http-calls/http-calls.service.js';

/** Notifies sending and HTTP calls of new work from steps. Only hints: both also poll. */
@Injectable()
export class FollowUps {
  constructor(
    private readonly emails: SendingNotifier,
    private readonly calls: HttpCalls,
  ) {}

  notify(funnelId: number, ran: ReadonlySet<ActionName>): void {
    if ([...ran].some(isEmailAction)) this.wake({ type: 'funnel', id: funnelId });
    if (ran.has('notify_manager')) this.wake(NOTICE_SOURCE);
    if (ran.has('http_request')) void this.calls.wake();
  }

  private wake(source: EmailSource): void {
    void this.emails.notify(source).catch(() => undefined);
  }
}
