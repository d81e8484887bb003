import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/access/operation.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { CONSOLE_PATH } from '../console/pages/layout.js';
import { PRODUCT_VERSION } from '../../platform/config/product-version.js';
import { html, policyFor, styledPage, TOP_BAR } from '../../platform/html/html.js';
import { PAGE_STYLE } from '../../platform/html/look.js';
import { DASHBOARD_PATH } from '../../platform/queue-dashboard/queue-dashboard.js';

const STYLE = `${PAGE_STYLE}
main { max-width: 38rem; margin: 0 auto; padding: 8vh var(--inset) 3rem; }
p { margin: .25rem 0 1.5rem; color: var(--quiet); }
ul { overflow: hidden; }
li a { display: block; padding: .8rem var(--inset); color: inherit; text-decoration: none; }
li a:hover { background: var(--soft); }
li a:focus-visible { outline-offset: -3px; border-radius: var(--round); }
b { display: block; color: var(--accent); font-weight: 600; }
span { color: var(--quiet); font-size: var(--small); }
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
      body: html`${TOP_BAR}
        <main>
          <h1>Carillon</h1>
          <p>
            Email marketing and contact management by REST API. Version ${PRODUCT_VERSION}; the API is at
            ${this.config.http.basePaths[0] ?? ''}.
          </p>
          <ul class="card">
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
