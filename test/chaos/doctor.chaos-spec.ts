import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { freePort } from '../support/free-port.js';
import { PrivateServer } from '../support/private-server.js';
import { Product } from '../support/product.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { waitUntil } from '../support/wait-until.js';

const CLI = join(resolve(__dirname, '../..'), 'dist', 'cli.js');

interface Finding {
  readonly area: string;
  readonly check: string;
  readonly verdict: string;
  readonly found: string;
}

describe('the doctor command', () => {
  let server: PrivateServer;
  let product: Product;

  beforeAll(async () => {
    server = await PrivateServer.start('database');
    product = await Product.start({ name: 'doctor', databaseServer: server.url });
    await waitUntil('the worker runs', async () => {
      const workers = await product.db.query("SELECT pid FROM process_beats WHERE kind = 'worker'");
      return workers.length > 0;
    });
  });

  /** Runs the command as an operator does, and returns its exit code and findings. */
  async function doctor(
    env: Readonly<Record<string, string>>,
  ): Promise<{ code: number; findings: readonly Finding[]; text: string }> {
    const { code, stdout, stderr } = await new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
      execFile(process.execPath, [CLI, 'doctor', '--json'], { env, cwd: env['DATA_DIR'] }, (error, stdout, stderr) => {
        done({ code: Number(error?.code ?? 0), stdout, stderr });
      });
    });
    const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
    return { code, findings, text: stdout + stderr };
  }

  const of = (findings: readonly Finding[], area: string, check: string): Finding | undefined =>
    findings.find((finding) => finding.area === area && finding.check === check);

  it('finds both processes alive, reports settings unfit for production, and prints no secret', async () => {
    const { code, findings, text } = await doctor({ ...product.env });
    expect(of(findings, 'processes', 'api')).toMatchObject({ verdict: 'ok' });
    expect(of(findings, 'processes', 'worker')).toMatchObject({ verdict: 'ok' });
    // http://carillon.test is not a valid public URL in production.
    expect(of(findings, 'configuration', 'PUBLIC_URL')).toMatchObject({ verdict: 'failed' });
    expect(code).toBe(1);
    const { password } = new URL(product.env['DATABASE_URL'] ?? '');
    for (const secret of [product.env['APP_SECRET'], decodeURIComponent(password)]) expect(text).not.toContain(secret);
  });

  it('reports the errors of a configuration with which the product does not start', async () => {
    const { code, findings } = await doctor({
      ...product.env,
      PORT: 'http',
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
    });
    expect(code).toBe(1);
    expect(of(findings, 'configuration', 'PORT')).toMatchObject({ verdict: 'failed' });
    expect(of(findings, 'redis', 'connection')).toMatchObject({ verdict: 'failed' });
    expect(of(findings, 'database', 'migrations')).toMatchObject({ verdict: 'ok' });
  });

  it('works while the database is unavailable', async () => {
    await server.kill();
    // The database of the product is dropped at the end.
    stopAtEnd({ stop: () => server.start() });
    const { code, findings } = await doctor({ ...product.env });
    expect(code).toBe(1);
    expect(of(findings, 'database', 'connection')).toMatchObject({ verdict: 'failed' });
    expect(of(findings, 'redis', 'connection')).toMatchObject({ verdict: 'ok' });
  });
});
