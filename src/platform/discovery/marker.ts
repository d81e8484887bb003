import { DiscoveryService } from '@nestjs/core';

/** A decorator for providers of one interface in any module; `providersWith` finds them. */
type Marker<Provider> = ReturnType<typeof DiscoveryService.createDecorator<undefined>> & {
  readonly typeOnly?: Provider;
};

export const createMarker = <Provider>(): Marker<Provider> => DiscoveryService.createDecorator<undefined>();

/** Returns the providers of all modules of this process; complete from `onModuleInit` on. */
export function providersWith<Provider>(marker: Marker<Provider>, discovery: DiscoveryService): Provider[] {
  return discovery.getProviders({ metadataKey: marker.KEY }).map(({ instance }) => instance as Provider);
}
