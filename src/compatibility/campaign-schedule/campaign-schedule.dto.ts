import { EmailAddress, WholeNumber } from '../../platform/http/dto-fields.js';

export class TestEmailDto {
  @WholeNumber({ required: true, min: 1 }) campaign_id!: number;
  @EmailAddress({ required: true }) email!: string;
}
