import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { SenderReadinessResponse } from '../diagnosis/sender-readiness.response.js';
import { OAUTH2_PROVIDERS, type SenderOAuth2 } from '../sender-oauth2.js';
import type { Sender } from '../sender.entity.js';
import type { SenderView } from '../senders.queries.js';

/** Without a result if the sender has just changed. */
export type CheckedSenderView = SenderView & { readonly readiness?: SenderReadinessResponse | null };

const nullableText = { type: String, nullable: true } as const;

class WarmupResponse {
  @ApiProperty({ type: 'integer', example: 50, description: 'Emails on the first day' }) readonly start!: number;
  @ApiProperty({ type: Number, example: 2, description: 'Factor by which the limit grows each day' })
  readonly factor!: number;
}

class DnsRecordResponse {
  @ApiProperty({ example: 'mail2026._domainkey.example.com' }) readonly name!: string;
  @ApiProperty({
    example: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
    description: 'Value of the TXT record',
  })
  readonly value!: string;
}

class DkimResponse {
  @ApiProperty({ example: 'example.com', description: 'Signing domain' }) readonly domain!: string;
  @ApiProperty({ example: 'mail2026', description: 'Name of the key in DNS' }) readonly selector!: string;
  @ApiProperty({ description: 'TXT record to publish in DNS, so that signatures are valid' })
  readonly dns_record!: DnsRecordResponse;
}

class OAuth2Response {
  @ApiProperty({ enum: OAUTH2_PROVIDERS, example: 'microsoft' }) readonly provider!: SenderOAuth2['provider'];
  @ApiProperty({ example: '6731de76-14a6-49ae-97bc-6eba6914391e' }) readonly client_id!: string;
  @ApiProperty({ example: 'https://login.microsoftonline.com/common/oauth2/v2.0/token' }) readonly token_url!: string;
  @ApiProperty({ ...nullableText, example: 'https://outlook.office.com/SMTP.Send offline_access' })
  readonly scope!: string | null;
}

class TroubleResponse {
  @ApiProperty({
    example: 'mail server unreachable (connect: ECONNREFUSED)',
    description: 'What the mail server or the connection reported',
  })
  readonly reason!: string;
  @ApiProperty({ description: 'When sending is retried', example: '2026-01-31 09:30:00' }) readonly until!: string;
}

