import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { AccessRule } from '../../src/platform/access/permissions.js';
import { ACCESS_RULE } from '../../src/platform/access/require-permission.js';
import type { World } from './world.js';

export type RouteMethod = 'get' | 'post' | 'put' | 'delete';

/** One route of the running API, as its controllers declare it. */
export interface Route {
  readonly method: RouteMethod;
  /** With its parameters, and without the prefix of the API: `/subscribers/:id`. */
  readonly path: string;
  readonly rule: AccessRule;
}

/** What lives beside the API: readers' links, monitoring and the tools of a developer. */
export const OUTSIDE_THE_API = /^\/((t|health|metrics|dev)(\/|$)|$)/;

/** Below the prefix, but not for API clients: the secret in the path is what lets services in that send for us. */
export const FOR_SERVICES = /^\/feedback\/:provider\/:secret$/;

/** Every route of the running application; nothing is typed by hand, so that a new one is in every matrix at once. */
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

/** Those that need credentials by their place; that they also ask for them is what the tests are about. */
export function apiRoutesOf(world: World): Route[] {
  return routesOf(world).filter(({ path }) => !OUTSIDE_THE_API.test(path) && !FOR_SERVICES.test(path));
}

/** A request path: every parameter becomes `value`, or what `values` says by name. */
export function filled(path: string, value: string, values: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => values[name] ?? value);
}

function pathOf(target: object): string {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | undefined;
  return (path ?? '').replace(/^\/+|\/+$/g, '');
}
