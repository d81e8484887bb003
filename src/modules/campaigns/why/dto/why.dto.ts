import { ApiProperty } from '@nestjs/swagger';
import { invalidParam } from '../../../../platform/errors/app-error.js';
import { EmailAddress, WholeNumber } from '../../../../platform/http/dto-fields.js';
import type { WhyQuestion } from '../campaign-why.service.js';
import { type Why, type WhyCheck, type WhyVerdict, WHY_VERDICTS } from '../why-verdict.js';

const MAX_ID = 4_294_967_295;

export class WhyDto {
  @EmailAddress({ description: 'Whose; either this or `contact_id`', example: 'ada@example.com' }) email?: string;
  @WholeNumber({ min: 1, max: MAX_ID, description: 'Whose; either this or `email`' }) contact_id?: number;

  /** @throws AppError rest_invalid_param for neither or both: they may name different people. */
  toQuestion(): WhyQuestion {
    const { email, contact_id: contactId } = this;
    if (email !== undefined && contactId !== undefined) throw invalidParam('contact_id', 'must not stand beside email');
    if (contactId !== undefined) return { contactId };
    if (email === undefined) throw invalidParam('email', 'is required', 'Invalid parameter: email is required');
    return { email };
  }
}

class WhyCheckResponse implements WhyCheck {
  @ApiProperty({ example: 'matched' }) readonly check!: string;
  @ApiProperty() readonly passed!: boolean;
  @ApiProperty({ example: 'Meant by row 1: list 3 (News).' }) readonly detail!: string;
}

export class WhyResponse {
  @ApiProperty({ type: String, nullable: true, example: 'ada@example.com' }) readonly email: string | null;
  @ApiProperty({ enum: WHY_VERDICTS }) readonly verdict: WhyVerdict;
  @ApiProperty({ example: 'The mail was accepted at 2026-01-31 09:30:00 UTC.' }) readonly explanation: string;
  @ApiProperty({ type: () => [WhyCheckResponse] }) readonly checks: readonly WhyCheck[];

  constructor({ email, verdict, explanation, checks }: Why & { readonly email: string | null }) {
    this.email = email;
    this.verdict = verdict;
    this.explanation = explanation;
    this.checks = checks;
  }
}
