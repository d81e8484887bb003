import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNumber, IsOptional, Max, Min, ValidateIf } from 'class-validator';
import { OneLine } from '../../platform/http/one-line.js';
import { EmailAddress, Flag, Id, OneOf, Part, Text, WholeNumber } from '../../platform/http/dto-fields.js';
import { OAUTH2_PROVIDERS, type OAuth2Input, type SenderOAuth2 } from './sender-oauth2.js';
import { MAX_UNSIGNED } from '../../platform/ids/ids.js';

const LARGEST_PORT = 65_535;
/** Limit of characters of a key in PEM; usual keys have a few thousand. */
const LONGEST_KEY = 10_000;

/** A decimal number; numeric strings are accepted. */
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

class WarmupDto {
  @WholeNumber({ required: true, min: 1, max: MAX_UNSIGNED, description: 'Emails on the first day', example: 50 })
  start!: number;
  @Amount({
    required: true,
    min: 1.01,
    max: 10,
    description: 'Factor by which the limit grows after each day with sent emails',
    example: 2,
  })
  factor!: number;
}

class DkimDto {
  @Text({ description: 'Domain: `d=` of signatures', example: 'example.com' }) domain?: string;
  @Text({ max: 63, description: 'Selector: `s=` of signatures', example: 'mail2026' }) selector?: string;
  @Text({
    max: LONGEST_KEY,
    description: 'RSA of 1024 to 4096 bits, or Ed25519, in PEM; never returned',
    example: '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n',
  })
  private_key?: string;
  @Flag({ default: false, description: 'Generate an RSA key of 2048 bits instead of supplying one' })
  generate?: boolean;
}

class OAuth2Dto implements OAuth2Input {
  @OneOf(OAUTH2_PROVIDERS, { default: 'custom', description: 'Determines the default of `token_url` and `scope`' })
  provider?: SenderOAuth2['provider'];
  @Text({ max: 500, description: 'Id of the registered application', example: '6731de76-14a6-49ae-97bc-6eba6914391e' })
  client_id?: string;
  @Text({ max: 500, description: 'Never returned; omitted for a public client', example: 'Zx8Q~lTn' })
  @OneLine()
  client_secret?: string;
  @Text({ min: 1, max: 10_000, description: 'Refresh token of the mailbox; never returned', example: '1.AXkAdt4xZ5wF' })
  @OneLine()
  refresh_token?: string;
  @Text({ max: 2_048, description: 'Token endpoint', example: 'https://login.example.com/oauth2/token' })
  token_url?: string;
  @Text({ nullable: true, max: 1_000, description: 'Scopes to request; null: those that were granted', example: null })
  @OneLine()
  scope?: string | null;
  @Text({
    max: 100,
    description: 'For `microsoft`: id or domain of the tenant instead of `common`',
    example: 'example.com',
  })
  tenant?: string;
}

const NAME = { description: 'Unique, ignoring case', example: 'Newsletter' };
const FROM = { description: 'Default From value of emails', example: 'news@example.com' };
const HOST = { max: 255, description: 'The mail server', example: 'smtp.example.com' };

class SenderFieldsDto {
  @Text({ description: 'Default From value of emails', example: 'Example Shop' })
  @OneLine()
  from_name?: string;
  @EmailAddress({ nullable: true, description: 'Default Reply-To address of emails', example: 'office@example.com' })
  reply_to?: string | null;
  @WholeNumber({ min: 1, max: LARGEST_PORT, description: 'Default: 587, or 465 with `secure`', example: 587 })
  port?: number;
  @Flag({ default: false, description: 'TLS from the first byte; otherwise STARTTLS when the server offers it' })
  secure?: boolean;
  @Text({ nullable: true, description: 'Null: no login', example: 'apikey' }) @OneLine() username?: string | null;
  @Text({
    nullable: true,
    max: 500,
    trim: false,
    isSecret: true,
    description: 'Never returned',
    example: 'correct horse battery',
  })
  @OneLine()
  password?: string | null;
  @Part(() => OAuth2Dto, {
    nullable: true,
    description: 'Log in by OAuth 2.0 (XOAUTH2) instead of a password; null to remove',
  })
  oauth2?: OAuth2Dto | null;
  @WholeNumber({ min: 1, max: 50, default: 10, description: 'Maximum number of connections per worker', example: 10 })
  pool_size?: number;
  @Amount({
    nullable: true,
    min: 0.001,
    max: 100_000,
    description: 'Emails per second across all workers; null for no limit',
    example: 14,
  })
  rate?: number | null;
  @WholeNumber({
    nullable: true,
    min: 1,
    max: MAX_UNSIGNED,
    description:
      'Emails per local day; null for no limit. All emails count; campaigns and funnels stop at it, other emails do not',
    example: 50_000,
  })
  daily_cap?: number | null;
  @WholeNumber({
    nullable: true,
    min: 1,
    max: MAX_UNSIGNED,
    description: 'Campaign emails per local day; null for no other limit than daily_cap',
    example: 40_000,
  })
  daily_cap_bulk?: number | null;
  @Part(() => WarmupDto, {
    nullable: true,
    description: 'Warm-up to the daily cap; null to apply the cap from the first day',
  })
  warmup?: WarmupDto | null;
  @Part(() => DkimDto, { nullable: true, description: 'Key that signs emails; null for no signature' })
  dkim?: DkimDto | null;
  @Text({ nullable: true, description: 'Domain of the address for bounces', example: 'bounces.example.com' })
  return_path_domain?: string | null;
  @Id({
    nullable: true,
    description: 'The sender for which this one is the fallback while its mail server has trouble',
    example: null,
  })
  fallback_of?: number | null;
}

export class CreateSenderDto extends SenderFieldsDto {
  @Text({ required: true, ...NAME }) @OneLine() name!: string;
  @EmailAddress({ required: true, ...FROM }) from_email!: string;
  @Text({ required: true, ...HOST }) host!: string;
}

export class UpdateSenderDto extends SenderFieldsDto {
  @Text({ min: 1, ...NAME }) @OneLine() name?: string;
  @EmailAddress(FROM) from_email?: string;
  @Text({ min: 1, ...HOST }) host?: string;
}

export class TestSenderDto {
  @EmailAddress({ nullable: true, description: 'Recipient of a test email; omitted: none', example: 'me@example.com' })
  to?: string | null;
}

export class SenderReadinessDto {
  @Flag({ default: false, description: 'Check again instead of returning a stored result' }) refresh?: boolean;
}
