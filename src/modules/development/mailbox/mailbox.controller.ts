import {
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Redirect,
  StreamableFile,
  type PipeTransform,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/access/operation.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { pageOf, PageUrl } from '../../../platform/http/page.js';
import { LIVE_SCRIPT, LIVE_SECURITY_POLICY, PAGE_SECURITY_POLICY } from '../pages/layout.js';
import { checkHtml } from './html-check.js';
import { LinkCheck } from './link-check.js';
import { standaloneHtml, type Mail, type MailAttachment } from './mail.js';
import { emailPage, listPage, MAIL_SECURITY_POLICY } from './mailbox.pages.js';
import { MailboxStore, type EmailSummary, type StoredEmail } from './mailbox.store.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { ListEmailsDto, ShowEmailDto } from './mailbox.dto.js';
import { gather } from '../../../platform/values/collections.js';

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Accepts only ULIDs, because the id becomes part of a file name. */
class EmailIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!ULID.test(value)) throw notFound();
    return value;
  }
}

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

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
  @Header('Content-Security-Policy', LIVE_SECURITY_POLICY)
  async list(@Query() query: ListEmailsDto): Promise<string> {
    return listPage(await this.mailbox.list(query.search, query.toPage()), query);
  }

  @Get('mailbox.js')
  @Public({ summary: 'Get the script of the list' })
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return LIVE_SCRIPT;
  }

  @Get('mailbox.json')
  @Public({ summary: 'List emails as JSON' })
  async listAsJson(@Query() query: ListEmailsDto, @PageUrl() url: string) {
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
  async showAsJson(@Param('id', EmailIdPipe) id: string) {
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

const summaryResponse = ({ id, from, recipients: to, subject, preview, received_at }: EmailSummary) => ({
  ...{ id, from, to, subject, preview, received_at },
});

function emailResponse({ summary, mail }: StoredEmail) {
  const { sender, recipients } = summary;
  return {
    ...summaryResponse(summary),
    envelope: { sender, recipients },
    headers: byName(mail.headers),
    html: mail.html,
    text: mail.text,
    html_check: mail.html === null ? null : checkHtml(mail.html),
    links: mail.links,
    attachments: mail.attachments.map(({ name, type, content }) => ({ name, type, size: content.length })),
  };
}

/** Maps lower-case names to values; repeated headers are joined by a line break. */
function byName(headers: Mail['headers']): Record<string, string> {
  const values = new Map<string, string[]>();
  for (const { name, value } of headers) gather(values, name.toLowerCase(), value);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join('\n')]));
}

/** Forces a download, so that content of an email never runs on this origin. The name is encoded by RFC 5987. */
function downloadOf({ name, content }: Pick<MailAttachment, 'name' | 'content'>): StreamableFile {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return new StreamableFile(content, {
    type: 'application/octet-stream',
    disposition: `attachment; filename*=UTF-8''${encoded}`,
    length: content.length,
  });
}
