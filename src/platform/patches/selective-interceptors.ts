import type { NestInterceptor } from '@nestjs/common';
import { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer';
import type { Request } from 'express';

/** An interceptor that handles only some requests. */
export interface SelectiveInterceptor extends NestInterceptor {
  concerns(request: Request, handler: object): boolean;
}

/** Omits interceptors that do not concern a request: with any, Nest converts the answer to observables and watches the connection. */
export function omitUnconcernedInterceptors(): void {
  const { prototype } = InterceptorsConsumer;
  const intercept: InterceptorsConsumer['intercept'] = Reflect.get(prototype, 'intercept');
  prototype.intercept = function (interceptors, args, instance, callback, ...rest) {
    const request = args[0] as Request;
    const concerned = interceptors.filter(
      (each: Partial<SelectiveInterceptor>) => each.concerns?.(request, callback) ?? true,
    );
    return intercept.call(this, concerned, args, instance, callback, ...rest);
  };
}
