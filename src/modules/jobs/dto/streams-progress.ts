import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiResponse } from '@nestjs/swagger';

const EXAMPLE = `retry: 2000

event: progress
data: {"id":12,"status":"running","total":50000,"processed":12500,"eta_seconds":38}

event: end
data: {"id":12,"status":"done","total":50000,"processed":50000,"eta_seconds":null}

`;

/** What the documentation says about a route that answers with `BulkJobStreams`. */
export function StreamsProgress(): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({
      description:
        '`progress` whenever something is different, at most twice a second, and `end` when the job is over; `data` is the job',
      content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
    }),
    ApiResponse({
      status: 503,
      description: 'Too many streams are open, or the service restarts; see `Retry-After`',
    }),
  );
}
