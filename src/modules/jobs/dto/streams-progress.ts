import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiResponse } from '@nestjs/swagger';

const EXAMPLE = `retry: 2000

event: progress
data: {"id":12,"status":"running","total":50000,"processed":12500,"eta_seconds":38}

event: end
data: {"id":12,"status":"done","total":50000,"processed":50000,"eta_seconds":null}

`;

/** Documents a route that answers with `BulkJobStreams`. */
export function StreamsProgress(): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({
      description:
        'Events: `progress` on each change, at most twice per second, and `end` when the job has ended. `data` is the job',
      content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
    }),
    ApiResponse({
      status: 503,
      description: 'Too many open streams, or the service is restarting; see `Retry-After`',
    }),
  );
}
