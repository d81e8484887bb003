import { Allow } from 'class-validator';
import { Ids, OneOf, Text } from '../../platform/http/dto-fields.js';

export const CONTACT_MEMBERS = {
  status: 'status',
  contact_type: 'contact_type',
  avatar: 'photo',
  photo: 'photo',
} as const;

export class ContactPropertyDto {
  @OneOf(Object.keys(CONTACT_MEMBERS), { required: true }) property!: string;
  @Ids({ required: true, min: 1 }) subscribers!: number[];
  /** Validated by the service. */
  @Allow() value?: unknown;
}

export class CompanyPropertyDto {
  @OneOf(['type', 'status', 'logo'], { required: true }) property!: 'type' | 'status' | 'logo';
  @Ids({ required: true, min: 1 }) companies!: number[];
  @Text({ required: true, max: 2_048 }) value!: string;
}
