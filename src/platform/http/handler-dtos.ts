import type { ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';

/** Returns the types of the parameters that receive the query or the body of a request. */
export function dtosOf(context: ExecutionContext, kind: 'query' | 'body'): Type[] {
  const { name } = context.getHandler();
  const controller = context.getClass();
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { index: number }
  >;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) as Type[];
  const wanted: number = kind === 'query' ? RouteParamtypes.QUERY : RouteParamtypes.BODY;
  return Object.entries(parameters).flatMap(([key, { index }]) => {
    const type = types[index];
    return key.startsWith(`${wanted}:`) && type !== undefined ? [type] : [];
  });
}
