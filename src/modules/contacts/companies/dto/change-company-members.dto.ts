import { Ids } from '../../../../platform/http/dto-fields.js';
import type { CompanyPairs } from '../company-memberships.service.js';

export class ChangeCompanyMembersDto {
  @Ids({ required: true, min: 1, description: 'Contacts', example: [1] }) subscriber_ids!: number[];

  @Ids({
    required: true,
    min: 1,
    description:
      'Each contact is taken with each company; at most 10,000 pairs. Of several, the first one named becomes the primary of a contact that has none',
    example: [1],
  })
  company_ids!: number[];

  toPairs(): CompanyPairs {
    return { contactIds: this.subscriber_ids, companyIds: this.company_ids };
  }
}
