import { applyDecorators, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** A decorator for injectable providers of one interface in any module; `providersWith` finds them. */
type Marker<Provider> = (() => ClassDecorator) & { readonly KEY: string; readonly typeOnly?: Provider };

export function createMarker<Provider>(): Marker<Provider> {
  const mark = DiscoveryService.createDecorator<undefined>();
  return Object.assign(() => applyDecorators(Injectable(), mark()), { KEY: mark.KEY });
}

/** Returns the providers of all modules of this process; complete from `onModuleInit` on. */
export function providersWith<Provider>(marker: Marker<Provider>, discovery: DiscoveryService): Provider[] {
  return discovery.getProviders({ metadataKey: marker.KEY }).map(({ instance }) => instance as Provider);
}
