import { Inject, Param, Query } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { decodeCursor } from '../../../platform/http/page.js';
import { ContactsQueries } from '../../contacts/listing/contacts.queries.js';
import { OneContactQueries } from '../../contacts/listing/one-contact.queries.js';
import { TimelineQueries } from '../../contacts/timeline/timeline.queries.js';
import { ConsoleQuery } from '../http/console.dto.js';
import { ConsoleController, ConsoleView } from '../http/console-view.js';
import { SECTIONS } from '../http/sections.js';
import type { Page } from '../pages/layout.js';
import { type Times, timesIn } from '../pages/parts.js';
import { contactPage, contactsPage } from './contacts.pages.js';

@ConsoleController(SECTIONS.contacts.path)
export class ContactsConsoleController {
  private readonly times: Times;

  constructor(
    private readonly contacts: ContactsQueries,
    private readonly oneContact: OneContactQueries,
    private readonly timeline: TimelineQueries,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.times = timesIn(config.timeZone);
  }

  @ConsoleView('contacts')
  async list(@Query() query: ConsoleQuery): Promise<Page> {
    const { search = '' } = query;
    const sorting = { field: 'id', direction: 'DESC' } as const;
    const filter = { memberOf: {}, sorting, withCustomValues: false, ...(search !== '' && { search }) };
    return contactsPage(await this.contacts.list(filter, query.toPage()), search, this.times);
  }

  @ConsoleView('contacts', ':id')
  async show(@Param('id', new IdPipe()) id: number, @Query() query: ConsoleQuery): Promise<Page> {
    const contact = await this.oneContact.one({ id }, [
      'stats',
      'commerce_stat',
      'companies',
      'subscriber.custom_values',
    ]);
    const cursor = query.after === undefined ? null : decodeCursor(query.after);
    const { perPage } = query.toPage();
    return contactPage(contact.view, await this.timeline.page(id, { perPage, cursor }), this.times);
  }
}
