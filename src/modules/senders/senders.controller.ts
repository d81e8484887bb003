import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { PathId } from '../../platform/http/path-id.js';
import { TalksToTheOutside } from '../../platform/idempotency/idempotency.interceptor.js';
import { type Refusal, Refuses } from '../../platform/openapi/refusals.js';
import {
  OneSenderResponse,
  SenderListResponse,
  SenderRemovedResponse,
  SenderSavedResponse,
  SenderTestResponse,
} from './dto/sender.response.js';
import { CreateSenderDto, TestSenderDto, UpdateSenderDto } from './dto/write-sender.dto.js';
import { SenderTestService } from './sender-test.service.js';
import { SendersQueries } from './senders.queries.js';
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
    summary: 'With limits, warming up, and a DKIM key that is made here',
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
};
const CHANGE = { limit: { summary: 'More slowly', value: { rate: 5 } } };
const TEST = {
  login: { summary: 'Connect and log in only', value: {} },
  mail: { summary: 'Send a mail, too', value: { to: 'me@example.com' } },
};

const FAULTY_SENDER: Refusal = {
  message: 'Invalid parameter: host',
  description: 'Members are at fault: all of them are named, and nothing was written',
  data: { params: { host: 'must be the name or address of a mail server', password: 'is required with a username' } },
};
const IN_USE: Refusal = {
  message: 'Sender cannot be deleted while mails are to be sent by it.',
  description: 'Something still sends by it',
  data: { params: { id: 'has mails to send' } },
};

const SenderId = (): ParameterDecorator => Param('id', new IdPipe('sender'));

@ApiTags('Senders')
@Controller('senders')
export class SendersController {
  constructor(
    private readonly senders: SenderAccounts,
    private readonly queries: SendersQueries,
    private readonly tests: SenderTestService,
  ) {}

  @Get()
  @RequirePermission('manage_campaigns', { summary: 'List senders' })
  @ApiOkResponse({ type: SenderListResponse })
  async listSenders(): Promise<SenderListResponse> {
    return new SenderListResponse(await this.queries.viewsOf(await this.senders.list()));
  }

  @Get(':id')
  @RequirePermission('manage_campaigns', { summary: 'Get a sender' })
  @PathId('sender')
  @ApiOkResponse({ type: OneSenderResponse })
  async getSender(@SenderId() id: number): Promise<OneSenderResponse> {
    return new OneSenderResponse(await this.queries.viewOf(await this.senders.get(id)));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Create a sender',
    description: 'Password and private key are stored encrypted and never shown.',
  })
  @ApiBody({ type: CreateSenderDto, examples: SENDER })
  @ApiOkResponse({ type: SenderSavedResponse })
  @Refuses({ 400: FAULTY_SENDER })
  async createSender(@Body() body: CreateSenderDto): Promise<SenderSavedResponse> {
    return new SenderSavedResponse(await this.queries.viewOf(await this.senders.create(body.toInput())));
  }

  @Put(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Change a sender',
    description:
      'Omitted fields are unchanged. A change of `host`, `port`, `secure` or `username` needs the `password` again. Workers apply the change within a second; emails under way are not affected.',
  })
  @PathId('sender')
  @ApiBody({ type: UpdateSenderDto, examples: CHANGE })
  @ApiOkResponse({ type: SenderSavedResponse })
  @Refuses({ 400: FAULTY_SENDER })
  async updateSender(@SenderId() id: number, @Body() body: UpdateSenderDto): Promise<SenderSavedResponse> {
    return new SenderSavedResponse(await this.queries.viewOf(await this.senders.update(id, body.toInput())));
  }

  @Delete(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Delete a sender',
    description: 'Refused while a scheduled, working or paused campaign sends by it.',
  })
  @PathId('sender')
  @ApiOkResponse({ type: SenderRemovedResponse })
  @Refuses({ 400: IN_USE })
  async deleteSender(@SenderId() id: number): Promise<SenderRemovedResponse> {
    await this.senders.remove(id);
    return new SenderRemovedResponse();
  }

  @Post(':id/test')
  @HttpCode(200)
  @TalksToTheOutside()
  @RequirePermission('manage_campaigns', {
    summary: 'Try a sender out',
    description:
      'Connects and logs in; with `to` it also sends one email. It waits for the answers of the mail server. A failed connection has one text, whatever the reason; the log has the reason.',
  })
  @PathId('sender')
  @ApiBody({ type: TestSenderDto, examples: TEST })
  @ApiOkResponse({ type: SenderTestResponse })
  async testSender(@SenderId() id: number, @Body() body: TestSenderDto): Promise<SenderTestResponse> {
    return new SenderTestResponse(await this.tests.test(id, body.to ?? null));
  }
}
