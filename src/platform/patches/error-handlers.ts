import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ErrorRequestHandler, RequestHandler } from 'express';

/** Nest mounts its handlers for unknown paths and errors below the global prefix, where `request.path` lacks the prefix. */
export function handleErrorsOnAllPaths(app: NestExpressApplication): void {
  const adapter = app.getHttpAdapter();
  const onAllPaths = (handler: RequestHandler | ErrorRequestHandler): void => {
    adapter.getInstance().use(handler);
  };
  Object.assign(adapter, { setNotFoundHandler: onAllPaths, setErrorHandler: onAllPaths });
}
