import { Injectable, type OnModuleInit } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ACCESS_RULE } from './operation.js';

/** Fails the start if a route declares no access rule, so that no route is open by mistake. */
@Injectable()
export class RouteAudit implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const open = this.discovery.getControllers().flatMap(({ metatype }) => this.undeclaredHandlers(metatype));
    if (open.length > 0) throw new Error(`These routes declare no permission: ${open.join(', ')}`);
  }

  private undeclaredHandlers(controller: unknown): string[] {
    const { prototype, name } = controller as { prototype: Record<string, object>; name: string };
    return this.scanner
      .getAllMethodNames(prototype)
      .filter((method) => {
        const handler = prototype[method];
        if (!handler || Reflect.getMetadata(METHOD_METADATA, handler) === undefined) return false;
        return Reflect.getMetadata(ACCESS_RULE, handler) === undefined;
      })
      .map((method) => `${name}.${method}`);
  }
}
