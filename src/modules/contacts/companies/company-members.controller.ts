import { Body, Controller, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { CompanyMemberships } from './company-memberships.service.js';
import { ChangeCompanyMembersDto } from './dto/change-company-members.dto.js';
import { SubscribersAttachedResponse, SubscribersDetachedResponse } from './dto/company-members.response.js';

/** Who belongs to companies; both methods of a path do the same. Its module stands before that of `PUT /companies/:id`. */
@ApiTags('Companies')
@Controller('companies')
export class CompanyMembersController {
  constructor(private readonly memberships: CompanyMemberships) {}

  @Put('attach-subscribers')
  @RequirePermission('manage_contacts', { summary: 'Attach contacts to companies' })
  async attach(@Body() body: ChangeCompanyMembersDto): Promise<SubscribersAttachedResponse> {
    return new SubscribersAttachedResponse(await this.memberships.attach(body.toPairs()));
  }

  @Post('attach-subscribers')
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Attach contacts to companies' })
  async attachByPost(@Body() body: ChangeCompanyMembersDto): Promise<SubscribersAttachedResponse> {
    return this.attach(body);
  }

  @Put('detach-subscribers')
  @RequirePermission('manage_contacts', { summary: 'Detach contacts from companies' })
  async detach(@Body() body: ChangeCompanyMembersDto): Promise<SubscribersDetachedResponse> {
    return new SubscribersDetachedResponse(await this.memberships.detach(body.toPairs()));
  }

  @Post('detach-subscribers')
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Detach contacts from companies' })
  async detachByPost(@Body() body: ChangeCompanyMembersDto): Promise<SubscribersDetachedResponse> {
    return this.detach(body);
  }
}
