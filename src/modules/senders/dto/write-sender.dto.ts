import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsNumber, IsObject, IsOptional, Max, Min, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { EmailAddress, Flag, Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import type { DkimInput, SenderInput } from '../sender-fields.js';

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const LARGEST_PORT = 65_535;
const LARGEST_COUNT = 4_294_967_295;
const MAX_ID = 4_294_967_295;
/** Keys are a few thousand characters long. */
const LONGEST_KEY = 10_000;

/** Becomes a header or a command: one line, or somebody could add lines of their own. */
const OneLine = (): PropertyDecorator =>
  ValidateBy({
    name: 'oneLine',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || !CONTROL.test(value),
      defaultMessage: () => 'must not hold line breaks or control characters',
    },
  });

/** A number that may have decimals; digits in a string are read as one. */
function Amount(options: {
  readonly min: number;
  readonly max: number;
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly description: string;
  readonly example: number;
}): PropertyDecorator {
  const { min, max, required = false, nullable = false, description, example } = options;
  return applyDecorators(
    nullable ? IsOptional() : ValidateIf((_object, value) => required || value !== undefined),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value,
    ),
    IsNumber({ allowNaN: false, allowInfinity: false }, { message: 'must be a number' }),
    Min(min, { message: `must be at least ${min}` }),
    Max(max, { message: `must be at most ${max}` }),
    ApiProperty({ type: Number, required, nullable, description, example, minimum: min, maximum: max }),
  );
}

function Part(type: () => new () => object, description: string): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    IsObject({ message: 'must be an object' }),
    ValidateNested(),
    Type(type),
    // The library knows a deferred type by the name of the function.
    ApiProperty({ required: false, nullable: true, type: () => type(), description }),
  );
}

class WarmupDto {
  @WholeNumber({ required: true, min: 1, max: LARGEST_COUNT, description: 'Mails of the first day', example: 50 })
  start!: number;
  @Amount({
    required: true,
    min: 1.01,
    max: 10,
    description: 'Each further day on which mails were sent, so many times as much',
    example: 2,
  })
  factor!: number;
}

class DkimDto {
  @Text({ description: 'The `d=` of signatures', example: 'example.com' }) domain?: string;
  @Text({ max: 63, description: 'The `s=` of signatures', example: 'mail2026' }) selector?: string;
  @Text({
    max: LONGEST_KEY,
    description: 'RSA of 1024 to 4096 bits, or Ed25519, in PEM; it is never shown again',
    example: '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n',
  })
  private_key?: string;
  @Flag({ default: false, description: 'Make a new key of 2048 bits instead of sending one' }) generate?: boolean;

  toInput(): DkimInput {
    return {
      ...(this.domain === undefined ? {} : { domain: this.domain }),
      ...(this.selector === undefined ? {} : { selector: this.selector }),
      ...(this.private_key === undefined ? {} : { privateKey: this.private_key }),
      generate: this.generate ?? false,
    };
  }
}

const NAME = { description: 'Unique, whatever its case', example: 'Newsletter' };
const FROM = { description: 'In From, unless a campaign names another', example: 'news@example.com' };
const HOST = { max: 255, description: 'The mail server', example: 'smtp.example.com' };

/** What creating and changing have in common. */
class SenderFieldsDto {
  @Text({ description: 'In From, unless a campaign names another', example: 'Example Shop' })
  @OneLine()
  from_name?: string;
  @EmailAddress({
    nullable: true,
    description: 'In Reply-To, unless a campaign names another',
    example: 'office@example.com',
  })
  reply_to?: string | null;
  @WholeNumber({ min: 1, max: LARGEST_PORT, description: '587, or 465 with `secure`, when left out', example: 587 })
  port?: number;
  @Flag({ default: false, description: 'TLS from the first byte; otherwise STARTTLS when the server offers it' })
  secure?: boolean;
  @Text({ nullable: true, description: 'Null: without logging in', example: 'apikey' }) @OneLine() username?:
    string | null;
  @Text({ nullable: true, max: 500, trim: false, description: 'Never shown again', example: 'correct horse battery' })
  @OneLine()
  password?: string | null;
  @WholeNumber({
    min: 1,
    max: 50,
    default: 10,
    description: 'Connections that each worker may keep to the server',
    example: 10,
  })
  pool_size?: number;
  @Amount({
    nullable: true,
    min: 0.001,
    max: 100_000,
    description: 'Mails per second by all workers together; null for no limit',
    example: 14,
  })
  rate?: number | null;
  @WholeNumber({
    nullable: true,
    min: 1,
    max: LARGEST_COUNT,
    description: 'Mails per local day; null for no limit',
    example: 50_000,
  })
  daily_cap?: number | null;
  @Part(() => WarmupDto, 'How the daily cap is approached; null for at once') warmup?: WarmupDto | null;
  @Part(() => DkimDto, 'The key that mails are signed with; null for none') dkim?: DkimDto | null;
  @Text({
    nullable: true,
    description: 'Mails that cannot be delivered come back to an address of this domain',
    example: 'bounces.example.com',
  })
  return_path_domain?: string | null;
  @WholeNumber({
    nullable: true,
    min: 1,
    max: MAX_ID,
    description: 'The sender that this one stands in for while its mail server is in trouble',
    example: null,
  })
  fallback_of?: number | null;

  protected fields(): SenderInput {
    const given: [keyof SenderInput, unknown][] = [
      ['fromName', this.from_name],
      ['replyTo', this.reply_to],
      ['port', this.port],
      ['secure', this.secure],
      ['username', emptyIsNull(this.username)],
      ['password', emptyIsNull(this.password)],
      ['poolSize', this.pool_size],
      ['rate', this.rate],
      ['dailyCap', this.daily_cap],
      ['warmup', this.warmup],
      ['dkim', this.dkim === null ? null : this.dkim?.toInput()],
      ['returnPathDomain', emptyIsNull(this.return_path_domain)],
      ['fallbackOf', this.fallback_of],
    ];
    return Object.fromEntries(given.filter(([, value]) => value !== undefined));
  }
}

const emptyIsNull = (text: string | null | undefined): string | null | undefined => (text === '' ? null : text);

export class CreateSenderDto extends SenderFieldsDto {
  @Text({ required: true, ...NAME }) @OneLine() name!: string;
  @EmailAddress({ required: true, ...FROM }) from_email!: string;
  @Text({ required: true, ...HOST }) host!: string;

  toInput(): SenderInput {
    return { ...this.fields(), name: this.name, fromEmail: this.from_email, host: this.host };
  }
}

export class UpdateSenderDto extends SenderFieldsDto {
  @Text({ min: 1, ...NAME }) @OneLine() name?: string;
  @EmailAddress(FROM) from_email?: string;
  @Text({ min: 1, ...HOST }) host?: string;

  toInput(): SenderInput {
    return {
      ...this.fields(),
      ...(this.name === undefined ? {} : { name: this.name }),
      ...(this.from_email === undefined ? {} : { fromEmail: this.from_email }),
      ...(this.host === undefined ? {} : { host: this.host }),
    };
  }
}

export class TestSenderDto {
  @EmailAddress({
    nullable: true,
    description: 'Who gets a test mail; nobody when left out',
    example: 'me@example.com',
  })
  to?: string | null;
}
