import { isIP } from 'node:net';
import { type AppConfig, isLoopback } from '../../config/config.js';
import type { Check, Patient } from '../check.js';
import { type Finding, Findings } from '../finding.js';

/** A secret that is made by chance has more of them, however it is written. */
const FEWEST_DIFFERENT_CHARACTERS = 12;
const TELLING_WORDS = /change|example|secret|password|passphrase|default|carillon|12345|qwert/i;
const HOW_TO_MAKE_ONE =
  'Make one by chance: openssl rand -hex 32. docs/operations/rotating-secrets.md tells how to change it.';
const LOCAL = /^(localhost|127\.|\[?::1\]?$|.*\.(localhost|localdomain|local|test|example|invalid)$)/i;

/** Whether everything is set that has to be, and as it should be. Values are never shown where they may be secrets. */
export class ConfigurationCheck implements Check<never> {
  readonly area = 'configuration';
  readonly needs = [] as const;

  look({ config, faults, env }: Patient): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    for (const fault of faults) {
      const [variable = ''] = fault.split(' ', 1);
      findings.failed(
        variable,
        fault.slice(variable.length + 1),
        'API and worker do not start with it; see .env.example.',
      );
    }
    if (faults.length === 0) findings.ok('variables', 'all of them can be read');
    if (config) this.judge(findings, config, env);
    return Promise.resolve(findings.all);
  }

  private judge(findings: Findings, config: AppConfig, env: Patient['env']): void {
    findings.ok('environment', env['NODE_ENV'] ?? 'development');
    findings.ok('APP_TIMEZONE', `${config.timeZone}, where it is ${localTime(config.timeZone)} now`);
    if (env['APP_SECRET'] !== undefined) judgeSecret(findings, config);
    judgePublicUrl(findings, config);
    if (!config.http.serviceEnabled)
      findings.warning('SERVICE_ENABLED', 'is off: the API answers everybody with 401', 'Set it to true to go on.');
    if (config.development && !isLoopback(config.http.host))
      findings.warning(
        'NODE_ENV',
        `is development, and the network reaches the API (HOST is ${config.http.host})`,
        'Set NODE_ENV=production, or HOST to 127.0.0.1.',
      );
    if (!config.production) return;
    if (isLocal(addressDomain(config.mail.from)))
      findings.failed('MAIL_FROM', 'is an address that exists nowhere', 'Name an address of a domain of yours.');
    if (config.mail.businessAddress.trim() === '')
      findings.warning('BUSINESS_ADDRESS', 'is not set', 'Many laws want a postal address in every mailing.');
    if (config.metricsToken === null)
      findings.warning(
        'METRICS_TOKEN',
        'is not set: /metrics refuses everyone',
        'Set one if Prometheus reads /metrics.',
      );
  }
}

function judgeSecret(findings: Findings, { secrets: { current, previous } }: AppConfig): void {
  if (new Set(current).size < FEWEST_DIFFERENT_CHARACTERS)
    findings.failed('APP_SECRET', 'is easy to guess: it repeats few characters', HOW_TO_MAKE_ONE);
  else if (TELLING_WORDS.test(current))
    findings.warning('APP_SECRET', 'has a word in it, as if somebody had made it up', HOW_TO_MAKE_ONE);
  else if (/,|^\s|\s$/.test(current))
    findings.warning(
      'APP_SECRET',
      'has a comma in it, or a blank at an end: it could not be named in APP_SECRET_PREVIOUS',
      'Replace it before much depends on it: what it has sealed could not be read after a rotation.',
    );
  else findings.ok('APP_SECRET', `${current.length} characters`);
  if (previous.includes(current))
    findings.warning(
      'APP_SECRET_PREVIOUS',
      'has the present secret in it',
      'Put the former one there, not the new one.',
    );
  else if (previous.length > 0)
    findings.ok('APP_SECRET_PREVIOUS', `${previous.length} former ${previous.length === 1 ? 'secret' : 'secrets'}`);
}

function judgePublicUrl(findings: Findings, { http: { publicUrl }, production }: AppConfig): void {
  const { protocol, hostname } = new URL(publicUrl);
  const advice = 'Links in mails begin with it: name what readers reach, with https.';
  if (!production) findings.ok('PUBLIC_URL', publicUrl);
  else if (isLocal(hostname)) findings.failed('PUBLIC_URL', `${publicUrl} is reached by nobody else`, advice);
  else if (protocol !== 'https:') findings.failed('PUBLIC_URL', `${publicUrl} is not https`, advice);
  else if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    findings.warning('PUBLIC_URL', `${publicUrl} is no name`, 'Mails with links to bare addresses are taken for spam.');
  else findings.ok('PUBLIC_URL', publicUrl);
}

const isLocal = (host: string): boolean => LOCAL.test(host);
const addressDomain = (mailbox: string): string => mailbox.replace(/>\s*$/, '').split('@').at(-1)?.trim() ?? '';

function localTime(timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date());
}
