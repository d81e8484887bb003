import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { AccessRule } from '../../src/platform/access/permissions.js';
import { ACCESS_RULE } from '../../src/platform/access/operation.js';
import type { World } from './world.js';

export type RouteMethod = 'get' | 'post' | 'put' | 'delete';

/** One route of the running API, as its controller declares it. */
export interface Route {
  readonly method: RouteMethod;
  /** With parameters, without the prefix of the API: `/subscribers/:id`. */
  readonly path: string;
  readonly rule: AccessRule;
}

/** Routes beside the API: public links, monitoring, and developer tools. */
export const OUTSIDE_THE_API = /^\/((t|health|metrics|dev|docs|console)(\/|$)|$)/;

/** Below the prefix, but without credentials: the secret in the path authenticates providers. */
export const FOR_SERVICES = /^\/feedback\/:provider\/:secret$/;

/** Every route of the running application. The list is generated, so that new routes are in every matrix. */
export function routesOf(world: World): Route[] {
  const scanner = new MetadataScanner();
  const controllers = world.api.get(DiscoveryService, { strict: false }).getControllers();
  return controllers.flatMap(({ metatype }) => {
    const controller = metatype as { prototype: Record<string, object> };
    const base = pathOf(controller);
    return scanner.getAllMethodNames(controller.prototype).flatMap((name) => {
      const handler = controller.prototype[name];
      const method = handler && (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
      if (!handler || method === undefined) return [];
      const path = [base, pathOf(handler)].filter((part) => part !== '').join('/');
      return [
        {
          method: RequestMethod[method].toLowerCase() as RouteMethod,
          path: `/${path}`,
          rule: Reflect.getMetadata(ACCESS_RULE, handler) as AccessRule,
        },
      ];
    });
  });
}

/** Routes that should need credentials by their path; tests check that they do. */
export function apiRoutesOf(world: World): Route[] {
  return routesOf(world).filter(({ path }) => !OUTSIDE_THE_API.test(path) && !FOR_SERVICES.test(path));
}

/** A request path: every parameter becomes `value`, or its entry in `values`. */
export function filled(path: string, value: string, values: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => values[name] ?? value);
}

function pathOf(target: object): string {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | undefined;
  return (path ?? '').replace(/^\/+|\/+$/g, '');
}
