import * as s from '../../../shapes/shape.js';

export const livenessShape = s.component('LivenessResponse', { status: s.oneOf(['ok']) });

const ready = (statuses: readonly string[], example: object): object => ({
  type: 'object',
  required: ['status', 'checks'],
  properties: {
    status: { type: 'string', enum: statuses, description: '`draining`: the process is shutting down' },
    checks: {
      type: 'object',
      required: ['database', 'migrations', 'redis'],
      description: 'State of each dependency',
      properties: {
        database: { type: 'string', enum: ['ok', 'away', 'read_only'], description: '`read_only` refuses writes' },
        migrations: {
          type: 'string',
          enum: ['ok', 'away', 'pending'],
          description: '`away` when the database is away',
        },
        redis: { type: 'string', enum: ['ok', 'away'], description: 'The service works without Redis, only slower' },
      },
      additionalProperties: { type: 'string', description: 'Further conditions that an operator should know' },
    },
  },
  example,
});

/** Members of `checks` beside the fixed ones; only a schema can express them. */
export const READY = ready(['ok'], {
  status: 'ok',
  checks: { database: 'ok', migrations: 'ok', redis: 'ok' },
});
export const NOT_READY = ready(['unavailable', 'draining'], {
  status: 'unavailable',
  checks: { database: 'away', migrations: 'away', redis: 'ok' },
});
