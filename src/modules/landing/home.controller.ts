import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/access/operation.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { CONSOLE_PATH } from '../console/pages/layout.js';
import { PRODUCT_VERSION } from '../../platform/config/product-version.js';
import { html, policyFor, styledPage } from '../../platform/html/html.js';
import { DASHBOARD_PATH } from '../../platform/queue-dashboard/queue-dashboard.js';

const STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #5c6570; --line: #e3e0da; --ground: #f6f5f2; --card: #fff; --accent: #0b5c8a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --quiet: #9aa5b1; --line: #2e343a; --ground: #14171a; --card: #1c2024; --accent: #7cc4ee; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 12vh 1.25rem 3rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; }
h1 { margin: 0; font-size: 1.75rem; letter-spacing: -.01em; }
p { margin: .25rem 0 1.5rem; color: var(--quiet); }
ul { margin: 0; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
a { display: block; padding: .8rem 1rem; color: inherit; text-decoration: none; }
a:hover b, a:focus-visible b { text-decoration: underline; }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; border-radius: 12px; }
b { display: block; color: var(--accent); font-weight: 600; }
span { color: var(--quiet); font-size: .925rem; }
`;

const MANAGERS_ONLY = 'Requires the credentials of a manager.';

@ApiExcludeController()
@Controller()
export class HomeController {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  @Get('/')
  @Public({ summary: 'Name, version and links' })
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', policyFor(STYLE))
  show(): string {
    const links = linksOf(this.config).map(
      ([path, name, text]) =>
        html`<li>
          <a href="${path}"><b>${name}</b><span>${text}</span></a>
        </li>`,
    );
    return styledPage({
      title: 'Carillon',
      style: STYLE,
      body: html`<main>
        <h1>Carillon</h1>
        <p>
          Email marketing and contact management by REST API. Version ${PRODUCT_VERSION}; the API is at
          ${this.config.http.basePaths[0] ?? ''}.
        </p>
        <ul>
          ${links}
        </ul>
      </main>`,
    });
  }
}

function linksOf(config: AppConfig): readonly (readonly [path: string, name: string, text: string])[] {
  const { apiDocs, mail, developmentTools } = config;
  const isDeveloped = config.development && developmentTools.isServed;
  const needsLogin = apiDocs === 'manager' ? ` ${MANAGERS_ONLY}` : '';
  const links: readonly (readonly [isServed: boolean, path: string, name: string, text: string])[] = [
    [config.consoleEnabled, CONSOLE_PATH, 'Console', `Reports, campaigns, funnels, and contacts. ${MANAGERS_ONLY}`],
    [apiDocs !== 'off', '/docs', 'Swagger UI', `API reference to browse and try.${needsLogin}`],
    [apiDocs !== 'off', '/docs/openapi.json', 'OpenAPI document', `For code generators and API clients.${needsLogin}`],
    [isDeveloped && mail.smtpUrl === null, '/dev/mailbox', 'Mailbox', 'Every email sent on this machine.'],
    [isDeveloped, '/dev/webhooks', 'Webhook receiver', 'Webhook calls sent to this machine.'],
    [
      config.queueDashboardPassword !== null,
      DASHBOARD_PATH,
      'Queues',
      'Jobs in Redis, read-only. Requires the dashboard password.',
    ],
    [true, '/health/ready', 'Readiness', 'State of database, Redis, and outbox.'],
  ];
  return links.flatMap(([isServed, ...link]) => (isServed ? [link] : []));
}
