import { ApiProperty } from '@nestjs/swagger';

export class LivenessResponse {
  @ApiProperty({ enum: ['ok'] }) readonly status!: 'ok';
}

const ready = (statuses: readonly string[], example: object): object => ({
  type: 'object',
  required: ['status', 'checks'],
  properties: {
    status: { type: 'string', enum: statuses },
    checks: {
      type: 'object',
      required: ['database', 'migrations', 'redis'],
      properties: {
        database: { type: 'string', enum: ['ok', 'away', 'read_only'] },
        migrations: { type: 'string', enum: ['ok', 'away', 'pending'], description: '`away` with the database' },
        redis: { type: 'string', enum: ['ok', 'away'], description: 'Everything goes on without it, only slower' },
      },
      additionalProperties: { type: 'string', description: 'What else a person should know, in words' },
    },
  },
  example,
});

/** What stands in `checks` beside the fixed members only a schema can say. */
export const READY = ready(['ok'], {
  status: 'ok',
  checks: { database: 'ok', migrations: 'ok', redis: 'ok' },
});
export const NOT_READY = ready(['unavailable', 'draining'], {
  status: 'unavailable',
  checks: { database: 'away', migrations: 'away', redis: 'ok' },
});
