import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../../../../platform/http/dto-fields.js';
import type { UnknownVerdict } from '../../../sending/ledger/sending-runs.service.js';

const VERDICTS = ['sent', 'failed', 'resend'] as const satisfies readonly UnknownVerdict[];

export class SettleDto {
  @OneOf(VERDICTS, {
    required: true,
    description: '`sent`: it arrived; `failed`: it did not; `resend`: send it again',
    example: 'sent',
  })
  as!: UnknownVerdict;
}

export class SettledResponse {
  @ApiProperty({ type: String, example: 'Emails have been settled.' }) readonly message = 'Emails have been settled.';
  @ApiProperty({ type: 'integer', example: 3, description: 'Number of resolved emails' }) readonly settled: number;

  constructor(settled: number) {
    this.settled = settled;
  }
}