export class SenderResponse {
  @ApiProperty({ type: 'integer', example: 3 }) readonly id: number;
  @ApiProperty({ example: 'Newsletter' }) readonly name: string;
  @ApiProperty({ example: 'news@example.com', description: 'Default From address' }) readonly from_email: string;
  @ApiProperty({ example: 'Example Shop', description: 'Default From name' }) readonly from_name: string;
  @ApiProperty({ ...nullableText, example: 'office@example.com', description: 'Default Reply-To address' })
  readonly reply_to: string | null;
  @ApiProperty({ example: 'smtp.example.com', description: 'Mail server' }) readonly host: string;
  @ApiProperty({ type: 'integer', example: 587 }) readonly port: number;
  @ApiProperty({ example: false, description: 'TLS from the first byte; otherwise STARTTLS if the server offers it' })
  readonly secure: boolean;
  @ApiProperty({ ...nullableText, example: 'apikey', description: 'Null: no login' }) readonly username: string | null;
  @ApiProperty({ example: true, description: 'The password is never returned' }) readonly has_password: boolean;
  @ApiProperty({
    type: OAuth2Response,
    nullable: true,
    description: 'How to log in by OAuth 2.0, without its secrets; null: by password',
  })
  readonly oauth2: OAuth2Response | null;
  @ApiProperty({ type: 'integer', example: 10, description: 'Maximum number of connections per worker' })
  readonly pool_size: number;
  @ApiProperty({ type: Number, nullable: true, example: 14, description: 'Emails per second across all workers' })
  readonly rate: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 50_000, description: 'Emails per local day' })
  readonly daily_cap: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 40_000, description: 'Campaign emails per local day' })
  readonly daily_cap_bulk: number | null;
  @ApiProperty({ type: WarmupResponse, nullable: true, description: 'Null: the daily cap applies from the first day' })
  readonly warmup: WarmupResponse | null;
  @ApiProperty({ type: DkimResponse, nullable: true, description: 'Null: emails are not signed' })
  readonly dkim: DkimResponse | null;
  @ApiProperty({ ...nullableText, example: 'bounces.example.com', description: 'Receives bounces' })
  readonly return_path_domain: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'The sender for which this one is the fallback',
  })
  readonly fallback_of: number | null;
  @ApiProperty({ type: 'integer', description: 'Emails sent today; counted only with a daily cap', example: 1200 })
  readonly sent_today: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Limit of campaigns today, including the warm-up',
    example: 1600,
  })
  readonly cap_today: number | null;
  @ApiProperty({ type: TroubleResponse, nullable: true, description: 'Why sending is suspended; null if it is not' })
  readonly trouble: TroubleResponse | null;
  @ApiProperty({
    type: () => SenderReadinessResponse,
    nullable: true,
    description: 'The last check, at most two days old; null if there was none since the sender changed',
  })
  readonly readiness: SenderReadinessResponse | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;

  constructor({ sender, today, trouble, readiness }: CheckedSenderView) {
    this.id = sender.id;
    this.name = sender.name;
    this.from_email = sender.fromEmail;
    this.from_name = sender.fromName;
    this.reply_to = sender.replyTo;
    this.host = sender.host;
    this.port = sender.port;
    this.secure = sender.secure === 1;
    this.username = sender.username;
    this.has_password = sender.password !== null;
    this.oauth2 = sender.oauth2;
    this.pool_size = sender.poolSize;
    this.rate = sender.rate;
    this.daily_cap = sender.dailyCap;
    this.daily_cap_bulk = sender.dailyCapBulk;
    this.warmup = warmupOf(sender);
    this.dkim = dkimOf(sender);
    this.return_path_domain = sender.returnPathDomain;
    this.fallback_of = sender.fallbackOf;
    this.sent_today = today.emails;
    this.cap_today = today.cap;
    this.trouble = trouble && { reason: trouble.reason, until: sqlTimestamp(trouble.until) };
    this.readiness = readiness ?? null;
    this.created_at = sqlTimestamp(sender.createdAt);
    this.updated_at = sqlTimestamp(sender.updatedAt);
  }
}

function warmupOf({ warmupStart, warmupFactor }: Sender): WarmupResponse | null {
  return warmupStart === null || warmupFactor === null ? null : { start: warmupStart, factor: warmupFactor };
}

function dkimOf({ dkimDomain, dkimSelector, dkimRecord }: Sender): DkimResponse | null {
  if (dkimDomain === null || dkimSelector === null || dkimRecord === null) return null;
  const dns_record = { name: `${dkimSelector}._domainkey.${dkimDomain}`, value: dkimRecord };
  return { domain: dkimDomain, selector: dkimSelector, dns_record };
}

export class SenderListResponse {
  @ApiProperty({ type: [SenderResponse] }) readonly senders: readonly SenderResponse[];

  constructor(views: readonly CheckedSenderView[]) {
    this.senders = views.map((view) => new SenderResponse(view));
  }
}

export class OneSenderResponse {
  @ApiProperty() readonly sender: SenderResponse;

  constructor(view: CheckedSenderView) {
    this.sender = new SenderResponse(view);
  }
}

export class SenderSavedResponse extends OneSenderResponse {
  @ApiProperty({ type: String, example: 'Successfully saved the sender.' }) readonly message =
    'Successfully saved the sender.';
}

export class SenderRemovedResponse {
  @ApiProperty({ type: String, example: 'Successfully removed the sender.' })
  readonly message = 'Successfully removed the sender.';
}

class TestStepResponse {
  @ApiProperty({ enum: ['connect', 'login', 'send'], example: 'send' }) readonly step!: 'connect' | 'login' | 'send';
  @ApiProperty({ example: true }) readonly success!: boolean;
  @ApiProperty({ description: 'Response of the server, if any', example: '250 2.0.0 Ok: queued as 4F2' })
  readonly response!: string;
}

export class SenderTestResponse {
  @ApiProperty({ example: true }) readonly success!: boolean;
  @ApiProperty({ example: 'The sender works.' }) readonly message!: string;
  @ApiProperty({ type: [TestStepResponse] }) readonly steps!: readonly TestStepResponse[];
}
