import { Delete, Get, Post, Query } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { Answers, invalid, Refuses, RequirePermission, unknownRecord } from '../../platform/access/operation.js';
import { AppError } from '../../platform/errors/app-error.js';
import { LongIdPipe } from '../../platform/http/id.pipe.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { pageOf, PageUrl } from '../../platform/http/page.js';
import { AcceptsBody } from '../../platform/http/request-bodies.guard.js';
import { written } from '../../platform/shapes/written.js';
import { ListSingleEmailsDto, SingleAddressDto, SubmitEmailDto, SubmitEmailsDto } from './dto/single-email.dto.js';
import * as shapes from './dto/single-email.shapes.js';
import { SingleEmailsQueries } from './single-emails.queries.js';
import { SingleEmails } from './single-emails.service.js';

const EmailId = (): ParameterDecorator => RecordId('email', 'id', new LongIdPipe());
const PENDING = { status: 'pending' } as const;
const CANNOT_CANCEL = 'Email cannot be cancelled: it is being sent, or has ended.';
const RESET = {
  to: { email: 'ada@example.com', name: 'Ada Lovelace' },
  subject: 'Reset your password',
  html: '<p><a href="{{ data.url }}">Reset your password</a></p>',
  data: { url: 'https://shop.example/reset/8f2c' },
};

@ApiExtraModels(SingleAddressDto)
@Resource('emails', 'Emails')
export class SingleEmailsController {
  constructor(
    private readonly emails: SingleEmails,
    private readonly queries: SingleEmailsQueries,
  ) {}

  @AcceptsBody({ large: true })
  @Post()
  @RequirePermission('send_campaigns', {
    summary: 'Send a single email',
    description:
      'Queues an email such as a password reset or a receipt before all campaigns. It needs no subscription and has no opt-out. Addresses that bounced, complained, or are suppressed are refused; of several recipients, the others get it. With an `Idempotency-Key`, a repeated request does not send it twice.',
  })
  @Answers(shapes.submittedShape, 'The queued email', { status: 202 })
  @Refuses({ 400: invalid('A value is not allowed, or all recipients are suppressed', { subject: 'is required' }) })
  async submitEmail(@BodyLike({ email: { summary: 'A password reset', value: RESET } }) body: SubmitEmailDto) {
    const [email] = await this.emails.submit([body]);
    if (!email?.id) throw recipientSuppressed(email?.refused ?? []);
    const queued = { ...PENDING, id: email.id, scheduled_at: email.scheduledAt?.toISOString() ?? null };
    return { email: queued, message: 'Email has been accepted.' };
  }

  @AcceptsBody({ large: true })
  @Post('batch')
  @RequirePermission('send_campaigns', {
    summary: 'Send single emails',
    description: 'Queues 1 to 100 emails. An invalid one refuses all; a suppressed recipient refuses only its email.',
  })
  @Answers(shapes.submittedBatchShape, 'The queued emails in the order of the request', { status: 202 })
  @Refuses({ 400: invalid('A value is not allowed', { 'emails.3.subject': 'is required' }) })
  async submitEmails(
    @BodyLike({ emails: { summary: 'One email', value: { emails: [RESET] } } }) body: SubmitEmailsDto,
  ) {
    const submitted = await this.emails.submit(body.emails, (index) => `emails.${index}.`);
    const emails = submitted.map(({ id, refused: [refused] }, index) =>
      id === null && refused
        ? { index, id, status: 'refused' as const, reason: refused.refusal }
        : { index, id, ...PENDING, reason: null },
    );
    return { emails, message: 'Emails have been accepted.' };
  }

  @Get()
  @RequirePermission('send_campaigns', { summary: 'List single emails', description: 'Newest first.' })
  @Answers(shapes.singleEmailsShape, 'A page of single emails')
  async listEmails(@Query() query: ListSingleEmailsDto, @PageUrl() url: string) {
    return { emails: pageOf(await this.queries.list(query.toFilter(), query.toPage()), url, shapes.listedOf) };
  }

  @Get(':id')
  @RequirePermission('send_campaigns', { summary: 'Get a single email', description: 'With each of its recipients.' })
  @Answers(shapes.oneSingleEmailShape, 'The email')
  async getEmail(@EmailId() id: number) {
    return { email: shapes.singleEmailOf(await this.queries.get(id)) };
  }

  @Get(':id/content')
  @RequirePermission('send_campaigns', {
    summary: 'Get the content of a single email',
    description: 'Returns what its first recipient got, without tracking. `EMAIL_CONTENT_RETENTION` removes contents.',
  })
  @Answers(shapes.contentShape, 'The content')
  @Refuses({ 404: unknownRecord('No single email has this id, or its content was removed') })
  async getEmailContent(@EmailId() id: number) {
    return written(shapes.contentShape, await this.queries.content(id));
  }

  @Delete(':id')
  @RequirePermission('send_campaigns', { summary: 'Cancel a single email', description: 'While it is `pending`.' })
  @Answers(shapes.cancelledShape, 'The email is not sent')
  @Refuses({ 400: invalid('The email is being sent, or has ended', { id: 'is not pending' }, CANNOT_CANCEL) })
  async cancelEmail(@EmailId() id: number) {
    await this.emails.cancel(id);
    return { message: 'Email has been cancelled.' };
  }
}

function recipientSuppressed(refused: readonly { readonly path: string; readonly refusal: string | null }[]): AppError {
  const params = Object.fromEntries(refused.map(({ path, refusal }) => [`${path}.email`, `is ${refusal}`]));
  const reason = refused[0]?.refusal;
  return new AppError('recipient_suppressed', `The address is ${reason}.`, { data: { reason, params } });
}
