import { OneOf } from '../../../../platform/http/dto-fields.js';
import type { UnknownVerdict } from '../../../sending/ledger/sending-runs.service.js';
import * as s from '../../../../shapes/shape.js';

const VERDICTS = ['sent', 'failed', 'resend'] as const satisfies readonly UnknownVerdict[];

export class SettleDto {
  @OneOf(VERDICTS, {
    required: true,
    description: '`sent`: it arrived; `failed`: it did not; `resend`: send it again',
    example: 'sent',
  })
  as!: UnknownVerdict;
}

export const settledShape = s.component('SettledResponse', {
  message: s.text('Emails have been settled.'),
  settled: s.integer(3, 'Number of resolved emails'),
});
