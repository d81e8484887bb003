import { PrivateServer } from './private-server.js';

/** A Redis for one test, which may kill it; it does not persist its data. */
export class PrivateRedis {
  private constructor(private readonly server: PrivateServer) {}

  static async start(): Promise<PrivateRedis> {
    return new PrivateRedis(await PrivateServer.start('redis'));
  }

  get url(): string {
    return this.server.url;
  }

  /** Starts it at the same address. */
  async start(): Promise<void> {
    await this.server.start();
  }

  /** kill -9; its data is lost. */
  async kill(): Promise<void> {
    await this.server.kill();
    this.server.forget();
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }
}
