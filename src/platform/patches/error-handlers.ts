import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ErrorRequestHandler, RequestHandler } from 'express';

/**
 * Makes the handlers of Nest for unknown paths and for errors cover all paths. Nest mounts them below the global prefix, where
 * `request.path` lacks the prefix, and leaves other paths to Express.
 */
export function handleErrorsOnAllPaths(app: NestExpressApplication): void {
  const adapter = app.getHttpAdapter();
  const onAllPaths = (handler: RequestHandler | ErrorRequestHandler): void => {
    adapter.getInstance().use(handler);
  };
  Object.assign(adapter, { setNotFoundHandler: onAllPaths, setErrorHandler: onAllPaths });
}
