import { PrivateServer } from './private-server.js';

/** A Redis for one test, which may kill it; then all that it held is gone. */
export class PrivateRedis {
  private constructor(private readonly server: PrivateServer) {}

  static async start(): Promise<PrivateRedis> {
    return new PrivateRedis(await PrivateServer.start('redis'));
  }

  get url(): string {
    return this.server.url;
  }

  /** At the same address as before. */
  async start(): Promise<void> {
    await this.server.start();
  }

  /** kill -9; what it held is gone with it. */
  async kill(): Promise<void> {
    await this.server.kill();
    this.server.forget();
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }
}
