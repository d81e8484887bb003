import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AppRequest } from '../http/request.js';
import type { Principal } from './permissions.js';

/** The manager behind the request. Only for handlers that are not public: there is one by then. */
export const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<AppRequest>();
  if (!principal) throw new Error('A public route has no principal');
  return principal;
});
