import { Delete, Get, Post, Put, Query } from '@nestjs/common';
import { RequirePermission, Refuses, invalid, Answers } from '../../platform/access/operation.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { CallsExternalServices } from '../../platform/idempotency/idempotency.interceptor.js';
import { SenderReadiness } from './diagnosis/sender-readiness.service.js';
import { SenderReadinessDto, CreateSenderDto, TestSenderDto, UpdateSenderDto } from './sender.dto.js';
import { senderReadinessShape } from './diagnosis/sender-readiness.shapes.js';
import {
  type CheckedSenderView,
  oneSenderShape,
  senderListShape,
  senderRemovedShape,
  senderSavedShape,
  senderOf,
} from './dto/sender.shapes.js';
import { senderTestShape } from './sender-test.shapes.js';
import { destinationsOf, destinationsShape } from './dto/destinations.shapes.js';
import { DestinationsQueries } from './destinations/destinations.queries.js';
import { SenderTestService } from './sender-test.service.js';
import { OWN_SENDER } from '../../platform/smtp/mail-server.js';
import { SendersQueries, type SenderView } from './senders.queries.js';
import { SenderAccounts } from './sender-accounts.service.js';

const SENDER = {
  smtp: {
    summary: 'A mail server with a name and a password',
    value: {
      name: 'Newsletter',
      from_email: 'news@example.com',
      from_name: 'Example Shop',
      host: 'smtp.example.com',
      port: 587,
      username: 'apikey',
      password: 'correct horse battery staple',
    },
  },
  limited: {
    summary: 'With limits, warm-up, and a generated DKIM key',
    value: {
      name: 'Offers',
      from_email: 'offers@example.com',
      host: 'smtp.example.com',
      rate: 14,
      daily_cap: 50_000,
      warmup: { start: 50, factor: 2 },
      dkim: { domain: 'example.com', selector: 'mail2030', generate: true },
    },
  },
  oauth2: {
    summary: 'A mailbox of Microsoft 365',
    value: {
      name: 'Office',
      from_email: 'office@example.com',
      host: 'smtp.office365.com',
      username: 'office@example.com',
      oauth2: {
        provider: 'microsoft',
        tenant: 'example.com',
        client_id: '6731de76-14a6-49ae-97bc-6eba6914391e',
        refresh_token: '1.AXkAdt4xZ5wFqE',
      },
    },
  },
};
const CHANGE = { limit: { summary: 'Lower rate', value: { rate: 5 } } };
const TEST = {
  login: { summary: 'Connect and log in', value: {} },
  mail: { summary: 'Also send an email', value: { to: 'me@example.com' } },
};

const FAULTY_SENDER = invalid(
  'Invalid fields: all of them are listed, and nothing was saved',
  { host: 'must be the name or address of a mail server', password: 'is required with a username' },
  'Invalid parameter: host',
);
const IN_USE = invalid(
  'A campaign uses the sender, or it has emails to send',
  { id: 'has emails to send' },
  'Sender cannot be deleted while it has emails to send.',
);

const OwnSenderId = (): ParameterDecorator =>
  RecordId('sender; 0 for the mail server of SMTP_URL', 'id', new IdPipe('sender', OWN_SENDER));

@Resource('senders', 'Senders')
export class SendersController {
  constructor(
    private readonly senders: SenderAccounts,
    private readonly queries: SendersQueries,
    private readonly tests: SenderTestService,
    private readonly destinations: DestinationsQueries,
    private readonly readiness: SenderReadiness,
  ) {}

  @Get()
  @RequirePermission('manage_campaigns', {
    summary: 'List senders',
    description: 'Returns all senders, newest first. The mail server of `SMTP_URL` is not among them.',
  })
  @Answers(senderListShape, 'All senders')
  async listSenders() {
    const views = await this.queries.viewsOf(await this.senders.list());
    return { senders: (await Promise.all(views.map((view) => this.checked(view)))).map(senderOf) };
  }

