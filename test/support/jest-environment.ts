import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

type Enabled = AsyncLocalStorage<unknown>;
/** What Node calls by itself when a storage is used for the first time. */
const shared = AsyncLocalStorage.prototype as unknown as { _enable: () => void };

/**
 * Node keeps every storage that was ever used, asks it at every promise, and keeps alive what it holds. A worker of jest loads
 * the product anew for every file, so the storages of all the files before would make each file slower than the last.
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
