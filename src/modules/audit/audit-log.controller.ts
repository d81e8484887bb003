import { Get, Query } from '@nestjs/common';
import { RequirePermission, Answers } from '../../platform/access/operation.js';
import { Resource } from '../../platform/http/resource.js';
import { RecentRequests } from '../../platform/http/recent-requests.js';
import { AuditLogQueries } from './audit-log.queries.js';
import { auditLogShape, auditLogOf, recentRequestsShape } from './dto/audit-log.shapes.js';
import { ListAuditLogDto } from './dto/audit-log.dto.js';

@Resource('audit-log', 'Audit log')
export class AuditLogController {
  constructor(
    private readonly log: AuditLogQueries,
    private readonly recent: RecentRequests,
  ) {}

  @Get('requests')
  @RequirePermission('manage_contacts', {
    summary: 'List recent API requests',
    description:
      'Returns the last 1,000 requests of managers, reads and refusals included, without queries and bodies. A request appears within a second.',
  })
  @Answers(recentRequestsShape, 'The requests, newest first')
  async listRecentRequests() {
    return { requests: await this.recent.list() };
  }

  @Get()
  @RequirePermission('manage_contacts', {
    summary: 'List audit log entries',
    description:
      'Returns one entry for each record that a call changed, with the values of each changed field before and after, newest first. If a call changed more than 50 records of one type at once, one entry gives their number. Entries contain no secrets and no values of erased contacts.',
  })
  @Answers(auditLogShape, 'A page of entries, newest first')
  async listAuditLog(@Query() query: ListAuditLogDto) {
    return auditLogOf(await this.log.page(query.toFilter(), query.toCursor(), query.toLimit()));
  }
}
