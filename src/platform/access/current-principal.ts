import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Principal } from './permissions.js';

/** The manager of the request. Only for routes that are not public, where the guard has set it. */
export const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<{ readonly principal?: Principal }>();
  if (!principal) throw new Error('A public route has no principal');
  return principal;
});
