import { ApiProperty } from '@nestjs/swagger';
import { type Verdict, VERDICTS } from '../../../platform/doctor/finding.js';
import { DNS_CHECKS, type DnsCheck } from './sender-dns.js';

export class SenderCheckResponse {
  @ApiProperty({ enum: ['mail_server', ...DNS_CHECKS], example: 'spf' }) readonly check!: 'mail_server' | DnsCheck;
  @ApiProperty({
    enum: VERDICTS,
    example: 'warning',
    description: '`failed`: emails are refused or not verified. `skipped`: not possible until another check succeeds',
  })
  readonly status!: Verdict;
  @ApiProperty({ example: 'SPF of example.com: not found' }) readonly message!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Publish one TXT record such as "v=spf1 include:<your mail provider> -all".',
    description: 'How to fix it',
  })
  readonly advice!: string | null;
}

export class SenderReadinessResponse {
  @ApiProperty({ type: 'integer', example: 3 }) readonly sender_id!: number;
  @ApiProperty({ example: true, description: 'Whether no check failed' }) readonly ready!: boolean;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly checked_at!: string;
  @ApiProperty({ type: () => [SenderCheckResponse] }) readonly checks!: readonly SenderCheckResponse[];
}
