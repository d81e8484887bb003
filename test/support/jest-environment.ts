import { AsyncLocalStorage } from 'node:async_hooks';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

type Enabled = AsyncLocalStorage<unknown>;
/** Properties that Node creates when an AsyncLocalStorage is used for the first time. */
const shared = AsyncLocalStorage.prototype as unknown as { _enable: () => void };

// A worker with a large heap takes longer to end by itself than the half second that Jest waits before it complains.
const CHILD_MESSAGE_END = 2;
if (process.send)
  process.on('message', ([type]: [number]) => {
    if (type === CHILD_MESSAGE_END) process.exit();
  });

/**
 * The environment of jest for Node without two costs:
 *
 * - Its global object has a proxy, which every use of a name such as `Object` or `process` asks first. That takes a fifth of the
 *   processor time of the tests over HTTP. Here it is an ordinary object.
 * - Node keeps every AsyncLocalStorage that was ever used, reads it at every promise, and retains its values. A jest worker reloads the
 *   product for every file, so the storages of previous files would slow down each file more. Here they end with their file.
 */
export default class FastEnvironment extends TestEnvironment {
  private readonly storages = new Set<Enabled>();
  private readonly enable = shared._enable;

  constructor(...settings: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm;
    // The constructor has no setting for it.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    super(...settings);
    vm.createContext = createContext;
  }

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
