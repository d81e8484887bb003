import { Controller, Get, Header, Param, Post, Query, Redirect, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PageResponse, RequestUrl } from '../../../platform/http/page.js';
import { PAGE_SECURITY_POLICY } from '../pages/layout.js';
import { downloadOf } from './dto/attachment.response.js';
import { ListMailsDto } from './dto/list-mails.dto.js';
import { MailResponse, MailSummaryResponse } from './dto/mail.response.js';
import { ShowMailDto } from './dto/show-mail.dto.js';
import { standaloneHtml } from './mail.js';
import { MailIdPipe } from './mail-id.pipe.js';
import { MAIL_SECURITY_POLICY, listPage, mailPage } from './mailbox.pages.js';
import { MailboxStore } from './mailbox.store.js';

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** The mailbox for people (pages without scripts) and for curl (the same with `.json`). */
@ApiExcludeController()
@Controller('dev')
export class MailboxController {
  constructor(private readonly mailbox: MailboxStore) {}

  @Get('mailbox')
  @Public({ summary: 'The mails, newest first' })
  @Header('Content-Type', HTML)
  @Header('Content-Security-Policy', PAGE_SECURITY_POLICY)
  async list(@Query() query: ListMailsDto): Promise<string> {
    return listPage(await this.mailbox.list(query.toSearch(), query.toPage()), query.toList());
  }

  @Get('mailbox.json')
  @Public({ summary: 'The same as JSON' })
  async listAsJson(@Query() query: ListMailsDto, @RequestUrl() url: URL): Promise<PageResponse<MailSummaryResponse>> {
    const page = await this.mailbox.list(query.toSearch(), query.toPage());
    return new PageResponse(
      page,
      page.items.map((summary) => new MailSummaryResponse(summary)),
      url,
    );
  }

  @Post('mailbox/clear')
  @Public({ summary: 'Delete all mails' })
  @Redirect('/dev/mailbox', 303)
  async clear(): Promise<void> {
    await this.mailbox.clear();
  }

  @Get('mailbox/:id.json')
  @Public({ summary: 'One mail as JSON, decoded' })
  async showAsJson(@Param('id', MailIdPipe) id: string): Promise<MailResponse> {
    return new MailResponse(await this.mailbox.read(id));
  }

  @Get('mailbox/:id')
  @Public({ summary: 'One mail' })
  @Header('Content-Type', HTML)
  @Header('Content-Security-Policy', PAGE_SECURITY_POLICY)
  async show(@Param('id', MailIdPipe) id: string, @Query() query: ShowMailDto): Promise<string> {
    return mailPage(await this.mailbox.read(id), query.toView());
  }

  @Get('mailbox/:id/html')
  @Public({ summary: 'The HTML part alone' })
  @Header('Content-Type', HTML)
  @Header('Content-Security-Policy', MAIL_SECURITY_POLICY)
  async html(@Param('id', MailIdPipe) id: string): Promise<string> {
    return standaloneHtml((await this.mailbox.read(id)).mail);
  }

  @Get('mailbox/:id/text')
  @Public({ summary: 'The text part alone' })
  @Header('Content-Type', TEXT)
  async text(@Param('id', MailIdPipe) id: string): Promise<string> {
    return (await this.mailbox.read(id)).mail.text ?? '';
  }

  @Get('mailbox/:id/source')
  @Public({ summary: 'The mail as it came' })
  async source(@Param('id', MailIdPipe) id: string): Promise<StreamableFile> {
    return new StreamableFile((await this.mailbox.read(id)).source, { type: TEXT });
  }

  @Get('mailbox/:id/attachments/:number')
  @Public({ summary: 'An attachment, to be saved' })
  async attachment(
    @Param('id', MailIdPipe) id: string,
    @Param('number', new IdPipe()) number: number,
  ): Promise<StreamableFile> {
    return downloadOf(await this.mailbox.readAttachment(id, number));
  }
}
