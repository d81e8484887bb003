import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { MailboxStore, type ReceivedMail } from '../mailbox/mailbox.store.js';

/** Stores the emails of the last weeks only: writing thousands of files takes longer than sending them. */
@Injectable()
export class DemoMailboxStore extends MailboxStore {
  private since = new Date(0);

  constructor(
    private readonly movable: Clock,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    super(movable, config);
  }

  keepSince(moment: Date): void {
    this.since = moment;
  }

  override async add(mail: ReceivedMail): Promise<string> {
    return this.movable.now() < this.since ? '' : super.add(mail);
  }
}
