import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { TalksToTheOutside } from '../../../platform/idempotency/idempotency.interceptor.js';
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
import { SendersService } from './senders.service.js';

const SenderId = (): ParameterDecorator => Param('id', new IdPipe('sender'));

@ApiTags('Senders')
@Controller('senders')
export class SendersController {
  constructor(
    private readonly senders: SendersService,
    private readonly queries: SendersQueries,
    private readonly tests: SenderTestService,
  ) {}

  @Get()
  @RequirePermission('manage_campaigns', { summary: 'List senders' })
  @ApiOkResponse({ type: SenderListResponse })
  async list(): Promise<SenderListResponse> {
    return new SenderListResponse(await this.queries.viewsOf(await this.senders.list()));
  }

  @Get(':id')
  @RequirePermission('manage_campaigns', { summary: 'One sender' })
  @ApiOkResponse({ type: OneSenderResponse })
  async get(@SenderId() id: number): Promise<OneSenderResponse> {
    return new OneSenderResponse(await this.queries.viewOf(await this.senders.get(id)));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Create a sender',
    description: 'Password and private key are stored encrypted and never shown.',
  })
  @ApiOkResponse({ type: SenderSavedResponse })
  async create(@Body() body: CreateSenderDto): Promise<SenderSavedResponse> {
    return new SenderSavedResponse(await this.queries.viewOf(await this.senders.create(body.toInput())));
  }

  @Put(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Change a sender',
    description:
      'What is left out stays as it is. Workers notice the change within a second; mails under way are not touched.',
  })
  @ApiOkResponse({ type: SenderSavedResponse })
  async update(@SenderId() id: number, @Body() body: UpdateSenderDto): Promise<SenderSavedResponse> {
    return new SenderSavedResponse(await this.queries.viewOf(await this.senders.update(id, body.toInput())));
  }

  @Delete(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Delete a sender',
    description: 'Refused while a scheduled, working or paused campaign sends by it.',
  })
  @ApiOkResponse({ type: SenderRemovedResponse })
  async remove(@SenderId() id: number): Promise<SenderRemovedResponse> {
    await this.senders.remove(id);
    return new SenderRemovedResponse();
  }

  @Post(':id/test')
  @HttpCode(200)
  @TalksToTheOutside()
  @RequirePermission('manage_campaigns', {
    summary: 'Try a sender out',
    description: 'Connects and logs in; with `to` it also sends one mail. It waits for the answers of the mail server.',
  })
  @ApiOkResponse({ type: SenderTestResponse })
  async test(@SenderId() id: number, @Body() body: TestSenderDto): Promise<SenderTestResponse> {
    return new SenderTestResponse(await this.tests.test(id, body.to ?? null));
  }
}
