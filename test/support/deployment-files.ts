import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml';
import { DocumentPage, PROJECT } from './documents.js';

export type Variables = Readonly<Record<string, string>>;

/** A container of Docker Compose, as far as tests read it. */
export interface ComposeService {
  readonly image: string;
  readonly logging?: { readonly options: Variables };
  readonly mem_limit?: string;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly command?: readonly string[];
  readonly environment?: Variables;
}

/** A container of Kubernetes. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly { readonly configMapRef?: { name: string }; readonly secretRef?: { name: string } }[];
  readonly ports?: readonly { readonly name: string }[];
  readonly resources: { readonly requests: Variables; readonly limits: Variables };
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec: {
    readonly replicas?: number;
    readonly minAvailable?: number;
    readonly selector?: { readonly matchLabels?: Variables } & Variables;
    readonly template?: {
      readonly metadata: { readonly labels: Variables };
      readonly spec: {
        readonly automountServiceAccountToken: boolean;
        readonly enableServiceLinks: boolean;
        readonly securityContext: object;
        readonly terminationGracePeriodSeconds?: number;
        readonly containers: readonly [Container];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
  };
}

export interface Kustomization {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
  readonly configMapGenerator: readonly { readonly name: string; readonly literals: readonly string[] }[];
}

export const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

/** Compose and Kubernetes read YAML 1.1, with merge keys. */
const OPTIONS = { schema: YAML11_SCHEMA };

export const composeServices = (): Readonly<Record<string, ComposeService>> =>
  (load(read('docker/compose.yml'), OPTIONS) as { services: Record<string, ComposeService> }).services;

export const kustomization = (): Kustomization =>
  load(read('deploy/kubernetes/kustomization.yaml'), OPTIONS) as Kustomization;

export const manifests = (): Manifest[] =>
  kustomization().resources.flatMap((file) => loadAll(read(`deploy/kubernetes/${file}`), OPTIONS) as Manifest[]);

/** The units by file name: lines of `Name=value`, in which a name may occur repeatedly. */
export const systemdUnits = (): [file: string, directives: readonly (readonly [string, string])[]][] =>
  readdirSync(join(PROJECT, 'deploy/systemd'))
    .filter((file) => file.endsWith('.service'))
    .map((file) => [
      file,
      [...read(`deploy/systemd/${file}`).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    ]);

/** The variables of an environment file, without quotes. */
export const variablesOf = (text: string): Variables =>
  Object.fromEntries([...text.matchAll(/^(\w+)=("?)(.*)\2$/gm)].map(([, name = '', , value = '']) => [name, value]));

/** The command with which a page copies an example file, with other paths. */
export function secretsCommand(from: string, to: string, result: string): string {
  const lines = DocumentPage.of('docs/operations/README.md').blocksIn('bash').join('\n').split('\n');
  const line = lines.find((each) => each.includes(`<${from} >${to}`));
  if (line === undefined) throw new Error(`no command copies ${from} to ${to}`);
  const command = line.slice(line.indexOf('('));
  return command.replace(`<${from}`, `<${join(PROJECT, from)}`).replace(`>${to}`, `>${result}`);
}
