import { Post, Put } from '@nestjs/common';
import { BodyLike, Resource } from '../../../platform/http/resource.js';
import { companyOf } from '../../companies/dto/company.shapes.js';
import { RequirePermission, Refuses, invalid, Answers } from '../../../platform/access/operation.js';
import { CompanyMemberships } from '../memberships/company-memberships.service.js';
import {
  ATTACHED,
  DETACHED,
  subscribersAttachedShape,
  subscribersDetachedShape,
} from './dto/company-members.shapes.js';
import { ChangeCompanyMembersDto } from './dto/company-members.dto.js';

const PAIR = { one: { summary: 'One contact, one company', value: { subscriber_ids: [1], company_ids: [1] } } };
const UNKNOWN = invalid('Unknown ids, all of which are named, or too many pairs; nothing was written', {
  subscriber_ids: 'unknown: 99',
});
const SAME = 'Same as `PUT` on this path.';
const ATTACH = 'Attaches every contact to every company. Existing memberships are unchanged.';
const DETACH =
  'Detaches every contact from every company. If this removes the primary company, the oldest remaining one becomes primary.';

/** Each method of a path does the same. This module must be registered before the route `PUT /companies/:id`. */
@Resource('companies', 'Companies')
export class CompanyMembersController {
  constructor(private readonly memberships: CompanyMemberships) {}

  @Put('attach-subscribers')
  @RequirePermission('manage_contacts', { summary: 'Attach contacts to companies', description: ATTACH })
  @Answers(subscribersAttachedShape, 'The companies with their new counts of contacts')
  @Refuses({ 400: UNKNOWN })
  async attachContactsToCompanies(@BodyLike(PAIR) body: ChangeCompanyMembersDto) {
    return {
      companies: (await this.memberships.attach(body.toPairs())).map(companyOf),
      message: ATTACHED,
    };
  }

  @Post('attach-subscribers')
  @RequirePermission('manage_contacts', { summary: 'Attach contacts to companies by POST', description: SAME })
  @Answers(subscribersAttachedShape, 'The companies with their new counts of contacts')
  @Refuses({ 400: UNKNOWN })
  async attachContactsToCompaniesByPost(@BodyLike(PAIR) body: ChangeCompanyMembersDto) {
    return this.attachContactsToCompanies(body);
  }

  @Put('detach-subscribers')
  @RequirePermission('manage_contacts', { summary: 'Detach contacts from companies', description: DETACH })
  @Answers(subscribersDetachedShape, 'The companies with their new counts of contacts')
  @Refuses({ 400: UNKNOWN })
  async detachContactsFromCompanies(@BodyLike(PAIR) body: ChangeCompanyMembersDto) {
    return {
      companies: (await this.memberships.detach(body.toPairs())).map(companyOf),
      message: DETACHED,
    };
  }

  @Post('detach-subscribers')
  @RequirePermission('manage_contacts', { summary: 'Detach contacts from companies by POST', description: SAME })
  @Answers(subscribersDetachedShape, 'The companies with their new counts of contacts')
  @Refuses({ 400: UNKNOWN })
  async detachContactsFromCompaniesByPost(@BodyLike(PAIR) body: ChangeCompanyMembersDto) {
    return this.detachContactsFromCompanies(body);
  }
}
