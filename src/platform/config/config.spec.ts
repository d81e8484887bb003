import { generateKeyPairSync } from 'node:crypto';
import { ConfigurationError, parseConfig } from './config.js';
import { parseDuration } from './setting-values.js';

const COMPLETE = {
  APP_SECRET: 'a secret for tests only, 32 characters and more',
  DATABASE_URL: 'mysql://root@127.0.0.1/carillon',
  REDIS_URL: 'redis://127.0.0.1:6379',
};

const parsed = (env: Record<string, string | undefined> = {}) => parseConfig({ ...COMPLETE, ...env });

function faultsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('needs a secret, a database and Redis; everything else has a default', () => {
    expect(faultsOf({})).toEqual(['APP_SECRET is required', 'DATABASE_URL is required', 'REDIS_URL is required']);
    const config = parsed();
    expect(config.http).toMatchObject({ host: '127.0.0.1', port: 3000, basePaths: ['/api/v2'], bodyLimit: 1_048_576 });
    expect(config.http.publicUrl).toBe('http://localhost:3000');
    expect(config.webhooks.retryScheduleMs).toEqual([60_000, 300_000, 1_800_000, 7_200_000, 86_400_000]);
    expect(config.rateLimits).toEqual({ default: 3500, reports: 150, exports: 15, live: 600 });
    expect(config.development).toBe(true);
    expect(config.mail.allowPrivateNetworks).toBe(true);
  });

  it('takes a variable that is set to nothing for one that is not set', () => {
    const config = parsed({
      PORT: '',
      RATE_LIMIT_PER_MINUTE: '',
      SERVICE_ENABLED: '',
      CONTACT_TYPES: '',
      SMTP_URL: '',
    });
    expect(config.http.port).toBe(3000);
    expect(config.rateLimits.default).toBe(3500);
    expect(config.http.serviceEnabled).toBe(true);
    expect(config.contactTypes).toEqual(['lead', 'customer']);
    expect(config.mail.smtpUrl).toBeNull();
    expect(config.mail.returnPathDomain).toBeNull();
    expect(faultsOf({ ...COMPLETE, APP_SECRET: '' })).toEqual(['APP_SECRET is required']);
  });

  it('reads a setting under its former name', () => {
    expect(parsed({ REPORT_DEAR_AFTER: '2s' }).reports.slowThresholdMs).toBe(2_000);
    expect(parsed({ REPORT_DEAR_AFTER: '2s', REPORT_SLOW_THRESHOLD: '1s' }).reports.slowThresholdMs).toBe(1_000);
  });

  it('knows a mailbox and a public key from what is none, and repeats neither', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const base64 = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const url = 'imaps://user%40shop.example:pass%2Fword@mail.example.com/INBOX';
    const { feedback } = parsed({ IMAP_URL: url, SENDGRID_PUBLIC_KEY: base64, SES_TOPIC_ARNS: 'a, b' });
    expect(feedback).toMatchObject({ imapUrl: url, sendgridPublicKey: base64, sesTopicArns: ['a', 'b'] });
    expect(parsed().feedback).toMatchObject({ imapUrl: null, sendgridPublicKey: null, sesTopicArns: [] });
    for (const secret of [
      'https://user:hush@mail.example.com/',
      'imaps://mail.example.com',
      'imaps://u:%@h/',
      'hush',
    ]) {
      const faults = faultsOf({ ...COMPLETE, IMAP_URL: secret, SENDGRID_PUBLIC_KEY: secret });
      expect(faults).toHaveLength(2);
      expect(faults.join()).not.toMatch(/hush|mail\.example\.com\//);
    }
  });

  describe('of a login by OAuth 2.0', () => {
    const SETTINGS = {
      IMAP_URL: 'imaps://bounces%40shop.example@mail.example.com',
      IMAP_OAUTH2_TOKEN_URL: 'https://login.example.com/token',
      IMAP_OAUTH2_CLIENT_ID: 'app',
      IMAP_OAUTH2_REFRESH_TOKEN: 'hush',
    };

    it('replaces the password of a mailbox and of a mail server', () => {
      const { feedback, mail } = parsed(SETTINGS);
      const grant = { tokenUrl: 'https://login.example.com/token', clientId: 'app', refreshToken: 'hush' };
      expect(feedback.oauth2).toEqual({ account: 'IMAP_URL', ...grant, clientSecret: null, scope: null });
      expect(mail.oauth2).toBeNull();
      const others = Object.fromEntries(
        Object.entries(SETTINGS).map(([name, value]) => [name.replace('IMAP', 'SMTP'), value.replace('imaps', 'smtp')]),
      );
      expect(parsed({ ...others, SMTP_OAUTH2_SCOPE: 'send' }).mail.oauth2).toMatchObject({ ...grant, scope: 'send' });
    });

    it.each([
      [{ IMAP_OAUTH2_CLIENT_ID: '' }, 'IMAP_OAUTH2_REFRESH_TOKEN requires IMAP_OAUTH2_TOKEN_URL'],
      [{ IMAP_URL: 'imaps://user:hush@mail.example.com' }, 'IMAP_OAUTH2_REFRESH_TOKEN requires'],
      [{ IMAP_URL: '' }, 'IMAP_OAUTH2_REFRESH_TOKEN requires'],
      [{ IMAP_OAUTH2_TOKEN_URL: 'http://login.example.com' }, 'IMAP_OAUTH2_TOKEN_URL must be an https URL'],
      [{ IMAP_OAUTH2_REFRESH_TOKEN: '' }, 'IMAP_URL must be a URL such as imaps://user:password'],
    ])('is refused with %j, without naming a secret', (change, fault) => {
      const faults = faultsOf({ ...COMPLETE, ...SETTINGS, ...change });
      expect(faults[0]).toContain(fault);
      expect(faults.join()).not.toContain('hush');
    });
  });

  describe('of a login by OpenID Connect', () => {
    const login = {
      OIDC_ISSUER: 'https://login.example.com/realms/company',
      OIDC_CLIENT_ID: 'carillon',
      OIDC_CLIENT_SECRET: 'hush',
      OIDC_GROUP_PERMISSIONS: 'marketing=view_reports+manage_campaigns, cn=support=view_contacts',
    };

    it('reads the permissions of groups, and is off by default', () => {
      expect(parsed(login).auth.oidc).toMatchObject({
        issuer: login.OIDC_ISSUER,
        groupsClaim: 'groups',
        groupPermissions: [
          ['marketing', ['view_reports', 'manage_campaigns']],
          ['cn=support', ['view_contacts']],
        ],
        sessionMs: 3_600_000,
      });
      expect(parsed({}).auth.oidc.issuer).toBeNull();
      expect(parsed({ ...login, OIDC_ISSUER: 'http://localhost:8080' }).auth.oidc.issuer).toBe('http://localhost:8080');
    });

    const refused: (readonly [change: Record<string, string>, fault: string])[] = [
      ...Object.keys(login).map((name) => [{ [name]: '' }, 'must be set together'] as const),
      [{ OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER must be an https URL'],
      [{ OIDC_GROUP_PERMISSIONS: 'a' }, 'OIDC_GROUP_PERMISSIONS must be groups such as'],
      [{ OIDC_GROUP_PERMISSIONS: '=view_reports' }, 'OIDC_GROUP_PERMISSIONS must be groups such as'],
      [{ OIDC_GROUP_PERMISSIONS: 'a=administrator' }, 'OIDC_GROUP_PERMISSIONS must be groups such as'],
      [{ CONSOLE_ENABLED: 'false' }, 'OIDC_ISSUER requires CONSOLE_ENABLED=true'],
    ];
    it.each(refused)('T61 refuses %j', (change, fault) => {
      const faults = faultsOf({ ...COMPLETE, ...login, ...change });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain(fault);
      expect(faults[0]).not.toContain('hush');
    });
  });

  it('lists every fault at once, those that span variables included', () => {
    const faults = faultsOf({
      NODE_ENV: 'production',
      APP_SECRET: 'short',
      DATABASE_URL: 'postgres://x',
      REDIS_URL: 'redis://x',
      PORT: 'http',
      APP_TIMEZONE: 'Mars/Olympus',
      WEBHOOK_RETRY_SCHEDULE: '1m,soon',
      BODY_LIMIT: 'much',
      ALLOW_QUERY_CREDENTIALS: 'yes',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: '1',
      BOOTSTRAP_MANAGER_USERNAME: 'owner',
    });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'PORT',
      'APP_SECRET',
      'APP_TIMEZONE',
      'DATABASE_URL',
      'WEBHOOK_RETRY_SCHEDULE',
      'BODY_LIMIT',
      'ALLOW_QUERY_CREDENTIALS',
      'WEBHOOK_ALLOW_PRIVATE_NETWORKS',
      'PUBLIC_URL',
      'BOOTSTRAP_MANAGER_PASSWORD',
    ]);
  });

  it('reads the logo and the color of the business', () => {
    const logo = 'data:image/png;base64,iVBORw0KGgo=';
    expect(parsed({ BUSINESS_LOGO_URL: logo, BUSINESS_COLOR: '#0B57a4' }).mail).toMatchObject({
      logoUrl: logo,
      color: '#0B57a4',
    });
    for (const BUSINESS_LOGO_URL of [
      'http://cdn.example.com/a.png',
      'javascript:alert(1)',
      'data:text/html;base64,AAAA',
    ])
      expect(faultsOf({ ...COMPLETE, BUSINESS_LOGO_URL })).toEqual([
        'BUSINESS_LOGO_URL must be an https URL or a data:image URL in base64',
      ]);
    expect(faultsOf({ ...COMPLETE, BUSINESS_COLOR: 'red' })).toEqual([
      'BUSINESS_COLOR must be a color such as #0b57a4',
    ]);
  });

  it('T42 never shows a value: it may be a secret', () => {
    const secrets = { APP_SECRET: 'hunter2', DATABASE_URL: 'hunter3', REDIS_URL: 'hunter4', REDIS_PREFIX: 'hunter 5' };
    const password = { BOOTSTRAP_MANAGER_USERNAME: 'owner', BOOTSTRAP_MANAGER_PASSWORD: 'hunter6' };
    expect(faultsOf({ ...secrets, ...password })).toHaveLength(5);
    expect(faultsOf({ ...secrets, ...password }).join('\n')).not.toMatch(/hunter/);
  });

  it('refuses in production what is convenient in development', () => {
    const production = { ...COMPLETE, NODE_ENV: 'production', PUBLIC_URL: 'https://mail.example.com/' };
    expect(parseConfig(production).http.publicUrl).toBe('https://mail.example.com');
    expect(parseConfig(production)).toMatchObject({ production: true, development: false });
    expect(parseConfig(production).mail.allowPrivateNetworks).toBe(false);
    const opened = parseConfig({ ...production, SMTP_ALLOW_PRIVATE_NETWORKS: 'true' });
    expect(opened.mail.allowPrivateNetworks).toBe(true);
    expect(faultsOf({ ...production, ALLOW_QUERY_CREDENTIALS: 'true' })).toHaveLength(1);
    expect(faultsOf({ ...production, WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' })).toHaveLength(1);
    expect(faultsOf({ ...production, PUBLIC_URL: undefined })).toEqual(['PUBLIC_URL is required in production']);
  });

  it.each(['example.com', 'ftp://example.com', 'http://', 'https://exa mple.com'])(
    'refuses %s as PUBLIC_URL',
    (url) => {
      expect(faultsOf({ ...COMPLETE, PUBLIC_URL: url })).toEqual(['PUBLIC_URL must be an http(s) URL']);
    },
  );

  it('requires a strong bootstrap password', () => {
    const named = { ...COMPLETE, BOOTSTRAP_MANAGER_USERNAME: 'owner' };
    expect(faultsOf({ ...named, BOOTSTRAP_MANAGER_PASSWORD: 'x'.repeat(19) })).toHaveLength(1);
    expect(parseConfig({ ...named, BOOTSTRAP_MANAGER_PASSWORD: 'x'.repeat(20) }).auth.bootstrap).toEqual({
      username: 'owner',
      password: 'x'.repeat(20),
    });
  });

  it('reads lists, sizes and words', () => {
    const config = parsed({
      API_BASE_PATH: 'api/v2/, /wp-json/fluent-crm/v2',
      BODY_LIMIT: '512kb',
      SERVICE_ENABLED: 'off',
      WEBHOOK_ALLOWED_PORTS: '443, 8443',
      APP_SECRET_PREVIOUS: 'one,two',
    });
    expect(config.http.basePaths).toEqual(['/api/v2', '/wp-json/fluent-crm/v2']);
    expect(config.http.bodyLimit).toBe(524_288);
    expect(config.http.serviceEnabled).toBe(false);
    expect(config.webhooks.allowedPorts).toEqual([443, 8443]);
    expect(config.secrets.previous).toEqual(['one', 'two']);
    expect(parsed({ RETURN_PATH_DOMAIN: 'Bounces.Example.com' }).mail.returnPathDomain).toBe('bounces.example.com');
  });

  it.each([
    ['WEBHOOK_ALLOWED_PORTS', 'https'],
    ['WEBHOOK_ALLOWED_PORTS', '443,70000'],
    ['PORT', '65536'],
    ['SEND_CONCURRENCY', '1.5'],
    ['SEND_LEASE_SECONDS', '4'],
    ['SERVICE_ENABLED', 'perhaps'],
    ['NODE_ENV', 'staging'],
    ['LOG_LEVEL', 'loud'],
    ['REDIS_PREFIX', 'a{b}'],
    ['DNS_SERVERS', 'dns.example.com'],
    ['RETURN_PATH_DOMAIN', 'b@example.com'],
    ['SMTP_URL', 'mail.example.com:587'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['SMTP_URL', 'smtp://user:100%@mail.example.com'],
    ['WORKER_METRICS_PORT', '9464s'],
    ['WORKER_METRICS_PORT', '-1'],
    ['QUEUE_DASHBOARD_PASSWORD', 'fifteen letters'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ ...COMPLETE, [name]: value }).map((fault) => fault.split(' ')[0])).toEqual([name]);
  });
});

describe('FREQUENCY_CAP', () => {
  it('is a list of numbers of emails with a window in hours or days', () => {
    expect(parsed().mail.frequencyCap).toEqual([]);
    expect(parsed({ FREQUENCY_CAP: '3/7d, 1/12h' }).mail.frequencyCap).toEqual([
      { emails: 3, withinMs: 7 * 86_400_000 },
      { emails: 1, withinMs: 12 * 3_600_000 },
    ]);
    for (const wrong of ['3', '0/7d', '3/7', '3/0d', '3/7w', '3/30m', '-1/7d', '3/7d;1/1h', '1.5/7d'])
      expect(faultsOf({ ...COMPLETE, FREQUENCY_CAP: wrong })).toEqual([
        'FREQUENCY_CAP must be limits such as 3/7d or 1/12h,10/30d',
      ]);
  });
});

describe('durations', () => {
  it.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['1.5h', 5_400_000],
    ['0s', 0],
  ])('reads %s', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(['', '5', 'm', '-5m', '5 m', '5w', '1e3s'])('refuses "%s"', (text) => {
    expect(() => parseDuration(text)).toThrow('is not a duration');
  });
});
