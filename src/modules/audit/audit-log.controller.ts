import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { AuditLogQueries } from './audit-log.queries.js';
import { AuditLogResponse } from './dto/audit-log.response.js';
import { ListAuditLogDto } from './dto/list-audit-log.dto.js';

@ApiTags('Audit log')
@Controller('audit-log')
export class AuditLogController {
  constructor(private readonly log: AuditLogQueries) {}

  @Get()
  @RequirePermission('manage_contacts', {
    summary: 'List what managers changed',
    description:
      'The newest first: an entry for each record that a call changed, with every changed field before and after. Calls that changed more than 50 records of a kind at once have one entry that counts them. Secrets, and the values of people who were erased, are never in it.',
  })
  @ApiOkResponse({ type: AuditLogResponse })
  async listAuditLog(@Query() query: ListAuditLogDto): Promise<AuditLogResponse> {
    return new AuditLogResponse(await this.log.page(query.toFilter(), query.toCursor(), query.toLimit()));
  }
}
