import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

type Enabled = AsyncLocalStorage<unknown>;
/** Properties that Node creates when an AsyncLocalStorage is used for the first time. */
const shared = AsyncLocalStorage.prototype as unknown as { _enable: () => void };

/**
 * Node keeps every AsyncLocalStorage that was ever used, reads it at every promise, and retains its values. A jest worker
 * reloads the product for every file, so the storages of previous files would slow down each file more.
 */
export default class EnvironmentWithoutLeftovers extends TestEnvironment {
  private readonly storages = new Set<Enabled>();
  private readonly enable = shared._enable;

  override async setup(): Promise<void> {
    await super.setup();
    const { storages, enable } = this;
    shared._enable = function (this: Enabled): void {
      storages.add(this);
      enable.call(this);
    };
  }

  override async teardown(): Promise<void> {
    shared._enable = this.enable;
    for (const storage of this.storages) storage.disable();
    await super.teardown();
  }
}
