import { applyDecorators } from '@nestjs/common';
import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, ValidateIf, ValidateNested } from 'class-validator';
import { EMAIL_STATUSES, type EmailStatus } from '../../../events/email-state.js';
import { dayFault, parseTimestamp, TIMESTAMP_RULE } from '../../../platform/clock/timestamps.js';
import { EmailAddress, Flag, Id, Members, Must, OneOf, Text } from '../../../platform/http/dto-fields.js';
import { isOneLine, OneLine } from '../../../platform/http/one-line.js';
import { pageQuery } from '../../../platform/http/page.js';
import { normalizedEmail } from '../../../platform/text/email-address.js';
import { type AttachmentDto, Attachments } from '../../mail-content/attachments/attachment.dto.js';
import { BODY_LENGTH, SUBJECT_LENGTH } from '../../mail-content/templates/template.entity.js';
import type { SingleEmailFilter } from '../single-emails.queries.js';
import { ADDRESS_FIELDS } from '../single-email.entity.js';
import type { GivenAddress, GivenEmail } from '../given-email.js';

const MAX_ADDRESSES = 50;
const MAX_BATCH = 100;

export class SingleAddressDto {
  @EmailAddress({ example: 'ada@example.com', description: 'Required without `contact_id`' })
  @Must((value) => /^[ -~]+@/.test(String(value)), 'must not have non-ASCII characters before the @')
  email?: string;
  @Id({ example: 42, description: 'A contact, instead of the address or with it' }) contact_id?: number;
  @Text({ example: 'Ada Lovelace', description: 'Shown in the header' }) @OneLine() name?: string;
}

const areAddresses = (value: unknown): boolean => {
  const all: unknown[] = [value].flat();
  return all.length > 0 && all.length <= MAX_ADDRESSES && all.every((one) => one instanceof SingleAddressDto);
};

function Addresses(description: string, required = false): PropertyDecorator {
  const one = { $ref: getSchemaPath(SingleAddressDto) };
  const many = { type: 'array', items: one, minItems: 1, maxItems: MAX_ADDRESSES } as const;
  return applyDecorators(
    ValidateIf((_object, value) => required || value !== undefined),
    ValidateNested(),
    Must(areAddresses, `must be an object with email or contact_id, or an array of 1 to ${MAX_ADDRESSES} of them`),
    Type(() => SingleAddressDto),
    ApiProperty({ required, description, oneOf: [one, many] }),
  );
}

/** A value of another type has an error of its own. */
const headersIn = (value: unknown): [string, unknown][] => Object.entries(value ?? {});

const isHeader = ([name, text]: [string, unknown]): boolean =>
  /^X-[\w-]{1,70}$/i.test(name) && typeof text === 'string' && text.length <= 990 && isOneLine(text);

export class SubmitEmailDto implements GivenEmail {
  @Addresses('The recipient, or up to 50 who see each other', true) to!: SingleAddressDto | SingleAddressDto[];
  @Addresses('Recipients of a copy') cc?: SingleAddressDto | SingleAddressDto[];
  @Addresses('Recipients whom the others do not see') bcc?: SingleAddressDto | SingleAddressDto[];
  @Addresses('For replies; that of the sender by default') reply_to?: SingleAddressDto | SingleAddressDto[];
  @Id({ example: 3, description: 'Template of what is not given here' }) template_id?: number;
  @Text({ max: SUBJECT_LENGTH, description: 'Liquid', example: 'Reset your password' }) @OneLine() subject?: string;
  @Text({ max: BODY_LENGTH, trim: false, description: 'HTML with Liquid', example: '<p>{{ data.url }}</p>' })
  html?: string;
  @Text({ max: BODY_LENGTH, trim: false, description: 'Liquid; generated from the HTML by default' }) text?: string;
  @Members({ description: 'Values for Liquid; at most 64 KB', example: { url: 'https://shop.example/r/1' } })
  @Must((value) => Buffer.byteLength(JSON.stringify(value)) <= 65_536, 'must be at most 64 KB as JSON')
  data?: Record<string, unknown>;
  @Id({ example: 1, description: 'That of `MAIL_FROM` by default' }) sender_id?: number;
  @Attachments('At most 5 MB together') attachments?: AttachmentDto[];
  @Members({ description: 'At most 20 headers whose names begin with X-', example: { 'X-Order': 'A-1001' } })
  @Must((value) => headersIn(value).every(isHeader), 'must hold X- headers of one line, up to 990 characters')
  @Must((value) => headersIn(value).length <= 20, 'must hold at most 20 headers')
  headers?: Record<string, string>;
  @Flag({ default: false, description: 'Whether opens and clicks are tracked' }) tracked?: boolean;
  @Text({ max: 50, example: '2030-03-01T09:00:00Z', description: 'At once by default' })
  @Must((value) => parseTimestamp(String(value)) !== null, (value) => dayFault(value, TIMESTAMP_RULE))
  send_at?: string;
  @Flag({ default: false, description: 'Requires `manage_contacts`' }) ignore_suppression?: boolean;

  /** @param path of this email in the request. */
  addresses(path: string): GivenAddress[] {
    return ADDRESS_FIELDS.flatMap((field) =>
      [this[field] ?? []].flat().map(({ email, contact_id: contactId, name = '' }, index) => ({
        ...{ field, email: email ?? null, contactId: contactId ?? null, name },
        path: `${path}${field}${Array.isArray(this[field]) ? `.${index}` : ''}`,
      })),
    );
  }
}

export class SubmitEmailsDto {
  @ArrayMinSize(1, { message: 'must hold at least one email' })
  @ArrayMaxSize(MAX_BATCH, { message: `must hold at most ${MAX_BATCH} emails` })
  @IsObject({ each: true, message: 'must hold objects' })
  @ValidateNested({ each: true })
  @Type(() => SubmitEmailDto)
  @IsArray({ message: 'must be an array' })
  @ApiProperty({ type: () => [SubmitEmailDto], minItems: 1, maxItems: MAX_BATCH })
  emails!: SubmitEmailDto[];
}

export class ListSingleEmailsDto extends pageQuery(15) {
  @OneOf(EMAIL_STATUSES, { description: 'Of the email to at least one recipient' }) status?: EmailStatus;
  @Text({ description: 'Also cc and bcc', example: 'ada@example.com' }) to?: string;
  @Id({ description: 'The template of the emails', example: 1 }) template_id?: number;

  toFilter(): SingleEmailFilter {
    const { status = null, to = '', template_id: templateId = null } = this;
    return { status, templateId, address: to === '' ? null : (normalizedEmail(to) ?? to) };
  }
}