  @Get(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Get a sender',
    description: 'Returns its settings without the password, the OAuth 2.0 secrets, and the private key.',
  })
  @Answers(oneSenderShape, 'The sender')
  async getSender(@RecordId('sender') id: number) {
    return { sender: senderOf(await this.checked(await this.queries.viewOf(await this.senders.get(id)))) };
  }

  @Get(':id/destinations')
  @RequirePermission('manage_campaigns', {
    summary: 'Get the delivery of a sender to each mailbox provider',
    description:
      'State, rate, and reason in words. Providers are found by the mail hosts of the recipients’ domains. Those with few emails and without trouble are not listed.',
  })
  @Answers(destinationsShape, 'The destinations')
  async listDestinations(@OwnSenderId() id: number) {
    if (id !== OWN_SENDER) await this.senders.get(id);
    return destinationsOf(await this.destinations.of(id));
  }

  @Get(':id/readiness')
  @RequirePermission('manage_campaigns', {
    summary: 'Check whether a sender is ready',
    description:
      'Checks the mail server (connection, TLS, login), the SPF, DKIM, and DMARC records with their alignment, and the MX record of the return path domain. Returns a result of the last 10 minutes, if there is one. A worker checks each sender once a day. Sends no email.',
  })
  @Answers(senderReadinessShape, 'The result of each check')
  async getSenderReadiness(@OwnSenderId() id: number, @Query() { refresh }: SenderReadinessDto) {
    return this.readiness.check(id, refresh ?? false);
  }

  @Post()
  @RequirePermission('manage_campaigns', {
    summary: 'Create a sender',
    description: 'The password, the OAuth 2.0 secrets, and the private key are stored encrypted and never returned.',
  })
  @Answers(senderSavedShape, 'The new sender')
  @Refuses({ 400: FAULTY_SENDER })
  async createSender(@BodyLike(SENDER) body: CreateSenderDto) {
    const sender = senderOf(await this.queries.viewOf(await this.senders.create(body)));
    return { sender, message: 'Successfully saved the sender.' };
  }

  @Put(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Update a sender',
    description:
      'Omitted fields are unchanged. A change of `host`, `port`, `secure`, or `username` requires the `password` again, or the OAuth 2.0 secrets; so does a change of `oauth2.token_url` or `oauth2.client_id`. While a published funnel, or a campaign that is scheduled, working, or paused uses the sender, also as a fallback, all fields but `name` need `send_campaigns`. Workers apply the change within a second; emails under way are not affected.',
  })
  @Answers(senderSavedShape, 'The updated sender')
  @Refuses({ 400: FAULTY_SENDER })
  async updateSender(@RecordId('sender') id: number, @BodyLike(CHANGE) body: UpdateSenderDto) {
    const sender = senderOf(await this.queries.viewOf(await this.senders.update(id, body)));
    return { sender, message: 'Successfully saved the sender.' };
  }

  @Delete(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Delete a sender',
    description: 'Refused while a scheduled, working, or paused campaign uses it, or while it has emails to send.',
  })
  @Answers(senderRemovedShape, 'The sender is deleted')
  @Refuses({ 400: IN_USE })
  async deleteSender(@RecordId('sender') id: number) {
    await this.senders.remove(id);
    return { message: 'Successfully removed the sender.' };
  }

  @Post(':id/test')
  @CallsExternalServices()
  @RequirePermission('manage_campaigns', {
    summary: 'Test a sender',
    description:
      'Connects, logs in, and with `to` also sends one email. It waits for the responses of the mail server. The message of a failed connection is always the same; the log contains the reason.',
  })
  @Answers(senderTestShape, 'The result of each step; `success` is false if one failed')
  async testSender(@RecordId('sender') id: number, @BodyLike(TEST) body: TestSenderDto) {
    return this.tests.test(id, body.to ?? null);
  }

  private async checked(view: SenderView): Promise<CheckedSenderView> {
    return { ...view, readiness: await this.readiness.last(view.sender) };
  }
}
