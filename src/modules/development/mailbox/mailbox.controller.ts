import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Get, Header, HttpCode, Param, Post, Query, Redirect, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { type PageOf, pageOf, RequestUrl } from '../../../platform/http/page.js';
import { PAGE_SECURITY_POLICY } from '../pages/layout.js';
import { downloadOf, emailResponse, type EmailSummaryResponse, summaryResponse } from './dto/mail.shapes.js';
import { EmailIdPipe, ListEmailsDto, ShowEmailDto } from './dto/emails.dto.js';
import { LinkCheck } from './link-check.js';
import { standaloneHtml } from './mail.js';
import { emailPage, listPage, MAIL_SECURITY_POLICY } from './mailbox.pages.js';
import { MailboxStore } from './mailbox.store.js';

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const SCRIPT = readFileSync(join(__dirname, 'mailbox.js'), 'utf8');
const LIST_SECURITY_POLICY = `${PAGE_SECURITY_POLICY}; script-src 'self'; connect-src 'self'`;

/** The development mailbox as pages that work without scripts, and as JSON with the suffix `.json`. */
@ApiExcludeController()
@Controller('dev')
export class MailboxController {
  constructor(
    private readonly mailbox: MailboxStore,
    private readonly links: LinkCheck,
  ) {}

  @Get('mailbox')
  @Public({ summary: 'Show the mailbox' })
  @Header('Content-Type', HTML)
  @Header('Content-Security-Policy', LIST_SECURITY_POLICY)
  async list(@Query() query: ListEmailsDto): Promise<string> {
    return listPage(await this.mailbox.list(query.search, query.toPage()), query);
  }

  @Get('mailbox.js')
  @Public({ summary: 'Get the script of the list' })
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return SCRIPT;
  }

  @Get('mailbox.json')
  @Public({ summary: 'List emails as JSON' })
  async listAsJson(@Query() query: ListEmailsDto, @RequestUrl() url: URL): Promise<PageOf<EmailSummaryResponse>> {
    const page = await this.mailbox.list(query.search, query.toPage());
    return pageOf({ ...page, items: page.items.map(summaryResponse) }, url);
  }

  @Post('mailbox/clear')
  @Public({ summary: 'Delete all emails' })
  @Redirect('/dev/mailbox', 303)
  async clear(): Promise<void> {
    await this.mailbox.clear();
  }

  @Get('mailbox/:id.json')
  @Public({ summary: 'Get a decoded email as JSON' })
  async showAsJson(@Param('id', EmailIdPipe) id: string): Promise<ReturnType<typeof emailResponse>> {
    return emailResponse(await this.mailbox.read(id));
  }

  @Get('mailbox/:id.eml')
  @Public({ summary: 'Download the raw message' })
  async download(@Param('id', EmailIdPipe) id: string): Promise<StreamableFile> {
    return downloadOf({ name: `${id}.eml`, content: (await this.mailbox.read(id)).source });
  }

  @Get('mailbox/:id')
  @Public({ summary: 'Show an email' })
  @Header('Content-Type', HTML)
  @Header('Content-Security-Policy', PAGE_SECURITY_POLICY)
  async show(@Param('id', EmailIdPipe) id: string, @Query() query: ShowEmailDto): Promise<string> {
    const email = await this.mailbox.read(id);
    await this.mailbox.markRead(id);
    return emailPage(email, query.view ?? null);
  }

  @Post('mailbox/:id/links')
  @HttpCode(200)
  @Public({ summary: 'Check the links of an email' })
  @Header('Content-Type', HTML)
  @Header('Content-Security-Policy', PAGE_SECURITY_POLICY)
  async checkLinks(@Param('id', EmailIdPipe) id: string): Promise<string> {
    const email = await this.mailbox.read(id);
    return emailPage(email, 'links', await this.links.check(email.mail.links));
  }

  @Post('mailbox/:id/delete')
  @Public({ summary: 'Delete an email' })
  @Redirect('/dev/mailbox', 303)
  async delete(@Param('id', EmailIdPipe) id: string): Promise<void> {
    await this.mailbox.delete(id);
  }

  @Get('mailbox/:id/html')
  @Public({ summary: 'Get the HTML part' })
  @Header('Content-Type', HTML)
  @Header('Content-Security-Policy', MAIL_SECURITY_POLICY)
  async html(@Param('id', EmailIdPipe) id: string): Promise<string> {
    return standaloneHtml((await this.mailbox.read(id)).mail);
  }

  @Get('mailbox/:id/text')
  @Public({ summary: 'Get the text part' })
  @Header('Content-Type', TEXT)
  async text(@Param('id', EmailIdPipe) id: string): Promise<string> {
    return (await this.mailbox.read(id)).mail.text ?? '';
  }

  @Get('mailbox/:id/source')
  @Public({ summary: 'Get the raw message' })
  async source(@Param('id', EmailIdPipe) id: string): Promise<StreamableFile> {
    return new StreamableFile((await this.mailbox.read(id)).source, { type: TEXT });
  }

  @Get('mailbox/:id/attachments/:number')
  @Public({ summary: 'Download an attachment' })
  async attachment(
    @Param('id', EmailIdPipe) id: string,
    @Param('number', new IdPipe()) number: number,
  ): Promise<StreamableFile> {
    return downloadOf(await this.mailbox.readAttachment(id, number));
  }
}
