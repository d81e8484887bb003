import { isIP } from 'node:net';
import { type AppConfig, isLoopback } from '../../config/config.js';
import { counted } from '../../text/counted.js';
import { type Check, type CheckContext, type Finding, Findings } from '../check.js';

/** A generated secret has more distinct characters, in any encoding. */
const MIN_DIFFERENT_CHARACTERS = 12;
const TELLING_WORDS = /change|example|secret|password|passphrase|default|carillon|12345|qwert/i;
const HOW_TO_MAKE_ONE =
  'Generate one: openssl rand -hex 32. docs/operations/rotating-secrets.md describes how to change it.';
const LOCAL = /^(localhost|127\.|\[?::1\]?$|.*\.(localhost|localdomain|local|test|example|invalid)$)/i;

/** Checks that required settings are present and safe. Values that may be secrets are never shown. */
export class ConfigurationCheck implements Check<never> {
  readonly area = 'configuration';
  readonly needs = [] as const;

  run({ config, faults, env }: CheckContext): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    for (const fault of faults) {
      const [variable = ''] = fault.split(' ', 1);
      findings.failed(variable, fault.slice(variable.length + 1), 'API and worker do not start; see .env.example.');
    }
    if (faults.length === 0) findings.ok('variables', 'all variables are valid');
    if (config) this.check(findings, config, env);
    return Promise.resolve(findings.all);
  }

  private check(findings: Findings, config: AppConfig, env: CheckContext['env']): void {
    findings.ok('environment', env['NODE_ENV'] ?? 'development');
    findings.ok('APP_TIMEZONE', `${config.timeZone}, where it is ${localTime(config.timeZone)} now`);
    if (env['APP_SECRET'] !== undefined) checkSecret(findings, config);
    checkPublicUrl(findings, config);
    const off = 'is off: the API answers every request with 401';
    if (!config.http.serviceEnabled) findings.warning('SERVICE_ENABLED', off, 'Set it to true to enable the API.');
    const open = `is development, but the API is reachable from the network (HOST is ${config.http.host})`;
    if (config.development && !isLoopback(config.http.host))
      findings.warning('NODE_ENV', open, 'Set NODE_ENV=production, or HOST to 127.0.0.1.');
    if (!config.production) return;
    if (isLocal(addressDomain(config.mail.from)))
      findings.failed('MAIL_FROM', 'is a placeholder address', 'Use an address of your own domain.');
    const laws = 'Many laws require a postal address in every marketing email.';
    if (config.mail.businessAddress.trim() === '') findings.warning('BUSINESS_ADDRESS', 'is not set', laws);
    const closed = 'is not set: /metrics refuses all requests';
    if (config.metricsToken === null)
      findings.warning('METRICS_TOKEN', closed, 'Set it if Prometheus scrapes /metrics.');
  }
}

function checkSecret(findings: Findings, { secrets: { current, previous } }: AppConfig): void {
  if (new Set(current).size < MIN_DIFFERENT_CHARACTERS)
    findings.failed('APP_SECRET', 'is easy to guess: it has few distinct characters', HOW_TO_MAKE_ONE);
  else if (TELLING_WORDS.test(current))
    findings.warning('APP_SECRET', 'contains a word and does not look generated', HOW_TO_MAKE_ONE);
  else if (/,|^\s|\s$/.test(current))
    findings.warning(
      'APP_SECRET',
      'contains a comma, or starts or ends with a blank: it cannot be listed in APP_SECRET_PREVIOUS',
      'Replace it soon: data encrypted with it cannot be read after a rotation.',
    );
  else findings.ok('APP_SECRET', `${current.length} characters`);
  const advice = 'List the previous secret there, not the new one.';
  if (previous.includes(current)) findings.warning('APP_SECRET_PREVIOUS', 'contains the current secret', advice);
  else if (previous.length > 0) findings.ok('APP_SECRET_PREVIOUS', counted(previous.length, 'former secret'));
}

function checkPublicUrl(findings: Findings, { http: { publicUrl }, production }: AppConfig): void {
  const { protocol, hostname } = new URL(publicUrl);
  const advice = 'Links in emails start with it: set the public https URL.';
  if (!production) findings.ok('PUBLIC_URL', publicUrl);
  else if (isLocal(hostname)) findings.failed('PUBLIC_URL', `${publicUrl} is not reachable from outside`, advice);
  else if (protocol !== 'https:') findings.failed('PUBLIC_URL', `${publicUrl} does not use https`, advice);
  else if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    findings.warning(
      'PUBLIC_URL',
      `${publicUrl} is an IP address, not a name`,
      'Emails with links to IP addresses are treated as spam.',
    );
  else findings.ok('PUBLIC_URL', publicUrl);
}

const isLocal = (host: string): boolean => LOCAL.test(host);
const addressDomain = (mailbox: string): string => mailbox.replace(/>\s*$/, '').split('@').at(-1)?.trim() ?? '';

function localTime(timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date());
}
